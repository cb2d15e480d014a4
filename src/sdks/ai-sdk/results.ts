import { type InlineMedia, isText, joinText, readParts } from '../../call/response/message-parts.js';
import { isImageOrPdf } from '../../call/response/provider-media.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { AiContentPart, AiModelOutput } from './ai-tool.js';

/** The major version of the AI SDK, which decides on the form of images and files. */
export type MediaForm = 'ai 6' | 'ai 7';

/**
 * Returns the output of a successful call: the JSON form of its data, or its text. A response whose content neither of them
 * contains, such as an image, is the output itself.
 *
 * @param shown - What the model reads of the response.
 */
export function toOutput(response: ToolResponse, shown: AiModelOutput): unknown {
  // The metadata stays in the process.
  const { metadata: _metadata, ...sent } = response;
  const { structuredContent, content } = sent;
  const text = shown.type === 'text' ? shown.value : undefined;
  if (structuredContent === undefined) {
    if (content.length === 0) return undefined;
    return content.every(({ type }) => type === 'text') ? text : sent;
  }
  return isObject(structuredContent) || text === toText(structuredContent) ? structuredContent : sent;
}

/** Converts the output of a tool, which may come from a stored conversation, to what its model reads. */
export function toModelOutput(output: unknown, form: MediaForm): AiModelOutput {
  return isResponse(output) ? responseToModelOutput(output, form) : { type: 'text', value: toText(output) };
}

type SentResponse = Pick<ToolResponse, 'content' | 'state' | 'error'>;

/** Converts a response to what its model reads. */
export function responseToModelOutput(response: SentResponse, form: MediaForm): AiModelOutput {
  const hasFailed = response.error !== undefined;
  const parts = readParts(response, (media): media is InlineMedia => !hasFailed && isImageOrPdf(media));
  const value = joinText(parts);
  if (response.state === 'denied') return { type: 'execution-denied', reason: value };
  if (hasFailed) return { type: 'error-text', value };
  if (isText(parts)) return { type: 'text', value };
  return { type: 'content', value: parts.map((part) => (part.type === 'text' ? part : toMedia(part, form))) };
}

/** Checks whether an output is an object, in which the SDK preserves its identity until it asks for what the model reads. */
export function isObject(output: unknown): output is object {
  return typeof output === 'object' && output !== null;
}

function toText(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
}

/** Checks whether an output is a response: of a call without data, or of any call in a conversation that an earlier version stored. */
function isResponse(output: unknown): output is SentResponse {
  return isObject(output) && 'callId' in output && 'content' in output && Array.isArray(output.content);
}

function toMedia({ mimeType: mediaType, data }: InlineMedia, form: MediaForm): AiContentPart {
  // Only the types of version 7 have this form, and only they accept the other forms as deprecated.
  if (form === 'ai 7') return { type: 'file', data: { type: 'data', data }, mediaType } as unknown as AiContentPart;
  return { type: mediaType.startsWith('image/') ? 'image-data' : 'file-data', data, mediaType };
}
