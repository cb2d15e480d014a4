import {
  audio,
  type BlockOptions,
  type ContentBlock,
  image,
  type ResourceContents,
  type ResourceLinkBlock,
  readAnnotations,
  resource,
  resourceLink,
  text,
} from '../../../call/response/content.js';
import { readBlocks } from '../../../call/response/read-blocks.js';
import { readMediaResource } from '../protocol/media-blocks.js';

type RawBlock = Readonly<Record<string, unknown>>;

/**
 * Converts the content of a server's result to content blocks. A block of an unknown type becomes JSON text.
 *
 * @throws OutputValidationError on invalid media.
 */
export function readContent(content: unknown, toolName: string): readonly ContentBlock[] {
  return Array.isArray(content) ? readBlocks(content, readBlock, toolName) : [];
}

function readBlock(raw: unknown): ContentBlock {
  const known = typeof raw === 'object' && raw !== null ? readKnown(raw as RawBlock) : undefined;
  return known ?? text(JSON.stringify(raw));
}

function readKnown(raw: RawBlock): ContentBlock | undefined {
  const { type, text: words, data, mimeType } = raw;
  if (type === 'text') return typeof words === 'string' ? text(words, optionsOf(raw)) : undefined;
  if (type === 'resource') return readResource(raw);
  if (type === 'resource_link') {
    const { type: _, annotations: __, _meta: ___, ...link } = raw;
    const isLink = typeof link.uri === 'string' && typeof link.name === 'string';
    const fields = { ...link, ...optionsOf(raw) };
    return isLink ? resourceLink(fields as unknown as Omit<ResourceLinkBlock, 'type'>) : undefined;
  }
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined;
  if (type === 'image') return image(data, mimeType, optionsOf(raw));
  return type === 'audio' ? audio(data, mimeType, optionsOf(raw)) : undefined;
}

function readResource(raw: RawBlock): ContentBlock | undefined {
  const contents = raw.resource;
  if (typeof contents !== 'object' || contents === null) return undefined;
  const { uri, text: words, blob } = contents as RawBlock;
  const hasContents = typeof words === 'string' || typeof blob === 'string';
  if (typeof uri !== 'string' || !hasContents) return undefined;
  const options = optionsOf(raw);
  return readMediaResource(contents as ResourceContents, options) ?? resource(contents as ResourceContents, options);
}

/** Returns the annotations and metadata of a block; undefined if it has none, so that plain text remains plain. */
function optionsOf(raw: RawBlock): BlockOptions | undefined {
  const annotations = isObject(raw.annotations) ? readAnnotations(raw.annotations) : {};
  const hasAnnotations = Object.keys(annotations).length > 0;
  if (!hasAnnotations && !isObject(raw._meta)) return undefined;
  return { ...(hasAnnotations ? { annotations } : {}), ...(isObject(raw._meta) ? { _meta: raw._meta } : {}) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
