import { OutputValidationError, type ToolError, ToolExecutionError } from '../../errors.js';
import { type ContentBlock, contentText, text } from '../../response/content.js';
import { respond, type ToolResponse } from '../../response/tool-response.js';
import { errorFromMeta } from '../protocol/error-meta.js';
import type { RemoteResult } from '../protocol/remote-tool.js';
import { readContent } from './read-content.js';
import { unwrappedValue } from './wrapped-output.js';

/** How a result is read. */
export interface ResultReading {
  readonly toolName: string;
  /** Whether structured content comes as `{ result: value }`. */
  readonly isWrapped: boolean;
  /** Whether the result is kept as it came, in the metadata. */
  readonly raw: boolean;
}

/**
 * What a server answered to a call, as a response.
 *
 * @throws ToolError if the server says that the tool failed: a ToolExecutionError, unless its `_meta` says of which kind it
 * is; OutputValidationError if it is no result at all.
 */
export function readResult(result: unknown, { toolName, isWrapped, raw }: ResultReading): ToolResponse {
  if (typeof result !== 'object' || result === null) {
    throw new OutputValidationError(`'${toolName}' answered with something that is no result.`, { toolName });
  }
  const { content, structuredContent, isError, _meta } = result as RemoteResult;
  const blocks = readContent(content);
  if (isError === true) throw errorFromMeta(_meta, { toolName }) ?? failureOf(blocks, toolName);
  const unwrapped = isWrapped ? unwrappedValue(structuredContent) : undefined;
  const structured = unwrapped === undefined ? structuredContent : unwrapped.value;
  return respond({
    content: blocks.length === 0 && structured !== undefined ? [text(JSON.stringify(structured))] : blocks,
    structuredContent: structured,
    metadata: metadataOf(result, { _meta, raw }),
  });
}

function failureOf(blocks: readonly ContentBlock[], toolName: string): ToolError {
  const message = contentText(blocks);
  return new ToolExecutionError(message === '' ? `'${toolName}' failed, and did not say why.` : message, { toolName });
}

function metadataOf(
  result: object,
  { _meta, raw }: { readonly _meta: unknown; readonly raw: boolean },
): Readonly<Record<string, unknown>> | undefined {
  const metadata = { ...(_meta === undefined ? {} : { _meta }), ...(raw ? { raw: result } : {}) };
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
