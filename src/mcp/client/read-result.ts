import { OutputValidationError, type ToolError, ToolExecutionError } from '../../errors.js';
import { type ContentBlock, contentText, text } from '../../response/content.js';
import { respond, type ToolResponse } from '../../response/tool-response.js';
import { errorFromMeta } from '../protocol/error-meta.js';
import type { RemoteResult } from '../protocol/remote-tool.js';
import { readContent } from './read-content.js';
import { unwrapValue } from './unwrap-output.js';

/** The options for reading a result. */
export interface ResultReading {
  readonly toolName: string;
  /** Whether structured content is wrapped as `{ result: value }`. */
  readonly isWrapped: boolean;
  /** Whether the metadata contains the unparsed result. */
  readonly raw: boolean;
}

/**
 * Converts the result that a server sent for a call to a response.
 *
 * @throws ToolError if the server reports a failure: the error that its `_meta` describes, otherwise a
 * ToolExecutionError.
 * @throws OutputValidationError if the value is not a result.
 */
export function readResult(result: unknown, { toolName, isWrapped, raw }: ResultReading): ToolResponse {
  if (typeof result !== 'object' || result === null) {
    throw new OutputValidationError(`'${toolName}' answered with something that is not a result.`, { toolName });
  }
  const { content, structuredContent, isError, _meta } = result as RemoteResult;
  const blocks = readContent(content);
  if (isError === true) throw errorFromMeta(_meta, { toolName }) ?? failureOf(blocks, toolName);
  const unwrapped = isWrapped ? unwrapValue(structuredContent) : undefined;
  const structured = unwrapped === undefined ? structuredContent : unwrapped.value;
  return respond({
    content: blocks.length === 0 && structured !== undefined ? [text(JSON.stringify(structured))] : blocks,
    structuredContent: structured,
    metadata: metadataOf(result, { _meta, raw }),
  });
}

function failureOf(blocks: readonly ContentBlock[], toolName: string): ToolError {
  const message = contentText(blocks);
  return new ToolExecutionError(message === '' ? `'${toolName}' failed without a message.` : message, { toolName });
}

function metadataOf(
  result: object,
  { _meta, raw }: { readonly _meta: unknown; readonly raw: boolean },
): Readonly<Record<string, unknown>> | undefined {
  const metadata = { ...(_meta === undefined ? {} : { _meta }), ...(raw ? { raw: result } : {}) };
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
