import { brands, hasBrand } from '../brand.js';

/** Hints on who a block is for and how much it matters, as the Model Context Protocol defines them. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** From 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

/** Options of every content block. */
export interface BlockOptions {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Text for the model. */
export interface TextBlock extends BlockOptions {
  readonly type: 'text';
  readonly text: string;
}

/** A picture, as base64. */
export interface ImageBlock extends BlockOptions {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** Sound, as base64. */
export interface AudioBlock extends BlockOptions {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** The contents of a resource: its text, or its bytes as base64 in `blob`. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A resource with its contents. */
export interface ResourceBlock extends BlockOptions {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** A resource that the reader may fetch. */
export interface ResourceLinkBlock extends BlockOptions {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
}

/** One piece of what a model reads. The shapes are those of the Model Context Protocol (2025-11-25). */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceBlock | ResourceLinkBlock;

// The prototype alone tells a block from look-alike data; it claims `Object` so that a block compares as plain data.
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
// TypeScript has no type for constructor functions; the two above are used as classes here and nowhere else.
const NewBlock = Block as unknown as Constructor<[object, object | undefined], ContentBlock>;
const NewText = TextContent as unknown as Constructor<[string], TextBlock>;

/** Builds a text block. */
export function text(value: string, options?: BlockOptions): TextBlock {
  if (options === undefined) return new NewText(value);
  return new NewBlock({ type: 'text', text: value }, options) as TextBlock;
}

/** Builds an image block from base64 or bytes. */
export function image(data: string | Uint8Array, mimeType: string, options?: BlockOptions): ImageBlock {
  return new NewBlock({ type: 'image', data: toBase64(data), mimeType }, options) as ImageBlock;
}

/** Builds an audio block from base64 or bytes. */
export function audio(data: string | Uint8Array, mimeType: string, options?: BlockOptions): AudioBlock {
  return new NewBlock({ type: 'audio', data: toBase64(data), mimeType }, options) as AudioBlock;
}

/** Builds a block that embeds a resource. Bytes in `blob` become base64. */
export function resource(
  contents: Omit<ResourceContents, 'blob'> & { readonly blob?: string | Uint8Array },
  options?: BlockOptions,
): ResourceBlock {
  const { blob, ...rest } = contents;
  const embedded = blob === undefined ? rest : { ...rest, blob: toBase64(blob) };
  return new NewBlock({ type: 'resource', resource: embedded }, options) as ResourceBlock;
}

/** Builds a block that points at a resource. */
export function resourceLink(link: Omit<ResourceLinkBlock, 'type'>): ResourceLinkBlock {
  return new NewBlock({ type: 'resource_link', ...link }, undefined) as ResourceLinkBlock;
}

/** Whether a value was made by one of the block builders. A plain object of the same shape is data, not content. */
export function isContentBlock(value: unknown): value is ContentBlock {
  return hasBrand(value, brands.contentBlock);
}

/** Bytes as base64; a string is taken to be base64 already. */
export function toBase64(data: string | Uint8Array): string {
  if (typeof data === 'string') return data;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

/** The text of all text blocks, joined by line breaks. */
export function contentText(content: readonly ContentBlock[]): string {
  const texts: string[] = [];
  for (const block of content) if (block.type === 'text') texts.push(block.text);
  return texts.join('\n');
}
