import { join } from 'node:path';
// Sets the dispatcher that the SDK reads from the global object, which in tests is not that of Node.js.
import 'undici';
import { callableTool, functionResponses } from 'toolwright/google-genai';
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

/** The parts of the SDK of Gemini that the tests use. */
export interface GeminiSdk {
  readonly GoogleGenAI: new (options: object) => Client;
}

/** Imports the SDK of Gemini from its folder in test/peers. */
export function importGemini(): Promise<GeminiSdk> {
  return import(join(root, 'test/peers/google-genai-2/sdk.mjs')) as Promise<GeminiSdk>;
}

type Loop = (client: Client, options: Omit<AgentRunOptions, 'turns' | 'decision'>) => Promise<string>;

const maxTurns = 5;

/** The loops of agents with the SDK of Gemini: one that the application writes, and one that the SDK runs. */
export const loops: Readonly<Record<'generateContent' | 'automatic', Loop>> = {
  generateContent: async (client, { scope, options, signal }) => {
    const contents: unknown[] = [{ role: 'user', parts: [{ text: 'Go' }] }];
    const tool = callableTool(scope, options);
    for (let turn = 0; turn < maxTurns; turn++) {
      const config = { tools: [await tool.tool()], abortSignal: signal };
      const response = await client.models.generateContent({ model: 'gemini', contents, config });
      const parts = await functionResponses(scope, response.functionCalls, { ...options, signal });
      if (parts.length === 0) return response.text;
      contents.push(response.candidates[0].content, { role: 'user', parts });
    }
    return 'too many turns';
  },
  automatic: async (client, { scope, options, signal }) => {
    const config = { tools: [callableTool(scope, { ...options, signal })], abortSignal: signal };
    return (await client.models.generateContent({ model: 'gemini', contents: 'Go', config })).text;
  },
};

/** Creates the driver of the contract. Its user decides with an approver, because the SDK has no approval of its own. */
export function createGeminiAgent(
  { GoogleGenAI }: GeminiSdk,
  loop: Loop,
  limits: NonNullable<AgentSdk['limits']> = {},
): AgentSdk {
  const run = async ({ turns, decision, options, ...rest }: AgentRunOptions): Promise<AgentRun> => {
    const requests: SeenRequest[] = [];
    const server = await startJsonServer((_, body: GenerateRequest) => {
      requests.push(readRequest(body));
      return createAnswer(turns[requests.length - 1]);
    });
    const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: server.url } });
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

/** The limits of automatic function calling. The calls of activated tools still run. */
export const automaticLimits: AgentSdk['limits'] = {
  'activated group': {
    reason: 'Automatic function calling asks for the declarations once per request.',
    check: ({ requests, text }: AgentRun): void => {
      expect(text).toBe('done');
      expect(requests[1]?.tools).not.toContain('discount');
      expect(requests.at(-1)?.results.at(-1)?.text).toBe('ten percent');
    },
  } satisfies AgentLimit,
};

interface FunctionResponse {
  readonly id: string;
  readonly name: string;
  readonly response: { readonly output?: unknown; readonly error?: string };
  readonly parts?: readonly { readonly inlineData: { readonly mimeType: string } }[];
}

interface GenerateRequest {
  readonly contents: readonly { readonly parts: readonly { readonly functionResponse?: FunctionResponse }[] }[];
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[];
}

function readRequest({ contents, tools = [] }: GenerateRequest): SeenRequest {
  const responses = contents.flatMap(({ parts }) => parts.flatMap((part) => part.functionResponse ?? []));
  return {
    tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
    results: responses.map(readResult),
  };
}

function readResult({ id, response: { output, error }, parts = [] }: FunctionResponse): SeenResult {
  const text = error ?? (typeof output === 'string' ? output : JSON.stringify(output));
  return { id, text, isError: error !== undefined, images: parts.map(({ inlineData }) => inlineData.mimeType) };
}

function createAnswer(turn: ScriptedTurn | undefined): unknown {
  const calls = turn?.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }));
  return { candidates: [{ content: { role: 'model', parts: calls ?? [{ text: 'done' }] }, finishReason: 'STOP' }] };
}
