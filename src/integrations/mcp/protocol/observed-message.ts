import type { McpObservedAnswer, McpObservedRequest } from '../../../base/network/mcp-observer.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { WireMessage } from './wire-transport.js';

// Clients of protocol version 2026-07-28 name it in each request (specification, basic, `_meta`).
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Returns what an observer receives of a request; undefined for another message. */
export function observedRequest(
  { id, method, params: sent }: WireMessage,
  negotiated: string | undefined,
): Pick<McpObservedRequest, 'id' | 'method' | 'params' | 'protocolVersion'> | undefined {
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const params = isRecord(sent) ? sent : undefined;
  const named = isRecord(params?._meta) ? params._meta[versionKey] : undefined;
  return { id, method, params, protocolVersion: typeof named === 'string' ? named : negotiated };
}

/** Returns what an observer receives of a response. */
export function observedAnswer({ result, error }: WireMessage): McpObservedAnswer {
  if (!isRecord(error)) return { result };
  return { error: { code: Number(error.code), message: String(error.message) } };
}

/** Returns what an observer receives of an error that is not a response. */
export function observedFailure(error: unknown): McpObservedAnswer {
  return { failure: error instanceof Error ? error.name : '_OTHER' };
}
