import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';

/** Returns the JSON text of the response to a request that failed. A message that is not a request has no ID. */
export function toErrorText(id: string | number | undefined, { code, message, data }: McpProtocolError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** Converts an error to one that a client may read. Any other error goes to the application only. */
export function toProtocolError(error: unknown, onError: (error: unknown) => void): McpProtocolError {
  if (error instanceof McpProtocolError) return error;
  onError(error);
  return new McpProtocolError(rpcErrorCodes.internalError, 'Internal error.');
}
