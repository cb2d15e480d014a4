import { audio, type ContentBlock, image, resource, resourceLink, text } from '../response/content.js';

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
export function readContent(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return [text(content)];
  return Array.isArray(content) ? content.map((part) => readPart(part)) : [];
}

function readPart(part: string | ContentPart): ContentBlock {
  if (typeof part === 'string') return text(part);
  const { type = 'part', image_url } = part;
  if (part.text !== undefined) return text(part.text);
  if (image_url !== undefined) return readUrl(typeof image_url === 'string' ? image_url : image_url.url, 'image/*');
  const mimeType = part.mimeType ?? part.mime_type ?? 'application/octet-stream';
  if (part.data !== undefined) return toMedia(part.data, mimeType);
  return part.url === undefined ? text(`[${type} omitted: it has no data]`) : readUrl(part.url, mimeType);
}

function readUrl(url: string, mimeType: string): ContentBlock {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (type !== undefined && data !== undefined) return toMedia(data, type);
  return resourceLink({ uri: url, name: url, ...(mimeType.includes('*') ? {} : { mimeType }) });
}

function toMedia(data: string | Uint8Array, mimeType: string): ContentBlock {
  if (mimeType.startsWith('image/')) return image(data, mimeType);
  if (mimeType.startsWith('audio/')) return audio(data, mimeType);
  return resource({ uri: 'file:', mimeType, blob: data });
}
