import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { object, optionRule, optionsOf, string } from '../../base/options/option-rules.js';
import { brands, hasBrand } from '../../base/values/brand.js';
import {
  isMediaKind,
  type MediaData,
  type MediaKind,
  type MediaLocation,
  readBase64,
  readMediaType,
  readMediaUrl,
} from './media.js';

/** The audience and the importance of a block, as the Model Context Protocol defines them. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** The importance, from 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** The time of the last change, in ISO 8601 format. */
  readonly lastModified?: string;
}

/** The options of every content block. */
export interface BlockOptions {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

declare const blockBrand: unique symbol;

/** The brand of blocks that the functions of this package create. A literal of the same shape is data, not content. */
interface BrandedBlock extends BlockOptions {
  readonly [blockBrand]: true;
}

/** A text for the model. */
export interface TextBlock extends BrandedBlock {
  readonly type: 'text';
  readonly text: string;
}

/** An image, encoded as base64. */
export interface ImageBlock extends BrandedBlock {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** An audio recording, encoded as base64. */
export interface AudioBlock extends BrandedBlock {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** A video, encoded as base64. MCP clients receive it as an embedded resource. */
export interface VideoBlock extends BrandedBlock {
  readonly type: 'video';
  readonly data: string;
  readonly mimeType: string;
}

/** A file, encoded as base64. MCP clients receive it as an embedded resource. */
export interface FileBlock extends BrandedBlock {
  readonly type: 'file';
  readonly data: string;
  readonly mimeType: string;
  /** The name that a model and a provider see, such as `report.pdf`. */
  readonly name?: string;
}

/**
 * An image, an audio recording, a video or a file that is named by its URL and never fetched by toolwright. Providers
 * that accept URLs fetch it, and MCP clients receive it as a resource link.
 */
export interface MediaLinkBlock extends BrandedBlock {
  readonly type: 'media_link';
  readonly media: MediaKind;
  readonly url: string;
  readonly mimeType?: string;
  /** The name of a file that a model and a provider see, such as `report.pdf`. */
  readonly name?: string;
}

/** The options of a block for a file. */
export interface FileOptions extends BlockOptions {
  readonly mimeType: string;
  /** The name that a model and a provider see, such as `report.pdf`. @default none */
  readonly name?: string | undefined;
}

/** The contents of a resource: its text, or its bytes encoded as base64 in `blob`. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A resource that is embedded with its contents. */
export interface ResourceBlock extends BrandedBlock {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** A link to a resource that the reader may fetch. */
export interface ResourceLinkBlock extends BrandedBlock {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** The size of the resource, in bytes. */
  readonly size?: number;
}

/**
 * One block of content for a model. The Model Context Protocol (2025-11-25) defines the shapes of texts, images, audio
 * recordings, resources and resource links.
 */
export type ContentBlock =
  | TextBlock
  | ImageBlock
  | AudioBlock
  | VideoBlock
  | FileBlock
  | MediaLinkBlock
  | ResourceBlock
  | ResourceLinkBlock;

/** A block as a literal, without the brand of a block. `respond({ content })` accepts it. */
export type ContentLiteral = WithoutBrand<ContentBlock>;

type WithoutBrand<Block> = Block extends ContentBlock ? Omit<Block, typeof blockBrand> : never;

// Only the prototype distinguishes a block from data of the same shape. It inherits `Object`, so that a block compares
// as plain data.
const blockPrototype: object = Object.create(Object.prototype, { [brands.contentBlock]: { value: true } });

function Block(this: Record<string, unknown>, fields: object, options: object | undefined): void {
  Object.assign(this, fields, options);
}
Block.prototype = blockPrototype;

function TextContent(this: { type: string; text: string }, value: string): void {
  this.type = 'text';
  this.text = value;
}
TextContent.prototype = blockPrototype;

type Constructor<Arguments extends unknown[], Built> = new (...args: Arguments) => Built;
// TypeScript has no type for constructor functions. Only these two lines use the functions above as classes.
const NewBlock = Block as unknown as Constructor<[object, object | undefined], ContentBlock>;
const NewText = TextContent as unknown as Constructor<[string], TextBlock>;

const annotationNames = {
  audience: optionRule("an array of 'user' and 'assistant'", isAudience),
  priority: optionRule<number>('a number from 0 to 1', isShare),
  lastModified: string,
} satisfies OptionNames<ContentAnnotations>;

const blockNames: OptionNames<BlockOptions> = {
  annotations: optionsOf<ContentAnnotations>(annotationNames),
  _meta: object,
};

const fileNames: OptionNames<FileOptions> = { ...blockNames, mimeType: true, name: string };

/** Returns those annotations of another program that are known and valid. */
export function readAnnotations(annotations: object): ContentAnnotations {
  const valid = Object.entries(annotationNames).filter(([name, rule]) => {
    const value: unknown = Reflect.get(annotations, name);
    return value !== undefined && rule(value) === undefined;
  });
  return Object.fromEntries(valid.map(([name]) => [name, Reflect.get(annotations, name)]));
}

/** Creates a text block. */
export function text(value: string, options?: BlockOptions): TextBlock {
  if (options === undefined) return new NewText(value);
  checkOptionNames(options, blockNames, 'text');
  return new NewBlock({ type: 'text', text: value }, options) as TextBlock;
}

/**
 * Creates a block for an image at a URL.
 *
 * @throws DefinitionError if the URL is not absolute, or contains a user name or password.
 */
export function image(location: MediaLocation, mimeType?: string, options?: BlockOptions): MediaLinkBlock;
/** Creates an image block from base64 text or bytes. */
export function image(data: MediaData, mimeType: string, options?: BlockOptions): ImageBlock;
export function image(source: MediaData | MediaLocation, mimeType?: string, options: BlockOptions = {}): ContentBlock {
  checkOptionNames(options, blockNames, 'image');
  return createMedia('image', source, { mimeType, ...options });
}

/**
 * Creates a block for an audio recording at a URL.
 *
 * @throws DefinitionError if the URL is not absolute, or contains a user name or password.
 */
export function audio(location: MediaLocation, mimeType?: string, options?: BlockOptions): MediaLinkBlock;
/** Creates an audio block from base64 text or bytes. */
export function audio(data: MediaData, mimeType: string, options?: BlockOptions): AudioBlock;
export function audio(source: MediaData | MediaLocation, mimeType?: string, options: BlockOptions = {}): ContentBlock {
  checkOptionNames(options, blockNames, 'audio');
  return createMedia('audio', source, { mimeType, ...options });
}

/**
 * Creates a block for a video at a URL.
 *
 * @throws DefinitionError if the URL is not absolute, or contains a user name or password.
 */
export function video(location: MediaLocation, mimeType?: string, options?: BlockOptions): MediaLinkBlock;
/** Creates a video block from base64 text or bytes. */
export function video(data: MediaData, mimeType: string, options?: BlockOptions): VideoBlock;
export function video(source: MediaData | MediaLocation, mimeType?: string, options: BlockOptions = {}): ContentBlock {
  checkOptionNames(options, blockNames, 'video');
  return createMedia('video', source, { mimeType, ...options });
}

/**
 * Creates a block for a file at a URL.
 *
 * @throws DefinitionError if the URL is not absolute, or contains a user name or password.
 */
export function file(location: MediaLocation, options: FileOptions): MediaLinkBlock;
/** Creates a file block from base64 text or bytes. */
export function file(data: MediaData, options: FileOptions): FileBlock;
export function file(source: MediaData | MediaLocation, given: FileOptions): ContentBlock {
  checkOptionNames(given, fileNames, 'file');
  const { name, ...options } = given;
  return createMedia('file', source, name === undefined ? options : { name, ...options });
}

interface MediaFields extends BlockOptions {
  readonly mimeType?: string | undefined;
  readonly name?: string;
}

function createMedia(media: MediaKind, source: MediaData | MediaLocation, fields: MediaFields): ContentBlock {
  const { mimeType, ...options } = fields;
  if (isLocation(source)) {
    const type = mimeType === undefined ? {} : { mimeType: readMediaType(media, mimeType) };
    return new NewBlock({ type: 'media_link', media, url: readMediaUrl(media, source), ...type }, options);
  }
  const data = readBase64(source, `${media}: data`);
  return new NewBlock({ type: media, data, mimeType: readMediaType(media, mimeType) }, options);
}

function isLocation(source: MediaData | MediaLocation): source is MediaLocation {
  return typeof source === 'object' && source !== null && 'url' in source;
}

/**
 * Creates a block that embeds a resource. Bytes in `blob` are encoded as base64.
 *
 * @throws DefinitionError if a text in `blob` is not base64.
 */
export function resource(
  contents: Omit<ResourceContents, 'blob'> & { readonly blob?: string | Uint8Array },
  options?: BlockOptions,
): ResourceBlock {
  if (options !== undefined) checkOptionNames(options, blockNames, 'resource');
  const { blob, ...rest } = contents;
  const embedded = blob === undefined ? rest : { ...rest, blob: readBase64(blob, 'resource: blob') };
  return new NewBlock({ type: 'resource', resource: embedded }, options) as ResourceBlock;
}

/** Creates a block that links to a resource. */
export function resourceLink(link: Omit<ResourceLinkBlock, 'type' | typeof blockBrand>): ResourceLinkBlock {
  return new NewBlock({ type: 'resource_link', ...link }, undefined) as ResourceLinkBlock;
}

/** Creates a block with the fields of another one, of which texts were changed. Its data is not checked again. */
export function copyBlock(fields: ContentLiteral): ContentBlock {
  return new NewBlock(fields, undefined);
}

/**
 * Returns a block as it is, or creates the block of a literal.
 *
 * @throws DefinitionError if the literal has invalid media.
 */
export function toBlock(block: ContentBlock | ContentLiteral): ContentBlock {
  if (isContentBlock(block)) return block;
  if (block.type === 'media_link') {
    const { type: _, media, url, ...fields } = block;
    return createMedia(media, { url }, fields);
  }
  if (isMedia(block)) {
    const { type, data, ...fields } = block;
    return createMedia(type, data, fields);
  }
  if (block.type !== 'resource') return copyBlock(block);
  const { type: _, resource: contents, ...options } = block;
  return resource(contents, options);
}

type MediaLiteral = Extract<ContentLiteral, { readonly type: MediaKind }>;

function isMedia(block: ContentLiteral): block is MediaLiteral {
  return isMediaKind(block.type);
}

/** Checks whether a value was created by a block factory. A plain object of the same shape is data, not content. */
export function isContentBlock(value: unknown): value is ContentBlock {
  return hasBrand(value, brands.contentBlock);
}

/** Returns the text of all text blocks, joined by line breaks. */
export function contentText(content: readonly ContentBlock[]): string {
  const texts: string[] = [];
  for (const block of content) if (block.type === 'text') texts.push(block.text);
  return texts.join('\n');
}

function isAudience(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => one === 'user' || one === 'assistant');
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
