import { brands, hasBrand } from '../brand.js';
import { type AudioBlock, audio, type ContentBlock, isContentBlock, type TextBlock, text } from './content.js';
import { contentData, nothing, type Rendered, renderValue } from './rendered.js';
import { isToolResponse, type ToolResponse } from './tool-response.js';

/** The rule by which the chunks of a stream make up the whole, where the stream returns none itself. */
export type Accumulate = 'concat' | 'last' | 'none';

/**
 * Merges the chunks of a stream into the whole.
 *
 * `concat`: neighbouring text joins, neighbouring audio of one type joins by bytes, other blocks stay whole; values that
 * are neither text nor content become one array. `last`: each chunk replaces the one before. `none`: nothing is kept.
 *
 * A tool may pass on the stream of another call: its chunks, and then its last response, which counts instead of them.
 */
export class ChunkAccumulator {
  readonly #rule: Accumulate;
  /** What was yielded, in order; the chunks of another call's stream together, where its first one stood. */
  readonly #parts: Part[] = [];
  readonly #passedOn = new Map<string, Part>();
  #last = nothing;

  constructor(rule: Accumulate) {
    this.#rule = rule;
  }

  /**
   * Takes in one yielded value, and says what it means by itself; undefined for the last response of a stream whose
   * chunks were passed on before. Throws the failure that a value says.
   */
  add(value: unknown): Rendered | undefined {
    const chunk = renderValue(value);
    if (chunk.error !== undefined) throw chunk.error;
    const callId = isToolResponse(value) && value.stream ? value.callId : undefined;
    const known = callId === undefined ? undefined : this.#passedOn.get(callId);
    const isWhole = known !== undefined && (value as ToolResponse).isLast;
    if (this.#rule === 'last') this.#last = chunk;
    const part = known ?? this.#partFor(callId);
    if (isWhole) part.replace(chunk);
    else if (this.#rule === 'concat') part.join(value, chunk);
    return isWhole ? undefined : chunk;
  }

  /** Everything so far as one. */
  whole(): Rendered {
    if (this.#rule !== 'concat') return this.#last;
    const [only, ...others] = this.#parts;
    if (only?.whole !== undefined && others.length === 0) return only.whole;
    const joined = new ContentJoiner();
    const values: unknown[] = [];
    const json: unknown[] = [];
    let metadata: Readonly<Record<string, unknown>> | undefined;
    for (const part of this.#parts) {
      part.joined.addTo(joined);
      for (const value of part.values) values.push(value);
      for (const value of part.json) json.push(value);
      if (part.metadata !== undefined) metadata = { ...metadata, ...part.metadata };
    }
    const content = joined.content();
    if (values.length === 0) return { data: joined.data(), content, metadata };
    const isUnseen = this.#parts.some((part) => part.hasUnseenValue);
    return {
      data: values,
      content: isUnseen ? [...content, text(JSON.stringify(json))] : content,
      structuredContent: json,
      metadata,
    };
  }

  /** Everything so far, for a call that failed: never throws, and has no data. */
  soFar(): Rendered {
    try {
      const { content, structuredContent, metadata } = this.whole();
      return { data: undefined, content, structuredContent, metadata };
    } catch {
      // More text than a string can hold.
      return nothing;
    }
  }

  #partFor(callId: string | undefined): Part {
    const latest = this.#parts.at(-1);
    if (callId === undefined && latest?.callId === undefined && latest !== undefined) return latest;
    const part = new Part(callId);
    this.#parts.push(part);
    if (callId !== undefined) this.#passedOn.set(callId, part);
    return part;
  }
}

/** What a tool yielded itself between two streams that it passed on, or one of those streams. */
class Part {
  /** The call whose stream it is; undefined for the tool's own. */
  readonly callId: string | undefined;
  joined = new ContentJoiner();
  /** What was yielded as data, with or without content of its own; and its JSON form as it was then. */
  values: unknown[] = [];
  json: unknown[] = [];
  /** Whether some data came without content, so that a model has yet to see it. */
  hasUnseenValue = false;
  metadata: Readonly<Record<string, unknown>> | undefined;
  /** The last response of the other call, once it has come. */
  whole: Rendered | undefined;

  constructor(callId: string | undefined) {
    this.callId = callId;
  }

  join(value: unknown, chunk: Rendered): void {
    if (typeof value === 'string') {
      this.joined.addText(value);
      return;
    }
    // A bare `yield` is a sign of life, not data.
    if (value === undefined) return;
    if (carriesContent(value)) {
      this.#take(chunk);
      return;
    }
    this.hasUnseenValue = true;
    this.#addValue(value, chunk);
  }

  replace(whole: Rendered): void {
    this.joined = new ContentJoiner();
    this.values = [];
    this.json = [];
    this.metadata = undefined;
    this.whole = whole;
    this.#take(whole);
  }

  #take(chunk: Rendered): void {
    if (chunk.metadata !== undefined) this.metadata = { ...this.metadata, ...chunk.metadata };
    for (const block of chunk.content) this.joined.add(block);
    if (chunk.structuredContent !== undefined) this.#addValue(chunk.data, chunk);
  }

  #addValue(value: unknown, { structuredContent }: Rendered): void {
    this.values.push(value);
    // What has no JSON form is null in an array, as in JSON.stringify.
    this.json.push(structuredContent ?? null);
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

  /** Adds everything to what another joiner holds, joined there too. */
  addTo(other: ContentJoiner): void {
    for (const block of this.content()) other.add(block);
    if (this.#hadText && this.#blocks.length === 0) other.addText('');
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
