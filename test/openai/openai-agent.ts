import { join } from 'node:path';
import { chatToolMessages, responsesToolOutputs, runnableTools } from 'toolwright/openai';
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

/** The parts of OpenAI's SDK that the tests use. */
export interface OpenAiSdk {
  readonly OpenAI: new (options: object) => Client;
  readonly VERSION: string;
}

/** Imports a version of OpenAI's SDK from its folder in test/peers. */
export function importOpenAi(major: 6 | 7): Promise<OpenAiSdk> {
  return import(join(root, `test/peers/openai-${major}/sdk.mjs`)) as Promise<OpenAiSdk>;
}

type Loop = (client: Client, options: Omit<AgentRunOptions, 'turns' | 'decision'>) => Promise<string>;

const maxTurns = 5;

/** The loops of agents with OpenAI's SDK: two that the application writes, and one that the SDK runs. */
export const loops: Readonly<Record<'responses' | 'chat' | 'runTools', Loop>> = {
  responses: async (client, { scope, options, signal }) => {
    const input: unknown[] = [{ role: 'user', content: 'Go' }];
    for (let turn = 0; turn < maxTurns; turn++) {
      const request = { model: 'gpt', input, tools: scope.toOpenAI({ strict: false, auth: options.auth }) };
      const response = await client.responses.create(request, { signal });
      const outputs = await responsesToolOutputs(scope, response, { ...options, signal });
      if (outputs.length === 0) return response.output_text;
      input.push(...response.output, ...outputs);
    }
    return 'too many turns';
  },
  chat: async (client, { scope, options, signal }) => {
    const messages: unknown[] = [{ role: 'user', content: 'Go' }];
    for (let turn = 0; turn < maxTurns; turn++) {
      const tools = scope.toOpenAI({ api: 'chat', strict: false, auth: options.auth });
      const completion = await client.chat.completions.create({ model: 'gpt', messages, tools }, { signal });
      const { message } = completion.choices[0];
      const results = await chatToolMessages(scope, completion, { ...options, signal });
      if (results.length === 0) return message.content;
      messages.push(message, ...results);
    }
    return 'too many turns';
  },
  runTools: async (client, { scope, options, signal }) => {
    const messages = [{ role: 'user', content: 'Go' }];
    const tools = runnableTools(scope, options);
    return client.chat.completions.runTools({ model: 'gpt', messages, tools }, { signal }).finalContent();
  },
};

/** Creates the driver of the contract. Its user decides with an approver, because the SDK has no approval of its own. */
export function createOpenAiAgent(
  { OpenAI }: OpenAiSdk,
  loop: Loop,
  limits: NonNullable<AgentSdk['limits']> = {},
): AgentSdk {
  const run = async ({ turns, decision, options, ...rest }: AgentRunOptions): Promise<AgentRun> => {
    const requests: SeenRequest[] = [];
    const server = await startJsonServer((path, body) => answer(path, body, { turns, requests }));
    const client = new OpenAI({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
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

const onlyText: AgentLimit = {
  reason: 'The Chat Completions API accepts only text in the results of tools.',
  check: ({ requests, text }) => {
    expect(text).toBe('done');
    expect(requests.at(-1)?.results[0]?.text).toBe('[image (image/png) omitted: not supported in tool results]');
  },
};

const fixedTools: AgentLimit = {
  reason: '`runTools` fixes its tools when the run starts, and answers calls of other tools itself.',
  check: ({ requests, text }) => {
    expect(text).toBe('done');
    expect(requests.at(-1)?.results.at(-1)?.text).toMatch(/^Invalid tool_call: "(?:discount|ad)"/);
  },
};

export const chatLimits: AgentSdk['limits'] = { image: onlyText };

export const runToolsLimits: AgentSdk['limits'] = {
  image: onlyText,
  'activated group': fixedTools,
  'inactive tool': fixedTools,
  'unknown tool': fixedTools,
};

interface Script {
  readonly turns: readonly ScriptedTurn[];
  readonly requests: SeenRequest[];
}

interface FunctionDefinition {
  readonly name: string;
  readonly parameters: object;
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_call_id: string }[];
  readonly tools: readonly { readonly type: 'function'; readonly function: FunctionDefinition }[];
}

interface ResponsesRequest {
  readonly input: readonly {
    readonly type?: string;
    readonly call_id: string;
    readonly output: string | readonly { readonly type: string; readonly text?: string; readonly image_url?: string }[];
  }[];
  readonly tools: readonly FunctionDefinition[];
}

function answer(path: string, body: never, { turns, requests }: Script): unknown {
  if (path !== '/chat/completions' && path !== '/responses') throw new TypeError(`There is no ${path}.`);
  const [read, create] =
    path === '/responses' ? [readResponsesRequest, createResponse] : [readChatRequest, createCompletion];
  const request = read(body);
  checkResults(request.results, turns.slice(0, requests.length));
  requests.push(request);
  return create(turns[requests.length - 1]);
}

function checkParameters({ name, parameters }: FunctionDefinition): void {
  const refused = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'].find((keyword) => keyword in parameters);
  if (refused !== undefined)
    throw new TypeError(`The parameters of ${name} must not have ${refused} at the top level.`);
  expect(parameters).toMatchObject({ type: 'object', properties: {} });
}

function readChatRequest({ messages, tools }: ChatRequest): SeenRequest {
  for (const { function: definition } of tools) checkParameters(definition);
  const results = messages.filter(({ role }) => role === 'tool');
  return {
    tools: tools.map((tool) => tool.function.name),
    results: results.map(({ tool_call_id: id, content }): SeenResult => {
      if (typeof content !== 'string') throw new TypeError('The content of a tool message must be a text.');
      return { id, text: content, images: [] };
    }),
  };
}

function createCompletion(turn: ScriptedTurn | undefined): unknown {
  const calls = turn?.map(({ id, name, input }) => {
    return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  });
  const message = { role: 'assistant', content: calls === undefined ? 'done' : null, tool_calls: calls, refusal: null };
  const choice = { index: 0, message, finish_reason: calls === undefined ? 'stop' : 'tool_calls' };
  return { id: 'c1', object: 'chat.completion', choices: [choice] };
}

function readResponsesRequest({ input, tools }: ResponsesRequest): SeenRequest {
  tools.forEach(checkParameters);
  const outputs = input.filter(({ type }) => type === 'function_call_output');
  return {
    tools: tools.map(({ name }) => name),
    results: outputs.map(({ call_id: id, output }) => {
      if (typeof output === 'string') return { id, text: output, images: [] };
      const images = output.filter(({ type }) => type === 'input_image');
      return {
        id,
        text: output.map((item) => item.text ?? '').join('\n'),
        images: images.map(({ image_url: url = '' }) => /^data:([^;]+);base64,/.exec(url)?.[1] ?? url),
      };
    }),
  };
}

function createResponse(turn: ScriptedTurn | undefined): unknown {
  const calls = turn?.map(({ id, name, input }) => {
    return { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input), status: 'completed' };
  });
  const text = { type: 'output_text', text: 'done', annotations: [] };
  const output = calls ?? [{ type: 'message', role: 'assistant', content: [text] }];
  return { id: 'r1', object: 'response', status: 'completed', output };
}
