import { encodeBase64 } from '../base64.js';
import { brands, hasBrand } from '../brand.js';

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

/** A text for the model. */
export interface TextBlock extends BlockOptions {
  readonly type: 'text';
  readonly text: string;
}

/** An image, encoded as base64. */
export interface ImageBlock extends BlockOptions {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** An audio recording, encoded as base64. */
export interface AudioBlock extends BlockOptions {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** The contents of a resource: its text, or its bytes encoded as base64 in `blob`. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A resource that is embedded with its contents. */
export interface ResourceBlock extends BlockOptions {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** A link to a resource that the reader may fetch. */
export interface ResourceLinkBlock extends BlockOptions {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** The size of the resource, in bytes. */
  readonly size?: number;
}

/** One block of content for a model. The shapes are defined by the Model Context Protocol (2025-11-25). */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceBlock | ResourceLinkBlock;

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

/** Creates a text block. */
export function text(value: string, options?: BlockOptions): TextBlock {
  if (options === undefined) return new NewText(value);
  return new NewBlock({ type: 'text', text: value }, options) as TextBlock;
}

/** Creates an image block from base64 text or bytes. */
export function image(data: string | Uint8Array, mimeType: string, options?: BlockOptions): ImageBlock {
  return new NewBlock({ type: 'image', data: toBase64(data), mimeType }, options) as ImageBlock;
}

/** Creates an audio block from base64 text or bytes. */
export function audio(data: string | Uint8Array, mimeType: string, options?: BlockOptions): AudioBlock {
  return new NewBlock({ type: 'audio', data: toBase64(data), mimeType }, options) as AudioBlock;
}

/** Creates a block that embeds a resource. Bytes in `blob` are encoded as base64. */
export function resource(
  contents: Omit<ResourceContents, 'blob'> & { readonly blob?: string | Uint8Array },
  options?: BlockOptions,
): ResourceBlock {
  const { blob, ...rest } = contents;
  const embedded = blob === undefined ? rest : { ...rest, blob: toBase64(blob) };
  return new NewBlock({ type: 'resource', resource: embedded }, options) as ResourceBlock;
}

/** Creates a block that links to a resource. */
export function resourceLink(link: Omit<ResourceLinkBlock, 'type'>): ResourceLinkBlock {
  return new NewBlock({ type: 'resource_link', ...link }, undefined) as ResourceLinkBlock;
}

/** Checks whether a value was created by a block factory. A plain object of the same shape is data, not content. */
export function isContentBlock(value: unknown): value is ContentBlock {
  return hasBrand(value, brands.contentBlock);
}

/** Encodes bytes as base64. A string is returned unchanged, because it must already be base64. */
export function toBase64(data: string | Uint8Array): string {
  if (typeof data === 'string') return data;
  return encodeBase64(data);
}

/** Returns the text of all text blocks, joined by line breaks. */
export function contentText(content: readonly ContentBlock[]): string {
  const texts: string[] = [];
  for (const block of content) if (block.type === 'text') texts.push(block.text);
  return texts.join('\n');
}
