import type { WireMessage } from '../protocol/wire-transport.js';

/**
 * A request that was failed here, not by the server. An SDK lets go of a request only when it is answered: so it gets an
 * answer from us, marked as ours in the `data` of its error.
 */
export type LocalError =
  | { readonly toolwright: 'lost' | 'malformed' }
  | {
      readonly toolwright: 'limit';
      /** The option that sets the limit, and its value. */
      readonly limit: string;
      readonly value: number;
    };

/** The code by which the official SDKs say that a connection has ended. */
export const connectionClosed = -32_000;

/** The answer by which a request is failed. */
export function failedAnswer(id: unknown, data: LocalError): WireMessage {
  return { jsonrpc: '2.0', id, error: { code: connectionClosed, message: data.toolwright, data } };
}

/** What an error says that was made here; undefined for the errors of servers. */
export function localErrorOf({ data }: { readonly data?: unknown }): LocalError | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { toolwright } = data as Partial<LocalError>;
  return toolwright === 'lost' || toolwright === 'malformed' || toolwright === 'limit'
    ? (data as LocalError)
    : undefined;
}
