import { ToolFormatter } from '../../sdks/agent-loop/tool-formatter.js';

/** An API whose answers a scripted model writes. */
export type ScriptedApi = 'openai' | 'openai-responses' | 'anthropic' | 'gemini';

/** The complete answer of one turn. */
export interface AnswerParts {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
}

interface WrittenCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** The function that a client calls with a request. */
type Respond = (request: unknown) => Promise<unknown>;

/** How an API writes answers, and where its client has the function that sends requests. */
interface ApiFormat {
  readonly write: (parts: AnswerParts, calls: readonly object[]) => object;
  readonly client: (respond: Respond) => object;
}

const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

const formats: Readonly<Record<ScriptedApi, ApiFormat>> = {
  openai: {
    write: ({ text }, calls) => ({
      id: 'chatcmpl-scripted',
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [
        {
          index: 0,
          logprobs: null,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          message: {
            role: 'assistant',
            content: text === '' ? null : text,
            refusal: null,
            ...(calls.length > 0 ? { tool_calls: calls } : {}),
          },
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }),
    client: (create) => ({ chat: { completions: { create } } }),
  },
  'openai-responses': {
    write: ({ text }, calls) => ({
      id: 'resp_scripted',
      object: 'response',
      created_at: 0,
      model: 'scripted',
      status: 'completed',
      error: null,
      output: [
        ...(text === '' ? [] : [createMessage(text)]),
        ...calls.map((call, index) => ({ id: `fc_${index + 1}`, status: 'completed', ...call })),
      ],
      output_text: text,
      usage,
    }),
    client: (create) => ({ responses: { create } }),
  },
  anthropic: {
    write: ({ text }, calls) => ({
      id: 'msg_scripted',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [...(text === '' ? [] : [{ type: 'text', text }]), ...calls],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage,
    }),
    client: (create) => ({ messages: { create } }),
  },
  gemini: {
    write: ({ text }, calls) => ({
      candidates: [
        {
          index: 0,
          finishReason: 'STOP',
          content: { role: 'model', parts: [...(text === '' ? [] : [{ text }]), ...calls] },
        },
      ],
      // The classes of the SDK have these as getters.
      text: text === '' ? undefined : text,
      functionCalls: calls.length > 0 ? calls.map((call) => Reflect.get(call, 'functionCall')) : undefined,
    }),
    client: (generateContent) => ({ models: { generateContent } }),
  },
};

/** The names of the APIs. */
export const scriptedApis: readonly string[] = Object.keys(formats);

/** Returns the answer of an API. */
export function writeAnswer(api: ScriptedApi, parts: AnswerParts): object {
  const calls = parts.calls.map(({ id, name, input }) => formatter.format({ name }, input, { strategy: api, id }));
  return formats[api].write(parts, calls);
}

/** Returns the part of the client of an API that sends requests. */
export function clientOf(api: ScriptedApi, respond: Respond): object {
  return formats[api].client(respond);
}

const formatter = new ToolFormatter();

function createMessage(text: string): object {
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}
