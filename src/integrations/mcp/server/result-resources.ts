import { partOfHost } from '../../../call/host-call.js';
import { offloadedResultsOf } from '../../../features/offload/scope-results.js';
import { NotFoundError, type OffloadedResult, type ToolResult, type ToolScope } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import type { McpContent } from '../../shared/mcp-content.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';

/** The beginning of the URIs of large results. */
export const resultPrefix = 'toolwright://results/';
const mimeType = 'text/plain';

/** A large result as an entry of `resources/list`. */
interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  /** The size in bytes. */
  readonly size: number;
}

/** Returns the link with which a client reads a result that was too long for a model. Undefined for any other result. */
export function linkToResult({ metadata }: ToolResult): McpContent | undefined {
  const offloaded = metadata?.offloaded as OffloadedResult | undefined;
  return offloaded === undefined ? undefined : { type: 'resource_link', ...toEntry(offloaded) };
}

/** Returns the large results of a session, for `resources/list`. */
export function listResults(scope: ToolScope): { readonly resources: readonly ResourceEntry[] } {
  return { resources: offloadedResultsOf(scope).map(toEntry) };
}

/** Returns a large result, for `resources/read`. Rejects with an McpProtocolError if the session does not have it. */
export async function readResultResource(scope: ToolScope, params: unknown): Promise<Record<string, unknown>> {
  const { uri } = isRecord(params) ? params : {};
  const id = typeof uri === 'string' && uri.startsWith(resultPrefix) ? uri.slice(resultPrefix.length) : undefined;
  if (id === undefined) throw notFound(uri, 'There is no such resource.');
  partOfHost(scope, flowPartKey)?.sawOffloaded(id);
  try {
    return { contents: [{ uri, mimeType, text: await scope.readResult(id) }] };
  } catch (error) {
    if (NotFoundError.is(error)) throw notFound(uri, error.toText());
    throw error;
  }
}

function notFound(uri: unknown, message: string): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.resourceNotFound, message, typeof uri === 'string' ? { uri } : undefined);
}

function toEntry({ id, toolName, bytes }: OffloadedResult): ResourceEntry {
  return { uri: `${resultPrefix}${id}`, name: `${toolName} result`, mimeType, size: bytes };
}
