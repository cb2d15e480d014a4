import type {
  ClientCallOptions,
  ClientOptions,
  ToolClient,
  ToolPart,
  ToolTypes,
  UntypedTools,
} from './client-types.js';
import { type DeferredToolCall, ToolCallError, type ToolCallErrorParts } from './tool-call-error.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Creates a client for the tools of a server: for `toolHandler` of `toolwright/http`, and for the routes of `toolwright/nest`.
 * Each tool is a method. The arguments are validated by the server.
 *
 * @example
 * ```ts
 * const tools = createClient<ShopTools>({ url: '/tools' });
 * const products = await tools.find({ query: 'tea' });
 * ```
 * @typeParam Tools - The input, the output and the chunks of each tool, by its name: an interface that
 * `toolwright generate --types` has written.
 * @throws TypeError on an unknown option, and if `url` is not a string.
 */
export function createClient<Tools extends { readonly [Name in keyof Tools]: ToolTypes } = UntypedTools>(
  options: ClientOptions,
): ToolClient<Tools>;
export function createClient(options: ClientOptions): unknown {
  checkNames('createClient', options, ['url', 'headers', 'fetch', 'credentials', 'onApproval', 'maxLength']);
  const { url, headers, credentials = 'same-origin', onApproval, maxLength = 2 ** 24 } = options;
  if (typeof url !== 'string') throw new TypeError('createClient: url must be a string.');
  const send = options.fetch ?? ((target, init) => fetch(target, init));
  const base = url.replace(/\/+$/, '');

  async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
    const sent = new Headers(typeof headers === 'function' ? await unlessAborted(signal, headers) : headers);
    sent.set('content-type', 'application/json');
    const init: RequestInit = {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body ?? {}),
      credentials,
      // Headers with credentials must not reach another server.
      redirect: 'error',
      signal: signal ?? null,
    };
    try {
      return await send(base + path, init);
    } catch (error) {
      // Outside of pages, nothing completes a path. The error says that it is no URL.
      throw options.fetch || !url.startsWith('/') || 'location' in globalThis ? lost(error, signal) : error;
    }
  }

  /** Reads the result of a call. Resolves to the final one, after a decision if the call is deferred. */
  async function finish(response: Response, signal?: AbortSignal): Promise<Json> {
    const { status } = response;
    let text = '';
    for await (const part of textsOf(response, signal)) {
      text += part;
      if (text.length > maxLength) throw tooLong(status);
    }
    const value = parse(text) ?? {};
    // The refusal of a route has neither.
    if (value.success || isJson(value.error)) return settle(value, status, signal);
    throw refusal(value, status);
  }

  async function settle(result: Json, status: number, signal?: AbortSignal): Promise<Json> {
    // A server within this process answers an aborted call with an error of its own.
    signal?.throwIfAborted();
    const { error, metadata } = result;
    if (!isJson(error)) return result;
    const approval = isJson(metadata) && isDeferred(metadata.approval) ? metadata.approval : undefined;
    const decision = (approval && (await unlessAborted(signal, () => onApproval?.(approval, { signal })))) ?? 'later';
    if (!approval || decision === 'later') throw failure(error, { status, approval });
    const answer = typeof decision === 'string' ? { answer: decision } : decision;
    return finish(await post('/approvals', { ...answer, token: approval.token }, signal), signal);
  }

  async function* stream(name: string, input: unknown, options?: ClientCallOptions): AsyncGenerator<ToolPart> {
    const signal = signalOf(options);
    const response = await post(`/${segmentOf(name)}/stream`, input, signal);
    const { status } = response;
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      yield partOf(await finish(response, signal), true);
      return;
    }
    for await (const data of eventsOf(textsOf(response, signal), status, maxLength)) {
      const event = parse(data);
      if (!event) throw invalid('JSON', status);
      const isLast = event.isLast === true;
      // The answer to a decision is a result, which is the last part.
      yield partOf(await settle(event, status, signal), isLast);
      if (isLast) return;
    }
    throw lost(undefined, signal, status);
  }

  function toolOf(name: string): unknown {
    const call = async (input?: unknown, options?: ClientCallOptions): Promise<unknown> => {
      const signal = signalOf(options);
      return (await finish(await post(`/${segmentOf(name)}`, input, signal), signal)).data;
    };
    const iterate = (input?: unknown, options?: ClientCallOptions): AsyncIterable<ToolPart> => ({
      [Symbol.asyncIterator]: () => stream(name, input, options),
    });
    return Object.assign(call, { stream: iterate });
  }

  return new Proxy<Record<string, unknown>>(Object.create(null), {
    get(methods, name) {
      // To await or to print the client calls no tool.
      if (typeof name !== 'string' || /^(then|toJSON)$/.test(name) || name in Object.prototype) return undefined;
      methods[name] ??= toolOf(name);
      return methods[name];
    },
  });
}

