import { brands, hasBrand } from '../brand.js';
import { type AudioBlock, audio, type ContentBlock, isContentBlock, type TextBlock, text } from './content.js';
import { contentData, nothing, type Rendered, renderValue } from './rendered.js';
import { isToolResponse, type ToolResponse } from './tool-response.js';

/** How the chunks of a stream make up the whole, where the stream returns none itself. */
export type Accumulate = 'concat' | 'last' | 'none';

/**
 * Merges the chunks of a stream into the whole.
 *
 * `concat`: neighbouring text joins, neighbouring audio of one type joins by bytes, other blocks stay whole; values that
 * are neither text nor content become one array. `last`: each chunk replaces the one before. `none`: nothing is kept.
 */
export class ChunkAccumulator {
  readonly #rule: Accumulate;
  readonly #joined = new ContentJoiner();
  readonly #passedOn = new PassedStreams();
  /** What was yielded as data, with or without content of its own; and its JSON form as it was then. */
  readonly #values: unknown[] = [];
  readonly #json: unknown[] = [];
  /** Whether some data came without content, so that a model has yet to see it. */
  #hasUnseenValue = false;
  #metadata: Readonly<Record<string, unknown>> | undefined;
  /** A chunk that is the whole by itself. */
  #only: Rendered | undefined;

  constructor(rule: Accumulate) {
    this.#rule = rule;
  }

  /**
   * Takes in one yielded value, and says what it means by itself; undefined for one that only repeats what has been
   * yielded. Throws the failure that it says.
   */
  add(value: unknown): Rendered | undefined {
    const chunk = renderValue(value);
    if (chunk.error !== undefined) throw chunk.error;
    const repeated = this.#passedOn.add(value);
    if (this.#rule === 'last') this.#only = chunk;
    if (this.#rule === 'concat') {
      this.#only = repeated === 'everything' ? chunk : undefined;
      if (repeated === 'nothing') this.#join(value, chunk);
    }
    return repeated === 'nothing' ? chunk : undefined;
  }

  /** Everything so far as one. */
  whole(): Rendered {
    if (this.#only !== undefined) return this.#only;
    const content = this.#joined.content();
    const metadata = this.#metadata;
    if (this.#values.length === 0) return { data: this.#joined.data(), content, metadata };
    return {
      data: this.#values,
      content: this.#hasUnseenValue ? [...content, text(JSON.stringify(this.#json))] : content,
      structuredContent: this.#json,
      metadata,
    };
  }

  /** Everything so far, for a call that failed: never throws, and has no data. */
  soFar(): Rendered {
    try {
      return { ...this.whole(), data: undefined };
    } catch {
      // More text than a string can hold.
      return nothing;
    }
  }

  #join(value: unknown, chunk: Rendered): void {
    if (typeof value === 'string') {
      this.#joined.addText(value);
      return;
    }
    // A bare `yield` is a sign of life, not data.
    if (value === undefined) return;
    if (chunk.metadata !== undefined) this.#metadata = { ...this.#metadata, ...chunk.metadata };
    if (!carriesContent(value)) {
      this.#hasUnseenValue = true;
      this.#addValue(value, chunk);
      return;
    }
    for (const block of chunk.content) this.#joined.add(block);
    if (chunk.structuredContent !== undefined) this.#addValue(chunk.data, chunk);
  }

  #addValue(value: unknown, { structuredContent }: Rendered): void {
    this.#values.push(value);
    // What has no JSON form is null in an array, as in JSON.stringify.
    this.#json.push(structuredContent ?? null);
  }
}

/**
 * The streams of other calls that a tool passes on: their chunks, and then their last responses, which only repeat what
 * the chunks have told.
 */
class PassedStreams {
  readonly #callIds = new Set<string>();
  #hasOthers = false;

  /** How much of what was added before a value repeats. */
  add(value: unknown): 'nothing' | 'something' | 'everything' {
    const callId = isToolResponse(value) && value.stream ? value.callId : undefined;
    if (callId === undefined) this.#hasOthers = true;
    else if (!this.#callIds.has(callId)) this.#callIds.add(callId);
    else if ((value as ToolResponse).isLast) {
      return this.#hasOthers || this.#callIds.size > 1 ? 'something' : 'everything';
    }
    return 'nothing';
  }
}

/** Content blocks in order, those that belong together joined. */
class ContentJoiner {
  readonly #blocks: ContentBlock[] = [];
  #text: string | undefined;
  #hadText = false;
  #audio: { readonly mimeType: string; readonly parts: Buffer[] } | undefined;

  addText(value: string): void {
    this.#flushAudio();
    this.#hadText = true;
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

  /** What the content means for programs: undefined if there was none, not even empty text. */
  data(): unknown {
    const content = this.content();
    if (content.length === 0) return this.#hadText ? '' : undefined;
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
