import { contentText } from '../../call/response/content.js';
import { type InlineMedia, isText, joinText, readParts } from '../../call/response/message-parts.js';
import { isImageOrPdf } from '../../call/response/provider-media.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { AiContentPart, AiModelOutput } from './ai-tool.js';

/** The major version of the AI SDK, which decides on the form of images and files. */
export type MediaForm = 'ai 6' | 'ai 7';

/**
 * Returns the output of a successful call: the JSON form of its data, or its text. A response without data, such as an image,
 * is the output itself, and so is that of a call whose result arrives later.
 */
export function toOutput(response: ToolResponse): unknown {
  // The metadata stays in the process.
  const { metadata: _metadata, ...sent } = response;
  const { structuredContent, content, state } = sent;
  if (state === 'pending') return sent;
  if (structuredContent !== undefined) return structuredContent;
  if (content.length === 0) return undefined;
  return content.every(({ type }) => type === 'text') ? contentText(content) : sent;
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

/** The maximum number of outputs that are no objects and whose texts are kept. */
const maxTexts = 1_000;

/**
 * What models read of outputs that do not say it themselves: of a ToolResult whose content differs from its data. The SDK
 * asks for it after the call, and passes the output alone.
 */
export class ModelOutputs {
  readonly #ofObjects = new WeakMap<object, AiModelOutput>();
  readonly #ofCalls = new Map<string, AiModelOutput>();

  add(toolCallId: string, output: unknown, shown: AiModelOutput): void {
    if (output === undefined || (shown.type === 'text' && shown.value === toText(output))) return;
    if (typeof output === 'object' && output !== null) {
      this.#ofObjects.set(output, shown);
      return;
    }
    for (const oldest of this.#ofCalls.keys()) {
      if (this.#ofCalls.size < maxTexts) break;
      this.#ofCalls.delete(oldest);
    }
    this.#ofCalls.set(toolCallId, shown);
  }

  get(toolCallId: string | undefined, output: unknown): AiModelOutput | undefined {
    if (typeof output === 'object' && output !== null) return this.#ofObjects.get(output);
    return toolCallId === undefined ? undefined : this.#ofCalls.get(toolCallId);
  }
}

function toText(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
}

/** Checks whether an output is a response: of a call without data, or of any call in a conversation that an earlier version stored. */
function isResponse(output: unknown): output is SentResponse {
  if (typeof output !== 'object' || output === null || !('content' in output)) return false;
  return 'callId' in output && 'state' in output && Array.isArray(output.content);
}

function toMedia({ mimeType: mediaType, data }: InlineMedia, form: MediaForm): AiContentPart {
  // Only the types of version 7 have this form, and only they accept the other forms as deprecated.
  if (form === 'ai 7') return { type: 'file', data: { type: 'data', data }, mediaType } as unknown as AiContentPart;
  return { type: mediaType.startsWith('image/') ? 'image-data' : 'file-data', data, mediaType };
}
