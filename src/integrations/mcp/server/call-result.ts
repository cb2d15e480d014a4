import { toJsonValue } from '../../../call/response/json-value.js';
import { type ContentBlock, OutputValidationError, type ToolResult } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { errorMeta } from '../protocol/error-meta.js';
import { toResource, toResourceLink } from '../protocol/media-blocks.js';
import type { McpCallResult, McpContent } from '../protocol/messages.js';
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

/** Converts a block, without the brand that identifies it in this package. */
function toMcpContent(block: ContentBlock, index: number): McpContent {
  if (block.type === 'video' || block.type === 'file') return toResource(block, index);
  if (block.type === 'media_link') return toResourceLink(block);
  if (block.type !== 'resource') return { ...block };
  const { resource } = block;
  const isEmpty = resource.text === undefined && resource.blob === undefined;
  return { ...block, resource: isEmpty ? { ...resource, text: '' } : resource };
}
