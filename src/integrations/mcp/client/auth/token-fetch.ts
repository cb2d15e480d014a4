import { AuthenticationError, ServerError } from '../../../../base/errors/errors.js';
import { isSecureUrl } from '../../../../base/network/secure-url.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import type { SentSecrets } from '../http/sent-secrets.js';
import type { Fetch } from '../http/stream-watch.js';

const maxReasonChars = 500;

/**
 * Creates a fetch for the requests of one identity. A request for a token that is refused fails at once: the SDKs would send
 * the same credentials again, and log what the server answers. Requests for the same token at the same time share one answer.
 *
 * @param send - The fetch that sends the requests.
 */
export function createTokenFetch(send: Fetch, secrets: SentSecrets): Fetch {
  const pending = new Map<string, Promise<Response>>();
  return async (url, init) => {
    const form = readTokenRequest(init);
    if (form === undefined) return send(url, init);
    const key = JSON.stringify([String(url), form.get('grant_type'), form.get('scope'), form.get('resource')]);
    const known = pending.get(key);
    if (known !== undefined) return (await known).clone();
    const requested = requestToken(send, [url, init], secrets).finally(() => pending.delete(key));
    pending.set(key, requested);
    return (await requested).clone();
  };
}

/** Returns the form of a request for a token; undefined for any other request. */
function readTokenRequest({ method, body }: RequestInit = {}): URLSearchParams | undefined {
  if (method !== 'POST' || !(typeof body === 'string' || body instanceof URLSearchParams)) return undefined;
  const form = new URLSearchParams(body);
  return form.has('grant_type') ? form : undefined;
}

async function requestToken(send: Fetch, request: Parameters<Fetch>, secrets: SentSecrets): Promise<Response> {
  const url = new URL(request[0]);
  if (!isSecureUrl(url)) {
    throw new AuthenticationError(`The token endpoint at ${url.origin} is not https. No credentials are sent.`);
  }
  const response = await send(...request);
  if (response.ok) return response;
  const text = await response.clone().text();
  const { error, error_description: description } = parseBody(text);
  // The SDK sends the request again with the nonce (RFC 9449, section 8).
  if (error === 'use_dpop_nonce') return response;
  await response.body?.cancel();
  const stated = [error, description].filter((part) => typeof part === 'string').join(': ');
  const reason = stated === '' ? `HTTP status ${response.status}` : secrets.redact(stated).slice(0, maxReasonChars);
  const message = `The authorisation server at ${url.origin} issued no token: ${reason}`;
  throw response.status >= 500 ? new ServerError(message) : new AuthenticationError(message);
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
