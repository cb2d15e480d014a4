import type { WireMessage } from '../../protocol/wire-transport.js';

/**
 * The reason why this package, not the server, failed a request. An SDK releases a request only when a response
 * arrives: it receives a local error response, which is marked in the `data` of its error.
 */
export type LocalError =
  | { readonly toolwright: 'lost' | 'malformed' }
  | {
      readonly toolwright: 'limit';
      /** The option that sets the limit. */
      readonly limit: string;
      readonly value: number;
    };

/** The error code that the official SDKs use for a closed connection. */
export const connectionClosed = -32_000;

/** Creates the error response that fails a request locally. */
export function createErrorAnswer(id: unknown, data: LocalError): WireMessage {
  return { jsonrpc: '2.0', id, error: { code: connectionClosed, message: data.toolwright, data } };
}

/** Returns the data of a local error; undefined for an error of a server. */
export function localErrorOf({ data }: { readonly data?: unknown }): LocalError | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { toolwright } = data as Partial<LocalError>;
  return toolwright === 'lost' || toolwright === 'malformed' || toolwright === 'limit'
    ? (data as LocalError)
    : undefined;
}
