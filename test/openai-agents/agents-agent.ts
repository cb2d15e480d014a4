import { join } from 'node:path';
import { agentInstructions, agentTools } from 'toolwright/openai-agents';
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

/** The parts of the OpenAI Agents SDK that the tests use. */
export interface AgentsSdk {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the package are not installed in the root.
  readonly [name: string]: any;
}

/** Imports the OpenAI Agents SDK from its folder in test/peers. */
export async function importAgents(): Promise<AgentsSdk> {
  // The SDK sends traces to its vendor.
  process.env.OPENAI_AGENTS_DISABLE_TRACING = '1';
  return (await import(join(root, 'test/peers/openai-agents-0/sdk.mjs'))) as AgentsSdk;
}

/** Creates a model that makes the calls of each turn, and then answers with `done`. Its requests are recorded. */
export function createModel(
  sdk: AgentsSdk,
  turns: readonly ScriptedTurn[],
  onRequest: (request: ModelRequest) => void = () => {},
) {
  const steps = [...turns, undefined].map((turn) =>
    sdk.modelResponder(({ request }: { readonly request: ModelRequest }) => {
      onRequest(request);
      const calls = turn?.map(({ id, name, input }) => {
        const args = typeof input === 'string' ? input : JSON.stringify(input);
        return sdk.functionCall(name, args, { callId: id });
      });
      return { output: calls ?? [sdk.assistantMessage('done')], usage: new sdk.Usage() };
    }),
  );
  return new sdk.ScriptedModel(steps);
}

/** Creates the driver of the contract. */
export function createAgentsAgent(sdk: AgentsSdk): AgentSdk {
  const run = async ({ scope, turns, options, signal, decision }: AgentRunOptions): Promise<AgentRun> => {
    const requests: SeenRequest[] = [];
    const model = createModel(sdk, turns, (request) => requests.push(readRequest(request)));
    const tools = agentTools(scope, options);
    const agent = new sdk.Agent({ name: 'Clerk', model, instructions: agentInstructions(scope), tools });
    const settings = { signal, toolNotFoundBehavior: 'return_error_to_model' };
    try {
      let result = await sdk.run(agent, 'Go', settings);
      for (const interruption of result.interruptions) {
        if (decision === 'approve') result.state.approve(interruption);
        else result.state.reject(interruption);
      }
      if (result.interruptions.length > 0) result = await sdk.run(agent, result.state, settings);
      return { requests, text: result.finalOutput };
    } catch (failure) {
      return { requests, failure };
    }
  };
  return { run, limits };
}

const notFound: AgentLimit = {
  reason:
    'The SDK ends the run with an error on a call of an unknown or inactive tool, unless the run has ' +
    "`toolNotFoundBehavior: 'return_error_to_model'`, with which it answers the call itself.",
  check: ({ requests, text }) => {
    expect(text).toBe('done');
    expect(requests.at(-1)?.results[0]?.text).toMatch(/not found/i);
  },
};

const limits: AgentSdk['limits'] = { 'inactive tool': notFound, 'unknown tool': notFound };

/** A request that the model receives. */
export interface ModelRequest {
  readonly systemInstructions?: string;
  readonly input: string | readonly InputItem[];
  readonly tools: readonly { readonly name: string }[];
}

interface OutputPart {
  readonly type: string;
  readonly text?: string;
  readonly image?: string | { readonly data?: string; readonly mediaType?: string };
}

interface InputItem {
  readonly type?: string;
  readonly callId: string;
  readonly output: string | OutputPart | readonly OutputPart[];
}

/** Reads the tools and the results of a request. */
export function readRequest({ input, tools }: ModelRequest): SeenRequest {
  const items = typeof input === 'string' ? [] : input;
  const results = items.filter(({ type }) => type === 'function_call_result');
  return { tools: tools.map(({ name }) => name), results: results.map(readResult) };
}

function readResult({ callId: id, output }: InputItem): SeenResult {
  const parts = typeof output === 'string' ? [{ type: 'text', text: output }] : [output].flat();
  const text = parts.map((part) => part.text ?? '').join('\n');
  const images = parts.flatMap(({ image }: OutputPart) => {
    if (image === undefined) return [];
    return typeof image === 'string' ? [/^data:([^;]+);/.exec(image)?.[1] ?? image] : [image.mediaType ?? 'none'];
  });
  return { id, text, images };
}
