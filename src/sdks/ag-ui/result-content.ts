import type { ContentBlock } from '../../call/response/content.js';
import { type InlineMedia, isText, joinText, type MediaPart, readParts } from '../../call/response/message-parts.js';
import type { AgUiContentPart } from './ag-ui-event.js';

const kinds = {
  image: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'],
  audio: ['audio/wav', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/webm', 'audio/aac', 'audio/flac'],
  video: ['video/mp4', 'video/webm', 'video/quicktime', 'video/mpeg'],
  document: ['application/pdf', 'text/plain', 'text/csv', 'text/html', 'text/markdown', 'application/json'],
} as const;

const mediaTypes: readonly string[] = Object.values(kinds).flat();

/** Converts the content of a result to a text, or to the parts of AG-UI if it has media. */
export function toResultContent(result: {
  readonly content: readonly ContentBlock[];
}): string | readonly AgUiContentPart[] {
  const parts = readParts(result, isSupported);
  return isText(parts) ? joinText(parts) : parts.map((part) => (part.type === 'text' ? part : toMedia(part)));
}

function isSupported(media: MediaPart): media is InlineMedia {
  return media.data !== undefined && mediaTypes.includes(media.mimeType);
}

function toMedia({ mimeType, data }: InlineMedia): AgUiContentPart {
  const [family = ''] = mimeType.split('/');
  const type = family === 'image' || family === 'audio' || family === 'video' ? family : 'document';
  return { type, source: { type: 'data', value: data, mimeType } };
}
