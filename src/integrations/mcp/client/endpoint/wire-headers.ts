import { Secret } from '../../../../call/state/secret.js';
import type { HttpEndpoint } from './transport-options.js';

/** Returns the fixed headers of every request to an endpoint, with secrets revealed. */
export function headersOf({ headers, auth }: HttpEndpoint): Record<string, string> {
  const fixed = typeof headers === 'function' ? {} : (headers ?? {});
  const sent = Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, reveal(value)]));
  return typeof auth === 'string' || Secret.is(auth) ? { ...sent, Authorization: `Bearer ${reveal(auth)}` } : sent;
}

function reveal(value: string | Secret): string {
  return String(Secret.is(value) ? value.reveal() : value);
}
