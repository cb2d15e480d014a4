import type { ContentBlock } from './content.js';

/** A text for a model. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image or a file for a model, encoded as base64. */
export interface MediaPart {
  readonly type: 'media';
  readonly mimeType: string;
  readonly data: string;
}

/** A part of the content of a result, as the message for a model contains it. */
export type Part = TextPart | MediaPart;

/** Reads the content for a model. Media of a type that is not in `accepted` becomes a text. */
export function readParts(
  { content }: { readonly content: readonly ContentBlock[] },
  accepted: readonly string[],
): readonly Part[] {
  const shown = content.filter(({ annotations }) => annotations?.audience?.includes('assistant') ?? true);
  // Anthropic refuses an empty text.
  return shown.map((block) => readBlock(block, accepted)).filter((part) => part.type !== 'text' || part.text !== '');
}

/** Joins the texts of a message by line breaks. */
export function joinText(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Checks whether a message consists of texts only. */
export function isText(parts: readonly Part[]): parts is readonly TextPart[] {
  return parts.every(({ type }) => type === 'text');
}

function readBlock(block: ContentBlock, accepted: readonly string[]): Part {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'resource_link') return { type: 'text', text: `${block.name}: ${block.uri}` };
  if (block.type !== 'resource') return readMedia(block.type, block, accepted);
  const { text, blob, mimeType = 'application/octet-stream', uri } = block.resource;
  if (blob === undefined) return { type: 'text', text: text ?? uri };
  return readMedia(`file ${uri}`, { data: blob, mimeType }, accepted);
}

function readMedia(what: string, { data, mimeType }: Omit<MediaPart, 'type'>, accepted: readonly string[]): Part {
  if (accepted.includes(mimeType)) return { type: 'media', mimeType, data };
  return { type: 'text', text: `[${what} (${mimeType}) omitted: not supported in tool results]` };
}
