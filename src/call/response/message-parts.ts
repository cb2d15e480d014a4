import type { ContentBlock, ContentLiteral, ResourceContents } from './content.js';
import type { MediaKind } from './media.js';

/** A text for a model. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image, an audio recording, a video or a file for a model, encoded as base64. */
export interface InlineMedia {
  readonly type: 'media';
  readonly media: MediaKind;
  readonly mimeType: string;
  readonly data: string;
  readonly url?: undefined;
  /** The name of a file, if its author named it. */
  readonly name?: string | undefined;
  /** The URI of the resource that contains the media. */
  readonly uri?: string | undefined;
}

/** An image, an audio recording, a video or a file for a model, named by its URL. */
export interface LinkedMedia {
  readonly type: 'media';
  readonly media: MediaKind;
  readonly mimeType: string | undefined;
  readonly data?: undefined;
  readonly url: string;
  /** The name of a file, if its author named it. */
  readonly name?: string | undefined;
}

/** Media for a model. */
export type MediaPart = InlineMedia | LinkedMedia;

/** A part of the content of a result, as the message for a model contains it. */
export type Part = TextPart | MediaPart;

/** The content of a result, of a response or of a stored response. */
export interface PartSource {
  readonly content: readonly (ContentBlock | ContentLiteral)[];
}

/** Reads the content for a model. Media that `accepts` rejects becomes a text. */
export function readParts<Accepted extends MediaPart>(
  source: PartSource,
  accepts: (media: MediaPart) => media is Accepted,
): readonly (TextPart | Accepted)[];
export function readParts(source: PartSource, accepts: (media: MediaPart) => boolean): readonly Part[];
export function readParts({ content }: PartSource, accepts: (media: MediaPart) => boolean): readonly Part[] {
  const shown = content.filter(({ annotations }) => annotations?.audience?.includes('assistant') ?? true);
  const parts = shown.map(readBlock).map((part) => {
    return part.type === 'text' || accepts(part) ? part : ({ type: 'text', text: describeMedia(part) } as const);
  });
  // Anthropic refuses an empty text.
  return parts.filter((part) => part.type !== 'text' || part.text !== '');
}

/** Joins the texts of a message by line breaks. */
export function joinText(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Checks whether a message consists of texts only. */
export function isText(parts: readonly Part[]): parts is readonly TextPart[] {
  return parts.every(({ type }) => type === 'text');
}

/** Rejects all media, so that a message consists of texts only. */
export function acceptsNone(): boolean {
  return false;
}

function readBlock(block: ContentBlock | ContentLiteral): Part {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'resource_link') return { type: 'text', text: `${block.name}: ${block.uri}` };
  if (block.type === 'resource') return readResource(block.resource);
  const { mimeType } = block;
  const name = 'name' in block ? { name: block.name } : {};
  if (block.type === 'media_link') return { type: 'media', media: block.media, mimeType, url: block.url, ...name };
  return { type: 'media', media: block.type, mimeType: block.mimeType, data: block.data, ...name };
}

function readResource({ uri, text, blob, mimeType = 'application/octet-stream' }: ResourceContents): Part {
  if (blob === undefined) return { type: 'text', text: text ?? uri };
  return { type: 'media', media: 'file', mimeType, data: blob, uri };
}

/** Creates the text that replaces media. */
function describeMedia(part: MediaPart): string {
  const { media, mimeType, url, name } = part;
  const label = name ?? (part.data === undefined ? undefined : part.uri);
  const what = label === undefined ? media : `${media} ${label}`;
  if (url !== undefined && /^https?:/.test(url)) return `[${what}: ${url}]`;
  const type = mimeType === undefined ? '' : ` (${mimeType})`;
  return `[${what}${type} omitted: not supported in tool results]`;
}
