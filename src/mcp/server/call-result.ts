import { type ContentBlock, OutputValidationError, type ToolResult } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { errorMeta } from '../protocol/error-meta.js';
import type { McpCallResult, McpContent } from '../protocol/messages.js';
import type { OutputForm } from './listed-tool.js';

/**
 * What a call gave, as `tools/call` answers it. A failure is a result too, for the model to read; its `_meta` tells programs
 * of which kind it is.
 *
 * @throws OutputValidationError on content that the protocol cannot carry.
 */
export function toCallResult(result: ToolResult, form: OutputForm): McpCallResult {
  const content = result.content.map((block) => toMcpContent(block, result.toolName));
  if (result.error !== undefined) return { content, isError: true, _meta: errorMeta(result.error) };
  const structuredContent = structuredOf(result.structuredContent, form);
  if (structuredContent === undefined) return { content };
  // Whatever reads text alone still gets the data (specification, server/tools, structured content).
  const isTold = content.some(({ type }) => type === 'text');
  const text = isTold ? [] : [{ type: 'text', text: JSON.stringify(result.structuredContent) }];
  return { content: [...content, ...text], structuredContent };
}

function structuredOf(json: unknown, form: OutputForm): unknown {
  if (json === undefined || form === 'whole') return json;
  if (form === 'wrapped') return { result: json };
  return isRecord(json) ? json : undefined;
}

/** A block without the brand by which this package knows it. */
function toMcpContent(block: ContentBlock, toolName: string): McpContent {
  if (block.type === 'image' || block.type === 'audio') checkBase64(block, toolName);
  if (block.type !== 'resource') return { ...block };
  const { resource } = block;
  const isEmpty = resource.text === undefined && resource.blob === undefined;
  return { ...block, resource: isEmpty ? { ...resource, text: '' } : resource };
}

const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** One bad block would have the whole answer refused on its way. */
function checkBase64({ type, data }: { readonly type: string; readonly data: string }, toolName: string): void {
  if (base64.test(data)) return;
  const message = `'${toolName}' returned ${type} content whose data is not base64. Give bytes, or encode them.`;
  throw new OutputValidationError(message, { toolName });
}
