import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { isRequestId, type RequestId } from '../http/running-calls.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { isProgressToken } from './envelope.js';

/** The params of a message. */
export type Params = Readonly<Record<string, unknown>>;

/** A message that is not answered. */
export interface WireNotification {
  readonly id: undefined;
  readonly method: string;
  readonly params: Params;
}

/** A message that is answered. */
export interface WireRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

/**
 * Reads a message of a client (JSON-RPC 2.0). From protocol version 2026-07-28 on, clients send no batches and no
 * responses.
 *
 * @throws McpProtocolError if it is not a request or a notification.
 */
export function readMessage(body: unknown): WireRequest | WireNotification {
  if (Array.isArray(body)) throw invalid('Batches are not supported from protocol version 2026-07-28 on.');
  if (!isRecord(body) || body.jsonrpc !== '2.0') throw invalid('The message is not a message of JSON-RPC 2.0.');
  if ('result' in body || 'error' in body) throw invalid('Responses are not accepted: this server sends no requests.');
  const { id, method, params = {} } = body;
  if (typeof method !== 'string' || !isParams(params) || !Object.keys(body).every(isMessageKey)) {
    throw invalid('The message is not a request or a notification of JSON-RPC 2.0.');
  }
  if (!('id' in body)) return { id: undefined, method, params };
  if (isRequestId(id) && (typeof id === 'string' || Number.isSafeInteger(id))) return { id, method, params };
  throw invalid('The ID of a request must be a string or an integer.');
}

const messageKeys = new Set(['jsonrpc', 'id', 'method', 'params']);

function isMessageKey(key: string): boolean {
  return messageKeys.has(key);
}

function isParams(params: unknown): params is Params {
  if (!isRecord(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  return isRecord(meta) && (meta.progressToken === undefined || isProgressToken(meta.progressToken));
}

function invalid(message: string): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.invalidRequest, message);
}
