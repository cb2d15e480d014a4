import { Toolkit } from 'toolwright';
import { QuickJsEngine } from 'toolwright/sandbox';
import type { SearchCase } from './recall.js';

/** The tokens that one session spends. */
export interface SessionTokens {
  readonly title: string;
  /** The tokens of the definitions of tools in the first turn. */
  readonly first: number;
  /** The tokens of these definitions in the last turn. */
  readonly last: number;
  /** The number of times that the model is asked. */
  readonly turns: number;
  /** The tokens that the model reads in all turns: definitions, requests, its calls and their results. */
  readonly read: number;
  /** How many of the requests have led to their tool with the first search. */
  readonly foundAtOnce: number;
}

/** How a model reaches the tools of a toolkit. */
interface Way {
  readonly title: string;
  readonly prepare: (toolkit: Toolkit) => void;
  readonly definitions: (toolkit: Toolkit) => unknown;
  /** Makes the calls that a model makes for a request before the call of the tool. Returns whether the first search found it. */
  readonly reach: (session: Conversation, request: SearchCase) => Promise<boolean>;
  /** The call of the tool, which is counted and not made. */
  readonly call: (toolkit: Toolkit, tool: string) => object;
}

const callTool: Way['call'] = (_toolkit, tool) => ({ name: tool, arguments: {} });
const allTools: Way['definitions'] = (toolkit) => toolkit.toOpenAI({ api: 'chat' });
const deferred: Way['definitions'] = (toolkit) => toolkit.toOpenAI({ api: 'chat', deferLoading: true });

export const ways: readonly Way[] = [
  {
    title: 'all tools',
    prepare: (toolkit) => activateAll(toolkit),
    definitions: allTools,
    reach: async () => true,
    call: callTool,
  },
  {
    title: '[groups](groups.md#letting-the-model-activate-groups)',
    prepare: (toolkit) => toolkit.enableMetaTool({ search: false }),
    definitions: allTools,
    reach: async (session, { tool }) => {
      const group = session.groupOf(tool);
      if (!session.toolkit.activeGroups().includes(group))
        await session.call('activate_tool_groups', { [group]: true });
      return true;
    },
    call: callTool,
  },
  {
    title: '[meta tool](groups.md#letting-the-model-search-for-tools)',
    prepare: (toolkit) => toolkit.enableMetaTool({ search: true }),
    definitions: allTools,
    reach: searchAndActivate,
    call: callTool,
  },
  {
    title: '[deferred tools](formats.md#load-tools-on-demand)',
    prepare: (toolkit) => activateAll(toolkit),
    definitions: deferred,
    reach: searchAndActivate,
    call: callTool,
  },
  {
    title: '[code mode](code-mode.md)',
    prepare: (toolkit) => {
      activateAll(toolkit);
      toolkit.enableCodeMode({ engine: new QuickJsEngine() });
    },
    definitions: allTools,
    reach: async (session, request) => {
      const { answer, isFirst } = await search(session, request);
      await session.call('describe_tools', { names: [nameIn(answer, request.tool) ?? request.tool] });
      return isFirst;
    },
    call: (_toolkit, tool) => ({ name: 'run_code', arguments: { code: `await ${tool.replaceAll('-', '_')}({})` } }),
  },
];

/** Counts the tokens of a session in which a model makes the calls that a way needs, for each request. */
export async function countSession(
  way: Way,
  toolkit: Toolkit,
  requests: readonly SearchCase[],
): Promise<SessionTokens> {
  way.prepare(toolkit);
  const session = new Conversation(toolkit, () => way.definitions(toolkit));
  const first = session.definitionTokens;
  let foundAtOnce = 0;
  for (const request of requests) {
    session.say(request.request);
    if (await way.reach(session, request)) foundAtOnce++;
    session.answer(way.call(toolkit, request.tool), 'done');
    session.turn();
    session.say('It is done.');
  }
  const { turns, read, definitionTokens: last } = session;
  return { title: way.title, first, last, turns, read, foundAtOnce };
}

/** What a model has read so far. */
class Conversation {
  readonly toolkit: Toolkit;
  readonly #definitions: () => unknown;
  readonly #groups: ReadonlyMap<string, string>;
  #said = 0;
  turns = 0;
  read = 0;

  constructor(toolkit: Toolkit, definitions: () => unknown) {
    this.toolkit = toolkit;
    this.#definitions = definitions;
    this.#groups = groupsOf(toolkit);
  }

  groupOf(tool: string): string {
    const group = this.#groups.get(tool);
    if (group === undefined) throw new TypeError(`There is no tool '${tool}'.`);
    return group;
  }

  get definitionTokens(): number {
    return tokensOf(JSON.stringify(this.#definitions()));
  }

  /** Adds what the user or the model says. */
  say(text: string): void {
    this.#said += tokensOf(text);
  }

  /** Asks the model once. */
  turn(): void {
    this.turns++;
    this.read += this.definitionTokens + this.#said;
  }

  /** Asks the model, which makes a call, and adds the result. */
  answer(call: object, result: string): void {
    this.turn();
    this.say(JSON.stringify(call));
    this.say(result);
  }

  /** Asks the model, which calls a tool of the toolkit. Returns the text of the result. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const result = await this.toolkit.execute(name, args);
    if (!result.success) throw new TypeError(result.toText());
    this.answer({ name, arguments: args }, result.toText());
    return result.toText();
  }
}

async function searchAndActivate(session: Conversation, request: SearchCase): Promise<boolean> {
  const { isFirst } = await search(session, request);
  await session.call('search_tools', { activate: [request.tool] });
  return isFirst;
}

/** Searches with the words of the user, and then with those of the documentation if the tool was not found. */
async function search(
  session: Conversation,
  { request, tool }: SearchCase,
): Promise<{ readonly answer: string; readonly isFirst: boolean }> {
  const answer = await session.call('search_tools', { query: request });
  if (nameIn(answer, tool) !== undefined) return { answer, isFirst: true };
  const [summary = ''] = (session.toolkit.get(tool)?.description ?? tool).split('\n');
  return { answer: await session.call('search_tools', { query: summary }), isFirst: false };
}

/** Returns the name of a tool in the answer of a search: in code mode, with its namespace. */
function nameIn(answer: string, tool: string): string | undefined {
  const names = answer.split('\n').flatMap((line) => /^- ([\w$.-]+)/.exec(line)?.[1] ?? []);
  return names.find((name) => name === tool || name.endsWith(`.${tool.replaceAll('-', '_')}`));
}

/** Returns the group of each tool. */
function groupsOf(toolkit: Toolkit): ReadonlyMap<string, string> {
  const groups = toolkit.groups().map(({ name }) => name);
  return new Map(groups.flatMap((group) => toolkit.list({ group }).map(({ name }) => [name, group] as const)));
}

function activateAll(toolkit: Toolkit): void {
  toolkit.updateGroups(
    toolkit
      .groups()
      .map(({ name }) => name)
      .filter((name) => name !== 'basic'),
    true,
  );
}

// As `toolkit.cost()` estimates them.
const bytesPerToken = 4;

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
