import { join } from 'node:path';
import { followGroups, mastraTools } from 'toolwright/mastra';
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

/** The parts of Mastra that the tests use. */
export interface MastraSdk {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the package are not installed in the root.
  readonly [name: string]: any;
}

/** Imports Mastra from its folder in test/peers. */
export function importMastra(): Promise<MastraSdk> {
  return import(join(root, 'test/peers/mastra-1/sdk.mjs'));
}

/** Creates a model that makes the calls of each turn, and then answers with `done`. Its requests are recorded. */
export function createModel(sdk: MastraSdk, turns: readonly ScriptedTurn[], requests: SeenRequest[] = []) {
  const answer = ({ prompt, tools }: ModelCall) => {
    requests.push({ tools: (tools ?? []).map(({ name }) => name), results: readResults(prompt) });
    const turn = turns[prompt.filter(({ role }) => role === 'assistant').length];
    const content =
      turn === undefined
        ? [{ type: 'text', text: 'done' }]
        : turn.map(({ id, name, input }) => {
            const text = typeof input === 'string' ? input : JSON.stringify(input);
            return { type: 'tool-call', toolCallId: id, toolName: name, input: text };
          });
    return { content, finishReason: turn === undefined ? 'stop' : 'tool-calls', usage, warnings: [] };
  };
  return new sdk.MastraLanguageModelV2Mock({
    doGenerate: async (call: ModelCall) => answer(call),
    doStream: async (call: ModelCall) => {
      const { content, finishReason } = answer(call);
      const parts = content.flatMap((part): readonly object[] =>
        'text' in part
          ? [
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: part.text },
              { type: 'text-end', id: 't' },
            ]
          : [part],
      );
      const chunks = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }];
      return { stream: ReadableStream.from(chunks) };
    },
  });
}

/** Creates an agent in an instance of Mastra that can suspend runs. */
export function createAgent(sdk: MastraSdk, settings: object) {
  const agent = new sdk.Agent({ id: 'agent', name: 'Agent', instructions: '', ...settings });
  new sdk.Mastra({ agents: { agent }, storage: new sdk.InMemoryStore(), logger: false });
  return agent;
}

/** Creates the driver of the contract, with `agent.generate`. */
export function createMastraAgent(sdk: MastraSdk): AgentSdk {
  return {
    run: (options) => runAgent(sdk, options),
    limits: { 'inactive tool': answersItself('discount'), 'unknown tool': answersItself('ad') },
  };
}

async function runAgent(
  sdk: MastraSdk,
  { scope, turns, options, signal, decision }: AgentRunOptions,
): Promise<AgentRun> {
  const requests: SeenRequest[] = [];
  const agent = createAgent(sdk, { model: createModel(sdk, turns, requests), tools: mastraTools(scope, options) });
  const settings = { abortSignal: signal, prepareStep: followGroups(scope), maxSteps: 5 };
  try {
    let result = await agent.generate('Go', settings);
    if (result.finishReason === 'suspended') {
      const { toolCallId } = result.suspendPayload;
      const decide = decision === 'approve' ? 'approveToolCallGenerate' : 'declineToolCallGenerate';
      result = await agent[decide]({ ...settings, runId: result.runId, toolCallId });
    }
    return { requests, text: result.text };
  } catch (failure) {
    return { requests, failure };
  }
}

function answersItself(name: string): AgentLimit {
  return {
    reason: 'An agent of Mastra answers calls of tools that it does not have with a list of its tools.',
    check: ({ requests, text }) => {
      expect(requests[1]?.results[0]?.text).toContain(`Tool "${name}" not found. Available tools: `);
      expect(text).toBe('done');
    },
  };
}

interface ModelCall {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly { readonly name: string }[];
}

interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly PromptPart[];
}

interface PromptPart {
  readonly type: string;
  readonly toolCallId: string;
  readonly output: { readonly type: string; readonly value: unknown };
}

interface OutputPart {
  readonly text?: string;
  readonly mediaType?: string;
}

function readResults(prompt: readonly PromptMessage[]): readonly SeenResult[] {
  const parts = prompt.flatMap(({ role, content }) => (role === 'tool' && typeof content !== 'string' ? content : []));
  return parts.map(({ toolCallId: id, output: { type, value } }) => {
    const isError = type.startsWith('error');
    if (type !== 'content') return { id, text: String(value), isError, images: [] };
    const shown = value as readonly OutputPart[];
    const text = shown.map((part) => part.text ?? '').join('\n');
    return { id, text, isError, images: shown.flatMap(({ mediaType }) => mediaType ?? []) };
  });
}

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
