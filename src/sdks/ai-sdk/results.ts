import { type InlineMedia, isText, joinText, readParts } from '../../call/response/message-parts.js';
import { isImageOrPdf } from '../../call/response/provider-media.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { AiContentPart, AiModelOutput } from './ai-tool.js';

/** The major version of the AI SDK, which decides on the form of images and files. */
export type MediaForm = 'ai 6' | 'ai 7';

/** Converts the output of a tool, which may come from a stored conversation, to what its model reads. */
export function toModelOutput(output: unknown, form: MediaForm): AiModelOutput {
  if (!isResponse(output)) return { type: 'text', value: typeof output === 'string' ? output : JSON.stringify(output) };
  const hasFailed = output.error !== undefined;
  const parts = readParts(output, (media): media is InlineMedia => !hasFailed && isImageOrPdf(media));
  const value = joinText(parts);
  if (output.state === 'denied') return { type: 'execution-denied', reason: value };
  if (hasFailed) return { type: 'error-text', value };
  if (isText(parts)) return { type: 'text', value };
  return { type: 'content', value: parts.map((part) => (part.type === 'text' ? part : toMedia(part, form))) };
}

function isResponse(output: unknown): output is Pick<ToolResponse, 'content' | 'state' | 'error'> {
  return typeof output === 'object' && output !== null && 'state' in output && 'content' in output;
}

function toMedia({ mimeType: mediaType, data }: InlineMedia, form: MediaForm): AiContentPart {
  // Only the types of version 7 have this form, and only they accept the other forms as deprecated.
  if (form === 'ai 7') return { type: 'file', data: { type: 'data', data }, mediaType } as unknown as AiContentPart;
  return { type: mediaType.startsWith('image/') ? 'image-data' : 'file-data', data, mediaType };
}
