import { join } from 'node:path';
import { betaTools, toolResults } from 'toolwright/anthropic';
import { checkResults } from '../agent-sdk/check-results.js';
import { startJsonServer } from '../agent-sdk/json-server.js';
import type {
  AgentLimit,
  AgentRun,
  AgentRunOptions,
  AgentSdk,
  ScriptedTurn,
  SeenRequest,
  SeenResult,
} from '../contracts/agent-sdk.contract.js';
import { root } from '../support/repository.js';

// biome-ignore lint/suspicious/noExplicitAny: the types of the package are not installed in the root.
type Client = any;

/** The parts of Anthropic's SDK that the tests use. */
export interface AnthropicSdk {
  readonly Anthropic: new (options: object) => Client;
  readonly VERSION: string;
}

/** Imports Anthropic's SDK from its folder in test/peers. */
export function importAnthropic(): Promise<AnthropicSdk> {
  return import(join(root, 'test/peers/anthropic-1/sdk.mjs')) as Promise<AnthropicSdk>;
}

type Loop = (client: Client, options: Omit<AgentRunOptions, 'turns' | 'decision'>) => Promise<string>;

const request = { model: 'claude', max_tokens: 100 };
const maxTurns = 5;

/** The loops of agents with Anthropic's SDK: one that the application writes, and one that the SDK runs. */
export const loops: Readonly<Record<'messages' | 'toolRunner', Loop>> = {
  messages: async (client, { scope, options, signal }) => {
    const messages: unknown[] = [{ role: 'user', content: 'Go' }];
    for (let turn = 0; turn < maxTurns; turn++) {
      const tools = scope.toAnthropic({ auth: options.auth });
      const message = await client.messages.create({ ...request, messages, tools }, { signal });
      const content = await toolResults(scope, message, { ...options, signal });
      if (content.length === 0) return message.content[0].text;
      messages.push({ role: 'assistant', content: message.content }, { role: 'user', content });
    }
    return 'too many turns';
  },
  toolRunner: async (client, { scope, options, signal }) => {
    const messages = [{ role: 'user', content: 'Go' }];
    const tools = betaTools(scope, options);
    const message = await client.beta.messages.toolRunner({ ...request, messages, tools }, { signal });
    return message.content[0].text;
  },
};

/** Creates the driver of the contract. Its user decides with an approver, because the SDK has no approval of its own. */
export function createAnthropicAgent(
  { Anthropic }: AnthropicSdk,
  loop: Loop,
  limits: NonNullable<AgentSdk['limits']> = {},
): AgentSdk {
  const run = async ({ turns, decision, options, ...rest }: AgentRunOptions): Promise<AgentRun> => {
    const requests: SeenRequest[] = [];
    const server = await startJsonServer((_, body: MessagesRequest) => {
      const request = readRequest(body, requests.at(-1));
      checkResults(request.results, turns.slice(0, requests.length));
      requests.push(request);
      return createMessage(turns[requests.length - 1]);
    });
    const client = new Anthropic({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
    try {
      return { requests, text: await loop(client, { ...rest, options: { approver: () => decision, ...options } }) };
    } catch (failure) {
      return { requests, failure };
    } finally {
      await server.close();
    }
  };
  return { run, limits };
}

const fixedTools: AgentLimit = {
  reason: '`toolRunner` fixes its tools when it is created, and answers calls of other tools itself.',
  check: ({ requests, text }) => {
    expect(text).toBe('done');
    expect(requests.at(-1)?.results.at(-1)).toMatchObject({ isError: true, text: expect.stringMatching(/not found/) });
  },
};

export const toolRunnerLimits: AgentSdk['limits'] = {
  'activated group': fixedTools,
  'inactive tool': fixedTools,
  'unknown tool': fixedTools,
};

interface ResultBlock {
  readonly type: string;
  readonly tool_use_id: string;
  readonly is_error?: boolean;
  readonly content:
    | string
    | readonly { readonly type: string; readonly text?: string; readonly source?: { readonly media_type: string } }[];
}

interface MessagesRequest {
  readonly messages: readonly { readonly role: string; readonly content: string | readonly ResultBlock[] }[];
  /** Omitted when a message thread continues, which has its earlier tools and messages. */
  readonly tools?: readonly { readonly name: string; readonly input_schema: { readonly type: string } }[];
  readonly thread?: { readonly type: 'create' | 'continue' };
}

function readRequest({ messages, tools, thread }: MessagesRequest, previous?: SeenRequest): SeenRequest {
  const earlier = thread?.type === 'continue' ? previous : undefined;
  for (const { name, input_schema: schema } of tools ?? []) {
    if (schema.type !== 'object') throw new TypeError(`The schema of ${name} must be an object.`);
  }
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const results = blocks.filter(({ type }) => type === 'tool_result');
  return {
    tools: tools?.map(({ name }) => name) ?? earlier?.tools ?? [],
    results: [...(earlier?.results ?? []), ...results.map(readResult)],
  };
}

function readResult({ tool_use_id: id, is_error: isError = false, content }: ResultBlock): SeenResult {
  if (typeof content === 'string') return { id, text: content, isError, images: [] };
  const text = content.map((block) => block.text ?? '').join('\n');
  const images = content.flatMap(({ type, source }) => (type === 'image' ? [source?.media_type ?? 'none'] : []));
  return { id, text, isError, images };
}

function createMessage(turn: ScriptedTurn | undefined): unknown {
  const calls = turn?.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
  return {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: calls ?? [{ type: 'text', text: 'done' }],
    stop_reason: calls === undefined ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
