// Verbs by what they do. Two tools whose verbs differ are not taken for each other.
const actions: readonly string[] = [
  'delete remove erase drop discard clear purge destroy wipe',
  'create add make new build generate insert register',
  'update change edit modify rename replace adjust alter set configure patch',
  'get read retrieve fetch view display see show check return',
  'list enumerate',
  'search find look locate query discover lookup',
  'cancel stop abort end close terminate',
  'start run launch execute begin',
  'enable activate allow',
  'disable deactivate forbid block',
  'upload',
  'merge',
  'accept approve confirm',
  'decline dismiss reject',
  'archive',
  'rerun retry redeliver rerequest re',
  'revoke unassign',
  'trigger request',
];
const [reading, listing, searching] = [3, 4, 5];

const opposites: readonly string[] = [
  ...['pause resume', 'lock unlock', 'follow unfollow', 'block unblock', 'star unstar', 'subscribe unsubscribe'],
  ...['open close', 'start stop', 'mute unmute', 'approve reject', 'archive unarchive', 'show hide', 'pin unpin'],
  ...[
    'join leave',
    'import export',
    'upload download',
    'send receive',
    'attach detach',
    'assign unassign',
    'grant revoke',
  ],
  ...['connect disconnect', 'accept decline', 'increase decrease', 'encode decode', 'encrypt decrypt', 'validate run'],
  ...['install uninstall', 'publish unpublish', 'buy sell', 'like unlike', 'ban unban', 'deposit withdraw'],
];

const isList =
  /^(?:deprecated\W+)?(?:returns?|gets?|retrieves?|fetch(?:es)?|lists?) (?:an? |the |all )?(?:\w+ )?(?:lists?|all)\b|^(?:deprecated\W+)?lists?\b/i;

/** The verbs of a language, by their stems. */
export class ActionVerbs {
  readonly #stem: (word: string) => string;
  readonly #actions: ReadonlyMap<string, number>;
  readonly #opposites: ReadonlySet<string>;

  constructor(stem: (word: string) => string) {
    this.#stem = stem;
    this.#actions = new Map(actions.flatMap((words, index) => words.split(' ').map((word) => [stem(word), index])));
    this.#opposites = new Set(
      opposites.flatMap((pair) => {
        const [one = '', other = ''] = pair.split(' ').map(stem);
        return [`${one} ${other}`, `${other} ${one}`];
      }),
    );
  }

  /** Returns the stem of the verb with which a description begins. */
  leading(description: string): string {
    if (isList.test(description)) return this.#stem('list');
    const [word = ''] = /\p{L}+/u.exec(description.replace(/^deprecated\W+/i, '')) ?? [];
    return this.#stem(word.toLowerCase());
  }

  /** Checks whether two verbs do clearly different things. */
  areDistinct(one: string, other: string): boolean {
    if (one === other) return false;
    if (this.#opposites.has(`${one} ${other}`)) return true;
    const [action, otherAction] = [this.#actions.get(one), this.#actions.get(other)];
    if (action === undefined || otherAction === undefined || action === otherAction) return false;
    const isSearch = [action, otherAction].includes(searching);
    return !(isSearch && [reading, listing].some((known) => known === action || known === otherAction));
  }
}
