import { OutputValidationError, type ToolError, ToolExecutionError } from '../../../base/errors/errors.js';
import { flowMetaKey, noteErrorFlow } from '../../../call/call-labels.js';
import { type ContentBlock, contentText, text } from '../../../call/response/content.js';
import { toJsonValue } from '../../../call/response/json-value.js';
import { respond, type ToolResponse } from '../../../call/response/tool-response.js';
import { freezeDeep } from '../../../schema/json-schema/freeze-deep.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { findExcess } from '../../../schema/values/copy-json.js';
import type { CopyLimits } from '../../../schema/values/limits.js';
import { errorFromMeta } from '../protocol/error-meta.js';
import { applicationMeta } from '../protocol/meta-keys.js';
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
  /** The limits for the structured content. */
  readonly limits: CopyLimits;
}

/**
 * Converts the result that a server sent for a call to a response.
 *
 * @throws ToolError if the server reports a failure: the error that its `_meta` describes, otherwise a
 * ToolExecutionError.
 * @throws OutputValidationError if the value is not a result, or its structured content exceeds a limit.
 */
export function readResult(result: unknown, { toolName, isWrapped, raw, limits }: ResultReading): ToolResponse {
  const problem = findProblem(result, limits);
  if (problem !== undefined) {
    throw new OutputValidationError(`'${toolName}' answered with a malformed result: ${problem}.`, { toolName });
  }
  const { content, structuredContent, isError, _meta } = result as RemoteResult;
  const blocks = readContent(content, toolName);
  if (isError === true) {
    const error = errorFromMeta(_meta, { toolName }) ?? failureOf(blocks, toolName);
    noteErrorFlow(error, isRecord(_meta) ? _meta[flowMetaKey] : undefined);
    throw error;
  }
  const unwrapped = isWrapped ? unwrapValue(structuredContent) : undefined;
  const structured = unwrapped === undefined ? structuredContent : unwrapped.value;
  return respond({
    content: blocks.length === 0 && structured !== undefined ? [text(JSON.stringify(structured))] : blocks,
    structuredContent: structured,
    metadata: metadataOf(result as object, { _meta, raw }),
    meta: freezeDeep(toJsonValue(applicationMeta(_meta)) as ToolResponse['meta']),
  });
}

/** Returns the reason why a value is not a result (specification 2025-11-25, CallToolResult). */
function findProblem(result: unknown, limits: CopyLimits): string | undefined {
  if (!isRecord(result)) return 'it is not an object';
  const { content, structuredContent, isError } = result as RemoteResult;
  if (content !== undefined && !Array.isArray(content)) return "its 'content' is not an array";
  if (content === undefined && structuredContent === undefined)
    return "it has neither 'content' nor 'structuredContent'";
  if (Array.isArray(content) && !content.every(isRecord)) return "its 'content' has a block that is not an object";
  if (isError !== undefined && typeof isError !== 'boolean') return "its 'isError' is not true or false";
  const excessOfMeta = findExcess((result as RemoteResult)._meta, limits);
  if (excessOfMeta !== undefined)
    return `its _meta${excessOfMeta.path && ` at ${excessOfMeta.path}`} ${excessOfMeta.message}`;
  const excess = findExcess(structuredContent, limits);
  return excess === undefined
    ? undefined
    : `its structured content${excess.path && ` at ${excess.path}`} ${excess.message}`;
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
