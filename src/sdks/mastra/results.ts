import { type InlineMedia, isText, joinText, readParts } from '../../call/response/message-parts.js';
import { isImageOrPdf } from '../../call/response/provider-media.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { MastraModelOutput, MastraOutput } from './mastra-tool.js';

/** Converts a response to the output that Mastra stores and streams, without the data that stays in the process. */
export function toOutput({ callId, toolName, content, state, ...response }: ToolResponse): MastraOutput {
  const { structuredContent, meta, error } = response;
  return {
    callId,
    toolName,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(meta === undefined ? {} : { meta }),
    state,
    ...(error === undefined ? {} : { error }),
  };
}

/** Converts the output of a tool, which may come from a stored conversation, to what its model reads. */
export function toModelOutput(output: unknown): MastraModelOutput {
  if (!isOutput(output)) return { type: 'text', value: typeof output === 'string' ? output : JSON.stringify(output) };
  const hasFailed = output.error !== undefined;
  const parts = readParts(output, (media): media is InlineMedia => !hasFailed && isImageOrPdf(media));
  const value = joinText(parts);
  if (hasFailed) return { type: 'error-text', value };
  if (isText(parts)) return { type: 'text', value };
  return {
    type: 'content',
    value: parts.map((part) => {
      return part.type === 'text' ? part : { type: 'media', data: part.data, mediaType: part.mimeType };
    }),
  };
}

function isOutput(output: unknown): output is MastraOutput {
  return typeof output === 'object' && output !== null && 'state' in output && 'content' in output;
}
