import { brands, hasBrand } from '../brand.js';
import { type AudioBlock, audio, type ContentBlock, isContentBlock, type TextBlock, text } from './content.js';
import { contentData, type Rendered, renderValue } from './rendered.js';
import { isToolResponse } from './tool-response.js';

/** How the chunks of a stream make up the whole, where the stream returns none itself. */
export type Accumulate = 'concat' | 'last' | 'none';

const nothing: Rendered = Object.freeze({ data: undefined, content: Object.freeze([]) });

/**
 * Merges the chunks of a stream into the whole.
 *
 * `concat`: neighbouring text joins, neighbouring audio of one type joins by bytes, other blocks stay whole; values that
 * are neither text nor content become one array. `last`: each chunk replaces the one before. `none`: nothing is kept.
 */
export class ChunkAccumulator {
  readonly #rule: Accumulate;
  readonly #joined = new ContentJoiner();
  /** What was yielded as data, with or without content of its own. */
  readonly #values: unknown[] = [];
  /** Whether some data came without content, so that a model has yet to see it. */
  #hasUnseenValue = false;
  #metadata: Readonly<Record<string, unknown>> | undefined;
  #last = nothing;

  constructor(rule: Accumulate) {
    this.#rule = rule;
  }

  /** Takes in one yielded value, and says what it means by itself. */
  add(value: unknown): Rendered {
    const chunk = renderValue(value);
    if (this.#rule === 'last') this.#last = chunk;
    else if (this.#rule === 'concat') this.#join(value, chunk);
    return chunk;
  }

  /** Everything so far as one. */
  whole(): Rendered {
    if (this.#rule !== 'concat') return this.#last;
    const content = this.#joined.content();
    const metadata = this.#metadata;
    if (this.#values.length === 0) return { data: this.#joined.data(), content, metadata };
    const values = renderValue(this.#values);
    return {
      data: this.#values,
      content: this.#hasUnseenValue ? [...content, ...values.content] : content,
      structuredContent: values.structuredContent,
      metadata,
    };
  }

  #join(value: unknown, chunk: Rendered): void {
    if (typeof value === 'string') {
      this.#joined.addText(value);
      return;
    }
    // A bare `yield` is a sign of life, not data.
    if (value === undefined) return;
    if (chunk.metadata !== undefined) this.#metadata = { ...this.#metadata, ...chunk.metadata };
    if (carriesContent(value)) {
      for (const block of chunk.content) this.#joined.add(block);
      if (chunk.structuredContent !== undefined) this.#values.push(chunk.data);
      return;
    }
    this.#hasUnseenValue = true;
    this.#values.push(value);
  }
}

/** Content blocks in order, those that belong together joined. */
class ContentJoiner {
  readonly #blocks: ContentBlock[] = [];
  #text: string | undefined;
  #audio: { readonly mimeType: string; readonly parts: Buffer[] } | undefined;

  addText(value: string): void {
    this.#flushAudio();
    this.#text = this.#text === undefined ? value : this.#text + value;
  }

  add(block: ContentBlock): void {
    const isPlain = block.annotations === undefined && block._meta === undefined;
    if (isPlain && block.type === 'text') this.addText(block.text);
    else if (isPlain && block.type === 'audio') this.#addAudio(block);
    else {
      this.#flushText();
      this.#flushAudio();
      this.#blocks.push(block);
    }
  }

  content(): readonly ContentBlock[] {
    this.#flushText();
    this.#flushAudio();
    return Object.freeze([...this.#blocks]);
  }

  data(): unknown {
    const content = this.content();
    if (content.length === 0) return undefined;
    return content.every(isText) ? content.map((block) => block.text).join('') : contentData(content);
  }

  #addAudio(block: AudioBlock): void {
    this.#flushText();
    if (this.#audio?.mimeType !== block.mimeType) this.#flushAudio();
    this.#audio ??= { mimeType: block.mimeType, parts: [] };
    this.#audio.parts.push(Buffer.from(block.data, 'base64'));
  }

  #flushText(): void {
    if (this.#text !== undefined && this.#text !== '') this.#blocks.push(text(this.#text));
    this.#text = undefined;
  }

  #flushAudio(): void {
    if (this.#audio !== undefined) this.#blocks.push(audio(Buffer.concat(this.#audio.parts), this.#audio.mimeType));
    this.#audio = undefined;
  }
}

function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text';
}

function carriesContent(value: unknown): boolean {
  if (isToolResponse(value) || isContentBlock(value) || hasBrand(value, brands.result)) return true;
  return Array.isArray(value) && value.length > 0 && value.every(isContentBlock);
}
