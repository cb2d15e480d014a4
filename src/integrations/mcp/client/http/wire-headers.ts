import { Secret } from '../../../../call/state/secret.js';
import type { HttpEndpoint, OAuthProvider } from './transport-options.js';

/** Returns the fixed headers of every request to an endpoint, with secrets revealed. */
export function headersOf({ headers, auth }: HttpEndpoint): Record<string, string> {
  const fixed = typeof headers === 'function' ? {} : (headers ?? {});
  const sent = Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, reveal(value)]));
  return typeof auth === 'string' || Secret.is(auth) ? { ...sent, Authorization: `Bearer ${reveal(auth)}` } : sent;
}

/** Returns the OAuth provider of an endpoint; undefined if it has none. */
export function authProviderOf({ auth }: HttpEndpoint): OAuthProvider | undefined {
  return typeof auth === 'object' && !Secret.is(auth) ? auth : undefined;
}

function reveal(value: string | Secret): string {
  return String(Secret.is(value) ? value.reveal() : value);
}
