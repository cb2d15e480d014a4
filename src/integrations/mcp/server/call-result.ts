import { toJsonValue } from '../../../call/response/json-value.js';
import { OutputValidationError, type ToolResult } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { toMcpContent } from '../../shared/mcp-content.js';
import { errorMeta } from '../protocol/error-meta.js';
import type { McpCallResult } from '../protocol/messages.js';
import { isReservedMetaKey } from '../protocol/meta-keys.js';
import type { OutputForm } from './listed-tool.js';

/**
 * Converts the result of a call to the result of `tools/call`. A failure is a result, too, for the model to read. Its
 * `_meta` has the error code for programs.
 *
 * @throws OutputValidationError if the protocol cannot represent the content.
 */
export function toCallResult(result: ToolResult, form: OutputForm): McpCallResult {
  const content = result.content.map(toMcpContent);
  const meta = metaOf(result);
  if (result.error !== undefined) return { content, isError: true, _meta: { ...meta, ...errorMeta(result.error) } };
  const _meta = meta === undefined ? {} : { _meta: meta };
  const structuredContent = structuredOf(result.structuredContent, form);
  if (structuredContent === undefined) return { content, ..._meta };
  // Clients that read only text also need the data (specification, server/tools, structured content).
  const hasText = content.some(({ type }) => type === 'text');
  const text = hasText ? [] : [{ type: 'text', text: JSON.stringify(result.structuredContent) }];
  return { content: [...content, ...text], structuredContent, ..._meta };
}

/** Returns the `_meta` that a tool attached to its result. */
function metaOf({ meta, toolName }: ToolResult): Record<string, unknown> | undefined {
  if (meta === undefined) return undefined;
  const reserved = Object.keys(meta).find(isReservedMetaKey);
  if (reserved === undefined) return toJsonValue(meta) as Record<string, unknown>;
  const message = `'${toolName}' returned meta with the key '${reserved}', whose prefix MCP reserves. Use your own prefix.`;
  throw new OutputValidationError(message, { toolName });
}

function structuredOf(json: unknown, form: OutputForm): unknown {
  if (json === undefined || form === 'plain') return json;
  if (form === 'wrapped') return { result: json };
  return isRecord(json) ? json : undefined;
}
