import { audio, type ContentBlock, image, resource, resourceLink, text } from '../../call/response/content.js';
import { readBlocks } from '../../call/response/read-blocks.js';

/** The fields of a part of the content of a message, in the forms of LangChain 0 and 1 and of OpenAI. */
interface ContentPart {
  readonly type?: string;
  readonly text?: string;
  readonly image_url?: string | { readonly url: string };
  readonly mimeType?: string;
  readonly mime_type?: string;
  readonly data?: string | Uint8Array;
  readonly url?: string;
}

/** Reads the content of a message of LangChain: a text, or a list of parts. */
export function readContent(content: unknown, toolName: string): readonly ContentBlock[] {
  if (typeof content === 'string') return [text(content)];
  return Array.isArray(content) ? readBlocks(content, readPart, toolName) : [];
}

function readPart(part: string | ContentPart): ContentBlock {
  if (typeof part === 'string') return text(part);
  const { type, image_url, mime_type, mimeType = mime_type ?? 'application/octet-stream' } = part;
  if (part.text !== undefined) return text(part.text);
  if (part.data !== undefined) return toMedia(part.data, mimeType);
  const url = typeof image_url === 'object' ? image_url.url : (image_url ?? part.url);
  if (url === undefined) return text(`[${type} omitted]`);
  const [, found, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (found !== undefined && data !== undefined) return toMedia(data, found);
  return resourceLink({ uri: url, name: url });
}

function toMedia(data: string | Uint8Array, mimeType: string): ContentBlock {
  const [kind] = mimeType.split('/');
  if (kind === 'image') return image(data, mimeType);
  return kind === 'audio' ? audio(data, mimeType) : resource({ uri: 'file:', mimeType, blob: data });
}
