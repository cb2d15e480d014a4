import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DeniedError, NetworkError, TimeoutError, ToolError, ToolExecutionError } from '../../base/errors/errors.js';
import type { OutboundRules } from '../../base/network/outbound-rules.js';
import type { RestRequest } from './http/rest-request.js';
import { isPlainPath } from './path-pattern.js';

/** The settings with which requests are sent. */
export interface SendSettings {
  readonly dispatcher: Dispatcher;
  readonly rules: OutboundRules;
  /** The longest time without a byte of the response, in milliseconds. */
  readonly idleTimeoutMs: number;
  readonly maxRedirects: number;
  readonly signal: AbortSignal;
  /** The texts that are sent to no other origin. @default none */
  readonly secrets?: readonly string[] | undefined;
  /** Where redirects may lead, and where they may take credentials and a body. @default the origin of the request */
  readonly scope?: RedirectScope | undefined;
}

/** Where the redirects of a request may lead. */
export interface RedirectScope {
  /** The URL below whose path a redirect receives the credentials and the body of the request. */
  readonly baseUrl: URL;
  /** Checks whether a redirect may lead to a URL with a method. @default every URL that the rules allow */
  readonly allows?: ((method: string, url: URL) => boolean) | undefined;
}

/** A response whose body has not been read. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it was sent, before it is decoded. It must be read or destroyed. */
  readonly body: Readable;
}

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/**
 * The headers that may be sent to an origin to which a request was redirected, unless the request states that they are
 * private. Any other may be a credential.
 */
const harmlessHeaders: readonly string[] = ['accept', 'accept-language', 'content-type', 'user-agent'];

/**
 * Sends a request and follows its redirects. Each target is checked by the rules and by the scope. No credential and no
 * body is sent to another origin than that of the request, or outside of the path of the scope.
 *
 * @throws DeniedError if the rules or the scope deny a target.
 * @throws NetworkError if no response was received.
 * @throws TimeoutError if the connection or the response exceeds its time limit.
 */
export async function sendRequest(request: RestRequest, settings: SendSettings): Promise<RawResponse> {
  let current = request;
  for (let redirects = 0; ; redirects++) {
    const response = await sendHop(current, settings);
    const { location } = response.headers;
    if (!redirectStatuses.includes(response.status) || typeof location !== 'string') return response;
    response.body.destroy();
    if (redirects >= settings.maxRedirects) {
      throw new NetworkError(`The server redirected the request more than ${settings.maxRedirects} times.`);
    }
    const { secrets = [], scope } = settings;
    current = redirect(current, { ...response, location, secrets, scope });
    if (scope?.allows?.(current.method, current.url) === false) {
      throw new DeniedError('The server redirected the request to an operation that is not allowed.');
    }
  }
}

async function sendHop({ method, url, headers, body }: RestRequest, settings: SendSettings): Promise<RawResponse> {
  settings.rules.checkUrl(url);
  try {
    const sent = await serializeForm(body);
    const { statusCode, ...response } = await settings.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...sent.headers, ...headers },
      body: sent.content,
      signal: settings.signal,
      headersTimeout: settings.idleTimeoutMs,
      bodyTimeout: settings.idleTimeoutMs,
    });
    // Destroying a body that is not read to its end emits an error, which no one else observes.
    response.body.on('error', () => {});
    return { status: statusCode, headers: response.headers, body: response.body };
  } catch (error) {
    throw toSendError(error);
  }
}

/** Converts a form to bytes with a boundary. Another body is returned unchanged. */
async function serializeForm(
  body: RestRequest['body'],
): Promise<{ readonly content: string | Uint8Array | null; readonly headers: Readonly<Record<string, string>> }> {
  if (!(body instanceof FormData)) return { content: body ?? null, headers: {} };
  const form = new Response(body);
  const content = new Uint8Array(await form.arrayBuffer());
  return { content, headers: { 'content-type': form.headers.get('content-type') ?? '' } };
}

/** The target of a redirect. */
interface Redirect {
  readonly status: number;
  readonly location: string;
  readonly secrets: readonly string[];
  readonly scope: RedirectScope | undefined;
}

function redirect(request: RestRequest, { status, location, secrets, scope }: Redirect): RestRequest {
  if (!URL.canParse(location, request.url.href)) {
    throw new NetworkError('The server redirected the request to an invalid URL.');
  }
  const url = new URL(location, request.url);
  url.username = '';
  url.password = '';
  // As in https://fetch.spec.whatwg.org/#http-redirect-fetch: the request becomes a GET without a body.
  const isRewritten = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const isInside = url.origin === request.url.origin && (scope === undefined || isBelow(url, scope.baseUrl));
  const outside = url.origin === request.url.origin ? 'out of the path of the tool' : 'to another origin';
  if (!isInside && containsAny(location, secrets)) {
    throw new NetworkError(`The server redirected a credential ${outside}, which is not followed.`);
  }
  const names = Object.keys(request.headers).filter((name) => {
    if (isRewritten && name.startsWith('content-')) return false;
    return isInside || (harmlessHeaders.includes(name) && !request.privateHeaders?.includes(name));
  });
  const headers = Object.fromEntries(names.map((name) => [name, request.headers[name] ?? '']));
  if (isRewritten) return { ...request, method: 'GET', url, headers, body: undefined };
  if (isInside || request.body === undefined) return { ...request, url, headers };
  throw new NetworkError(`The server redirected a request with a body ${outside}, which is not followed.`);
}

/** Checks whether a URL is below the path of another one, in whichever way servers read it. */
function isBelow({ origin, pathname }: URL, baseUrl: URL): boolean {
  const base = baseUrl.pathname.replace(/\/$/, '');
  if (origin !== baseUrl.origin) return false;
  if (base === '') return true;
  return pathname === base || (pathname.startsWith(`${base}/`) && isPlainPath(pathname));
}

/** Checks whether a URL contains a text, encoded in any way. */
function containsAny(location: string, texts: readonly string[]): boolean {
  const decoded = location.replaceAll('+', ' ').replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  return texts.some((text) => location.includes(text) || decoded.includes(text));
}

const timeouts: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'The connection was not established in time (connectTimeoutMs).',
  UND_ERR_HEADERS_TIMEOUT: 'The server did not respond in time (idleTimeoutMs).',
  UND_ERR_BODY_TIMEOUT: 'The server stopped sending its response (idleTimeoutMs).',
};

/** Converts an error of the HTTP client. The message shows neither the URL nor an address. */
export function toSendError(error: unknown): unknown {
  if (ToolError.is(error)) return error;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  if (ToolError.is(cause)) return cause;
  if (name === 'AbortError') return error;
  const text = typeof code === 'string' ? code : '';
  const timeout = timeouts[text];
  if (timeout !== undefined) return new TimeoutError(timeout, { cause: error });
  if (text === 'UND_ERR_INVALID_ARG') return new ToolExecutionError('The request is invalid.', { cause: error });
  return new NetworkError(`The request failed${text === '' ? '' : ` (${text})`}.`, { cause: error });
}
