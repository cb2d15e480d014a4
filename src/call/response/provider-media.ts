import { decodeBase64 } from '../../base/text/base64.js';
import type { InlineMedia, MediaPart, Part } from './message-parts.js';

/** A part of the result of a call for OpenAI's Responses API. */
export type OpenAIOutputItem =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }
  | { type: 'input_file'; file_url: string };

/** An image type that Anthropic's Messages API accepts. */
export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** A part of the result of a call for Anthropic's Messages API. */
export type AnthropicResultPart =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } | AnthropicUrl }
  | { type: 'document'; title?: string; source: AnthropicDocument };

/** The URL of an image or a PDF file for Anthropic's Messages API. */
export interface AnthropicUrl {
  type: 'url';
  url: string;
}

/** The contents of a document for Anthropic's Messages API. */
export type AnthropicDocument =
  | { type: 'base64'; media_type: 'application/pdf'; data: string }
  | { type: 'text'; media_type: 'text/plain'; data: string }
  | AnthropicUrl;

/** An image or a file in the result of a call for Gemini. */
export type GeminiMedia =
  | { inlineData: { mimeType: string; data: string } }
  | { fileData: { mimeType: string; fileUri: string } };

/**
 * The files that OpenAI's Responses API reads, with the extension of a file without a name
 * (https://developers.openai.com/api/docs/guides/file-inputs).
 */
const openAIFiles: ReadonlyMap<string | undefined, string> = new Map([
  ['application/pdf', 'pdf'],
  ['application/json', 'json'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
]);

const webImages: readonly unknown[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/**
 * The media that Gemini accepts in function responses. The API refuses a request with audio or video
 * (https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling).
 */
const geminiTypes: readonly unknown[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'];

/** Checks whether OpenAI's Responses API accepts media in the result of a call. */
export function isOpenAIMedia(part: MediaPart): boolean {
  if (part.data === undefined) return isSecure(part.url) && (isImageLink(part) || openAIFiles.has(part.mimeType));
  return webImages.includes(part.mimeType) || openAIFiles.has(part.mimeType);
}

/** Checks whether media is an image or a PDF file with its data, which most providers accept in the result of a call. */
export function isImageOrPdf(part: MediaPart): part is InlineMedia {
  return part.data !== undefined && (webImages.includes(part.mimeType) || part.mimeType === 'application/pdf');
}

/** Converts a part that OpenAI's Responses API accepts. */
export function toOpenAIItem(part: Part): OpenAIOutputItem {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  const url = part.data === undefined ? part.url : `data:${part.mimeType};base64,${part.data}`;
  const extension = openAIFiles.get(part.mimeType);
  if (extension === undefined) return { type: 'input_image', image_url: url, detail: 'auto' };
  if (part.data === undefined) return { type: 'input_file', file_url: url };
  return { type: 'input_file', filename: part.name ?? `file.${extension}`, file_data: url };
}

/** Checks whether Anthropic's Messages API accepts media in the result of a call. */
export function isAnthropicMedia(part: MediaPart): boolean {
  const isPdf = part.mimeType === 'application/pdf';
  if (part.data === undefined) return isSecure(part.url) && (isImageLink(part) || isPdf);
  return isAnthropicImage(part.mimeType) || isPdf || part.mimeType === 'text/plain';
}

/** Converts a part that Anthropic's Messages API accepts. */
export function toAnthropicPart(part: Part): AnthropicResultPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mimeType, name } = part;
  const title = name === undefined ? {} : { title: name };
  if (part.data === undefined) {
    const source: AnthropicUrl = { type: 'url', url: part.url };
    return isImageLink(part) ? { type: 'image', source } : { type: 'document', ...title, source };
  }
  const { data } = part;
  if (isAnthropicImage(mimeType)) return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
  if (mimeType === 'application/pdf') {
    return { type: 'document', ...title, source: { type: 'base64', media_type: mimeType, data } };
  }
  const text = new TextDecoder().decode(decodeBase64(data));
  return { type: 'document', ...title, source: { type: 'text', media_type: 'text/plain', data: text } };
}

/** Checks whether Gemini accepts media in the result of a call. */
export function isGeminiMedia(part: MediaPart): boolean {
  const isReachable = part.data !== undefined || isSecure(part.url) || part.url.startsWith('gs:');
  return isReachable && geminiTypes.includes(part.mimeType);
}

/** Converts media that Gemini accepts. */
export function toGeminiMedia({ mimeType = '', data, url = '' }: MediaPart): GeminiMedia {
  return data === undefined ? { fileData: { mimeType, fileUri: url } } : { inlineData: { mimeType, data } };
}

/** Checks whether a link leads to an image, of an unknown type or of one that models accept. */
function isImageLink({ media, mimeType }: MediaPart): boolean {
  return mimeType === undefined ? media === 'image' : webImages.includes(mimeType);
}

// Providers fetch media over https only.
function isSecure(url: string): boolean {
  return url.startsWith('https:');
}

function isAnthropicImage(mimeType: string | undefined): mimeType is AnthropicImageType {
  return webImages.includes(mimeType);
}