function signalOf(options: ClientCallOptions = {}): AbortSignal | undefined {
  checkNames('A call', options, ['signal']);
  return options.signal;
}

/** Throws a TypeError on an option that does not exist. The checks of the rest of the package are larger than the client. */
function checkNames(where: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown) throw new TypeError(`${where}: there is no option '${unknown}'. The options are ${names.join(', ')}.`);
}

/** Settles like what a function returns, or rejects with the reason of a signal that aborts before. */
function unlessAborted<T>(signal: AbortSignal | undefined, start: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    const started = Promise.resolve().then(start).then(resolve, reject);
    void started.finally(() => signal?.removeEventListener('abort', abort));
  });
}

/** Returns the segment of a URL for a tool. A segment of dots would lead to another path. */
function segmentOf(name: string): string {
  return encodeURIComponent(name).replace(/^\.+$/, '');
}

async function* textsOf({ body, status }: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (error) {
    throw lost(error, signal, status);
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}

/** Iterates over the data of server-sent events. */
async function* eventsOf(texts: AsyncIterable<string>, status: number, maxLength: number): AsyncGenerator<string> {
  let [rest, data] = ['', ''];
  for await (const text of texts) {
    rest += text;
    // A long line is not read again with each part of it.
    if (/[\r\n]/.test(text)) {
      // A line break may be split between two texts.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '' && data !== '') {
          yield data;
          data = '';
        }
        if (line.startsWith('data:')) data += line.slice(5);
      }
    }
    if (rest.length + data.length > maxLength) throw tooLong(status);
  }
}

function partOf(response: Json, isLast: boolean): ToolPart {
  const { content, structuredContent = response.data } = response;
  // A server may send other values than responses.
  if (!Array.isArray(content)) return { isLast, data: response, text: '', response };
  const text = content.map((block) => (isJson(block) && block.type === 'text' ? block.text : '')).join('');
  return {
    isLast,
    data: structuredContent === undefined && content.length > 0 ? text : structuredContent,
    text,
    response,
  };
}

/** Returns the object in a text. Returns undefined if the text is something else. */
function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJson(value: unknown): value is Json {
  return value instanceof Object && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown';
}

function isDeferred(value: unknown): value is DeferredToolCall {
  return isJson(value) && typeof value.token === 'string';
}

function failure({ code, message, retryable, details }: Json, parts: Omit<ToolCallErrorParts, 'code'>): ToolCallError {
  const issues = isJson(details) && Array.isArray(details.issues) ? details.issues : [];
  return new ToolCallError(textOf(message), { ...parts, code: textOf(code), issues, retryable: retryable === true });
}

const codes: Readonly<Record<number, string>> = {
  401: 'authentication',
  403: 'permission',
  429: 'rate_limit',
};

function refusal({ message }: Json, status: number): ToolCallError {
  if (status < 400) return invalid('the result of a tool', status);
  const code = codes[status] ?? (status < 500 ? 'invalid_request' : 'server');
  const text = typeof message === 'string' ? message : `The server answered with the status ${status}.`;
  return new ToolCallError(text, { code, status, retryable: status === 429 || status > 501 });
}

function invalid(expected: string, status: number): ToolCallError {
  const text = `The server did not answer with ${expected}.`;
  return new ToolCallError(text, { code: 'invalid_response', status });
}

function tooLong(status: number): ToolCallError {
  return invalid('at most maxLength characters', status);
}

/** Returns the error of a lost connection, or the reason of the signal that has ended it. */
function lost(cause: unknown, signal: AbortSignal | undefined, status?: number): unknown {
  if (signal?.aborted) return signal.reason;
  return new ToolCallError('The connection failed.', { code: 'network', retryable: true, status, cause });
}
