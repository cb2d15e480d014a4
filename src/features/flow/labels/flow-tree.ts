import { pointerOf, stepsOf } from '../../../base/json/json-pointer.js';

/** What is said of the places of a value, by JSON Pointer, in which the step `*` is any key or index. */
export class FlowTree<Said extends object> {
  readonly #children = new Map<string, FlowTree<Said>>();
  #own: Said | undefined;

  /** Creates a tree. A key that is no pointer is the name of a property. */
  static of<Said extends object>(entries: Readonly<Record<string, Said>>): FlowTree<Said> {
    const tree = new FlowTree<Said>();
    for (const [key, said] of Object.entries(entries)) {
      let at = tree;
      for (const step of key === '' || key.startsWith('/') ? stepsOf(key) : [key]) {
        const next = at.#children.get(step) ?? new FlowTree<Said>();
        at.#children.set(step, next);
        at = next;
      }
      at.#own = { ...at.#own, ...definedOf(said) };
    }
    return tree;
  }

  get isEmpty(): boolean {
    return this.#own === undefined && this.#children.size === 0;
  }

  /** What is said, by JSON Pointer. */
  get entries(): Readonly<Record<string, Said>> {
    const entries: Record<string, Said> = {};
    const visit = (tree: FlowTree<Said>, steps: readonly string[]): void => {
      if (tree.#own !== undefined) entries[pointerOf(steps)] = tree.#own;
      for (const [step, child] of tree.#children) visit(child, [...steps, step]);
    };
    visit(this, []);
    return entries;
  }

  /** All that is said of any place. */
  get all(): readonly Said[] {
    const below = [...this.#children.values()].flatMap((child) => child.all);
    return this.#own === undefined ? below : [this.#own, ...below];
  }

  /** The place itself, as the beginning of a walk. */
  get root(): FlowPlace<Said> {
    return new FlowPlace([this], Object.freeze({}) as Said);
  }

  /** Whether something is said of one key, and not of all. */
  get hasNames(): boolean {
    return [...this.#children.keys()].some((key) => key !== '*');
  }

  /** What is said of this place itself. */
  get own(): Said | undefined {
    return this.#own;
  }

  child(step: string): FlowTree<Said> | undefined {
    return this.#children.get(step);
  }
}

/** A place in a value, with what is said of it and of all that contains it. The nearest takes precedence. */
export class FlowPlace<Said extends object> {
  readonly #trees: readonly FlowTree<Said>[];
  readonly said: Said;

  constructor(trees: readonly FlowTree<Said>[], inherited: Said) {
    this.#trees = trees;
    const own = trees.flatMap((tree) => tree.own ?? []);
    this.said = own.length === 0 ? inherited : Object.assign({}, inherited, ...own);
  }

  /** Whether nothing is said of any place below this one. */
  get isEnd(): boolean {
    return this.#trees.length === 0;
  }

  /** Whether something is said of one index or key, and not of all. */
  get hasIndexes(): boolean {
    return this.#trees.some(({ hasNames }) => hasNames);
  }

  /** Checks whether something is said of a key by its name. */
  names(key: string): boolean {
    return this.#trees.some((tree) => tree.child(key) !== undefined);
  }

  /** Returns the place of a key or an index. */
  at(step: string): FlowPlace<Said> {
    if (this.isEnd) return this;
    // What is said of one key comes after what is said of any.
    const next = this.#trees.flatMap((tree) => [tree.child('*') ?? [], tree.child(step) ?? []].flat());
    return new FlowPlace(next, this.said);
  }
}

function definedOf<Said extends object>(said: Said): Said {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Said;
}
