import { Secret } from '../../../state/secret.js';
import type { HttpEndpoint, OAuthProvider } from '../transport-options.js';

/** The headers of every request to an endpoint, with secrets as what they are: for the wire alone. */
export function headersOf({ headers = {}, auth }: HttpEndpoint): Record<string, string> {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, revealed(value)]));
  return typeof auth === 'string' || Secret.is(auth) ? { ...sent, Authorization: `Bearer ${revealed(auth)}` } : sent;
}

/** The OAuth provider of an endpoint, if it has one. */
export function authProviderOf({ auth }: HttpEndpoint): OAuthProvider | undefined {
  return typeof auth === 'object' && !Secret.is(auth) ? auth : undefined;
}

function revealed(value: string | Secret): string {
  return String(Secret.is(value) ? value.reveal() : value);
}
