import { withTimeout } from '../../../base/async/with-timeout.js';
import { TimeoutError } from '../../../base/errors/errors.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { collectSecrets, redactData, redactText } from '../../../call/redact-secrets.js';
import { Secret } from '../../../call/state/secret.js';
import { BodyError, readFetchBody } from '../../../integrations/shared/read-body-text.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { codeOf } from '../error-text.js';
import type { Model, ModelAnswer, ModelRequest } from './model.js';
import { maxAnswerLength, parseModelJson, readCalls } from './read-answer.js';

/** The options of a model that is a URL. */
export interface UrlModelOptions {
  readonly url: URL;
  /** The field `model` of each request. Undefined to send none. */
  readonly modelName: string | undefined;
  /** The bearer token. It is sent, and never shown. Undefined for none. */
  readonly key: Secret<string> | undefined;
  /** The longest time for an answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** A model behind a URL that accepts chat completions, as those of OpenAI. Redirects are not followed. */
export class UrlModel implements Model {
  readonly #options: UrlModelOptions;
  readonly #endpoint: URL;
  readonly #secrets: readonly string[];
  readonly #stop = new AbortController();

  constructor(options: UrlModelOptions) {
    this.#options = options;
    this.#endpoint = endpointOf(options.url);
    this.#secrets = collectSecrets([{ key: options.key }]);
  }

  async ask({ tools, messages }: ModelRequest): Promise<ModelAnswer> {
    const { modelName: model, timeoutMs: limitMs } = this.#options;
    const body = { model, messages, tools: tools.map((tool) => ({ type: 'function', function: tool })) };
    const timeoutMessage = `The model did not answer within ${limitMs} ms.`;
    try {
      return await withTimeout({ limitMs, timeoutMessage, signal: this.#stop.signal }, (signal) =>
        this.#send(JSON.stringify(body), signal),
      );
    } catch (error) {
      return { problem: redactText(describeFailure(error), this.#secrets) };
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
  }

  async #send(body: string, signal: AbortSignal): Promise<ModelAnswer> {
    const { key } = this.#options;
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` }),
      },
      body,
      redirect: 'manual',
      signal,
    });
    // Replaced before and after parsing: JSON may have it with escapes, and the preview of an error may cut it.
    const text = redactText(await readFetchBody(response, maxAnswerLength), this.#secrets);
    const answer = redactData(parseModelJson(text), this.#secrets);
    return response.ok ? readCompletion(answer ?? text) : { problem: describeStatus(response.status, answer ?? text) };
  }
}

function endpointOf(url: URL): URL {
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/\/+$/, '');
  endpoint.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
  return endpoint;
}

function readCompletion(answer: unknown): ModelAnswer {
  const [choice] = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices : [];
  const message: unknown = isRecord(choice) ? choice.message : undefined;
  const calls: unknown = isRecord(message) ? (message.tool_calls ?? []) : undefined;
  if (!Array.isArray(calls))
    return { problem: `The model answered ${previewValue(answer)}, which is no chat completion.` };
  return readCalls(calls.map((call: unknown) => (isRecord(call) ? call.function : call)));
}

function describeStatus(status: number, answer: unknown): string {
  if (status >= 300 && status < 400) return `The model redirects (HTTP ${status}), which is not followed.`;
  const error: unknown = isRecord(answer) ? answer.error : answer;
  const reason: unknown = isRecord(error) ? error.message : error;
  return `The model answered HTTP ${status}: ${previewValue(reason ?? answer)}.`;
}

function describeFailure(error: unknown): string {
  if (TimeoutError.is(error)) return error.message;
  if (error instanceof BodyError && error.reason === 'too large') return 'The model answered with more than 10 MB.';
  return `The model cannot be reached${codeOf(error)}.`;
}
