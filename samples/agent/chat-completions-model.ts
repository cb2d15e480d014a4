import {
  type AssistantMessage,
  type ChatMessage,
  type ChatModel,
  ChatModelError,
  type ChatRequest,
} from './chat-model.js';

/** Where a model answers, and as whom. */
export interface ChatCompletionsOptions {
  /** The address below which `/chat/completions` is. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
}

// A model that thinks takes its time; one that is gone should not hold the terminal. In milliseconds.
const timeoutMs = 60_000;

/** Any model behind an endpoint that speaks chat completions, as most servers do. */
export class ChatCompletionsModel implements ChatModel {
  readonly name: string;
  readonly #url: string;
  readonly #options: ChatCompletionsOptions;

  constructor(options: ChatCompletionsOptions) {
    this.#url = `${options.baseUrl.replace(/\/+$/, '')}/chat/completions`;
    this.#options = options;
    this.name = `${options.model} at ${options.baseUrl}`;
  }

  async complete({ messages, tools }: ChatRequest): Promise<AssistantMessage> {
    const { model } = this.#options;
    const body = JSON.stringify({ model, messages: messages.map(toWire), tools });
    const response = await this.#post(body);
    const text = await response.text();
    if (!response.ok) throw new ChatModelError(`${this.#url} answered ${response.status}: ${text.slice(0, 300)}`);
    return readAnswer(text, this.#url);
  }

  async #post(body: string): Promise<Response> {
    const { apiKey } = this.#options;
    const headers = {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    };
    try {
      return await fetch(this.#url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message || message : message;
      throw new ChatModelError(`${this.#url} cannot be reached: ${reason}`, { cause: error });
    }
  }
}

function toWire(message: ChatMessage): object {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content };
  if (message.role !== 'assistant' || message.calls.length === 0) {
    return { role: message.role, content: message.content };
  }
  const calls = message.calls.map(({ id, name, arguments: text }) => {
    return { id, type: 'function', function: { name, arguments: text } };
  });
  return { role: 'assistant', content: message.content, tool_calls: calls };
}

/** The fields of an answer that are used. All of them come from outside. */
interface WireAnswer {
  readonly choices?: readonly {
    readonly message?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
  }[];
}

function readAnswer(text: string, url: string): AssistantMessage {
  const message = parsed(text)?.choices?.[0]?.message;
  if (message === undefined) throw new ChatModelError(`${url} gave no message: ${text.slice(0, 300)}`);
  const calls = (message.tool_calls ?? []).map((call, index) => ({
    id: call.id || `call-${index}`,
    name: call.function?.name ?? '',
    arguments: call.function?.arguments ?? '{}',
  }));
  return { role: 'assistant', content: message.content ?? '', calls };
}

function parsed(text: string): WireAnswer | undefined {
  try {
    return JSON.parse(text) as WireAnswer;
  } catch {
    return undefined;
  }
}
