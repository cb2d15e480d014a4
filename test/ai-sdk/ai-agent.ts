import { join } from 'node:path';
import type { Toolkit, ToolScope } from 'toolwright';
import { type AgentOptions, aiTools, followGroups, repairToolCall } from 'toolwright/ai-sdk';
import type {
  AgentRun,
  AgentRunOptions,
  AgentSdk,
  ScriptedTurn,
  SeenRequest,
  SeenResult,
} from '../contracts/agent-sdk.contract.js';
import { root } from '../support/repository.js';

/** The parts of the AI SDK that the tests use. */
export interface AiSdk {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the package are not installed in the root.
  readonly [name: string]: any;
}

/** Imports a version of the AI SDK from its folder in test/peers. */
export function importAiSdk(major: 6 | 7): Promise<AiSdk> {
  return import(join(root, `test/peers/ai-sdk-${major}/sdk.mjs`));
}

/** Creates a model that makes the calls of each turn, and then answers with `done`. Its requests are recorded. */
export function createModel(sdk: AiSdk, turns: readonly ScriptedTurn[], requests: SeenRequest[] = []) {
  const answer = (prompt: readonly PromptMessage[], tools: readonly { readonly name: string }[] = []) => {
    requests.push({ tools: tools.map(({ name }) => name), results: readResults(prompt) });
    // A denied call is answered without the model.
    const turn = turns[prompt.filter(({ role }) => role === 'assistant').length];
    const content =
      turn === undefined
        ? [{ type: 'text', text: 'done' }]
        : turn.map(({ id, name, input }) => {
            const text = typeof input === 'string' ? input : JSON.stringify(input);
            return { type: 'tool-call', toolCallId: id, toolName: name, input: text };
          });
    const finishReason = { unified: turn === undefined ? 'stop' : 'tool-calls', raw: undefined };
    return { content, finishReason, usage, warnings: [] };
  };
  return new sdk.MockLanguageModel({
    doGenerate: async ({ prompt, tools }: ModelCall) => answer(prompt, tools),
    doStream: async ({ prompt, tools }: ModelCall) => {
      const { content, finishReason } = answer(prompt, tools);
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
      return { stream: sdk.simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}

/** Creates the driver of the contract, with `generateText`. */
export function createAiAgent(sdk: AiSdk): AgentSdk {
  return { run: (options) => runAgent(sdk, options) };
}

async function runAgent(sdk: AiSdk, { scope, turns, options, signal, decision }: AgentRunOptions): Promise<AgentRun> {
  const requests: SeenRequest[] = [];
  const settings = settingsOf(sdk, scope, options);
  const request = { ...settings, model: createModel(sdk, turns, requests), abortSignal: signal };
  const messages: unknown[] = [{ role: 'user', content: 'Go' }];
  try {
    let result = await sdk.generateText({ ...request, messages });
    const asked = result.content.filter(({ type }: { readonly type: string }) => type === 'tool-approval-request');
    if (asked.length > 0) {
      const responses = asked.map(({ approvalId }: { readonly approvalId: string }) => {
        return { type: 'tool-approval-response', approvalId, approved: decision === 'approve' };
      });
      messages.push(...result.response.messages, { role: 'tool', content: responses });
      result = await sdk.generateText({ ...request, messages });
    }
    return { requests, text: result.text };
  } catch (failure) {
    return { requests, failure };
  }
}

/** The settings of a run with the tools of a toolkit or session. */
export function settingsOf(sdk: AiSdk, scope: Toolkit | ToolScope, options: AgentOptions = {}) {
  return {
    tools: aiTools(scope, options),
    prepareStep: followGroups(scope),
    experimental_repairToolCall: repairToolCall(scope, options),
    stopWhen: sdk.stepCountIs(5),
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
  readonly output: { readonly type: string; readonly value?: unknown; readonly reason?: string };
}

interface OutputPart {
  readonly type: string;
  readonly text?: string;
  readonly mediaType?: string;
}

function readResults(prompt: readonly PromptMessage[]): readonly SeenResult[] {
  const parts = prompt.flatMap(({ role, content }) => (role === 'tool' && typeof content !== 'string' ? content : []));
  return parts
    .filter(({ type }) => type === 'tool-result')
    .map(({ toolCallId: id, output: { type, value, reason } }) => {
      const isError = type.startsWith('error') || type === 'execution-denied';
      if (type !== 'content') {
        const text = type === 'execution-denied' ? `denied: ${reason ?? ''}` : String(value);
        return { id, text, isError, images: [] };
      }
      const shown = value as readonly OutputPart[];
      const text = shown.map((part) => part.text ?? '').join('\n');
      return { id, text, isError, images: shown.flatMap(({ mediaType }) => mediaType ?? []) };
    });
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
