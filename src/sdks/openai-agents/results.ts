import {
  acceptsNone,
  isText,
  joinText,
  type MediaPart,
  type Part,
  readParts,
} from '../../call/response/message-parts.js';
import type { ToolResponse } from '../../call/response/tool-response.js';

/** A part of the output of a tool of the OpenAI Agents SDK. */
export type AgentsOutputPart =
  | { type: 'text'; text: string }
  | { type: 'image'; image: { data: string; mediaType: string } | { url: string } }
  | { type: 'file'; file: { data: string; mediaType: string; filename: string } | { url: string; filename?: string } };

/** Converts a final response to the output of a tool of the OpenAI Agents SDK: a text, or parts with images and files. */
export function toOutput(response: Pick<ToolResponse, 'content' | 'error'>): string | AgentsOutputPart[] {
  const parts = readParts(response, response.error === undefined ? isSupported : acceptsNone);
  return isText(parts) ? joinText(parts) : parts.map(toOutputPart);
}

const images: readonly unknown[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

function isSupported({ mimeType, url }: MediaPart): boolean {
  return (url === undefined || url.startsWith('https:')) && (isImage(mimeType) || mimeType === 'application/pdf');
}

function isImage(mimeType: string | undefined): boolean {
  return images.includes(mimeType);
}

function toOutputPart(part: Part): AgentsOutputPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mimeType: mediaType = '', data, url = '', name: filename = 'file.pdf' } = part;
  if (isImage(mediaType)) return { type: 'image', image: data === undefined ? { url } : { data, mediaType } };
  return { type: 'file', file: data === undefined ? { url, filename } : { data, mediaType, filename } };
}
