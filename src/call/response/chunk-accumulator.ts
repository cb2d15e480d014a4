import { decodeBase64 } from '../../base/text/base64.js';
import { brands, hasBrand } from '../../base/values/brand.js';
import { type AudioBlock, audio, type ContentBlock, isContentBlock, type TextBlock, text } from './content.js';
import { contentData, nothing, type Rendered, renderValue } from './rendered.js';
import { isToolResponse, type ToolResponse } from './tool-response.js';

/** The rule that combines the chunks of a stream into its output if the stream returns no value. */
export type Accumulate = 'concat' | 'last' | 'none';

/**
 * The accumulator that merges the chunks of a stream into one output.
 *
 * - `concat`: adjacent texts are joined, adjacent audio blocks of one type are joined by bytes, and other blocks stay
 *   separate. Values that are neither text nor content become one array.
 * - `last`: each chunk replaces the previous one.
 * - `none`: no output is stored.
 *
 * A tool may forward the stream of another call: its chunks, and then its final response, which replaces them.
 */
export class ChunkAccumulator {
  readonly #rule: Accumulate;
  /** The yielded values in order. The chunks of a forwarded stream are grouped at the position of the first one. */
  readonly #parts: Part[] = [];
  readonly #forwarded = new Map<string, Part>();
  #last = nothing;
  #lastShown = nothing;

  constructor(rule: Accumulate) {
    this.#rule = rule;
  }

  /**
   * Adds one yielded value and returns what it shows, or undefined for the final response of a stream whose chunks were
   * already forwarded. Throws the error if the value is a failed result or response.
   *
   * @param chunk - The rendering of the value.
   * @param shown - What the reader of the stream sees of it. Its data is not that of the output.
   */
  add(value: unknown, chunk: Rendered = renderValue(value), shown: Rendered = chunk): Rendered | undefined {
    if (chunk.error !== undefined) throw chunk.error;
    const callId = isToolResponse(value) && value.stream ? value.callId : undefined;
    const known = callId === undefined ? undefined : this.#forwarded.get(callId);
    const isFinal = known !== undefined && (value as ToolResponse).isLast;
    if (this.#rule === 'last') {
      this.#last = chunk;
      this.#lastShown = shown;
    }
    const part = known ?? this.#partFor(callId);
    if (isFinal) part.replace({ chunk, shown });
    else if (this.#rule === 'concat') part.join(value, { chunk, shown });
    return isFinal ? undefined : shown;
  }

  /** Merges all values so far into one rendering. */
  merge(): Rendered {
    return this.#rule === 'concat' ? this.#join('chunk') : this.#last;
  }

  /** Merges what all values so far show for a call that failed. The rendering has no data. Never throws. */
  mergePartial(): Rendered {
    try {
      const merged = this.#rule === 'concat' ? this.#join('shown') : this.#lastShown;
      const { content, structuredContent, metadata, meta } = merged;
      return { data: undefined, content, structuredContent, metadata, meta };
    } catch {
      // The text exceeds the maximum length of a string.
      return nothing;
    }
  }

  #join(form: keyof Yielded): Rendered {
    const [only, ...others] = this.#parts;
    if (only?.final !== undefined && others.length === 0) return only.final[form];
    const joined = new ContentJoiner();
    const values: unknown[] = [];
    const json: unknown[] = [];
    let metadata: Readonly<Record<string, unknown>> | undefined;
    let meta: Readonly<Record<string, unknown>> | undefined;
    for (const part of this.#parts) {
      part.joined.addTo(joined);
      for (const value of part.values) values.push(value);
      for (const value of part.json[form]) json.push(value);
      if (part.metadata !== undefined) metadata = { ...metadata, ...part.metadata };
      if (part.meta !== undefined) meta = { ...meta, ...part.meta };
    }
    const content = joined.content();
    if (values.length === 0) return { data: joined.data(), content, metadata, meta };
    const isUnseen = this.#parts.some((part) => part.hasUnseenValue);
    return {
      data: values,
      content: isUnseen ? [...content, text(JSON.stringify(json))] : content,
      structuredContent: json,
      metadata,
      meta,
    };
  }

  #partFor(callId: string | undefined): Part {
    const latest = this.#parts.at(-1);
    if (callId === undefined && latest?.callId === undefined && latest !== undefined) return latest;
    const part = new Part(callId);
    this.#parts.push(part);
    if (callId !== undefined) this.#forwarded.set(callId, part);
    return part;
  }
}

/** One value that a tool yielded. */
interface Yielded {
  readonly chunk: Rendered;
  /** What the reader of the stream sees of it. */
  readonly shown: Rendered;
}

/** The values that a tool yielded between two forwarded streams, or the chunks of one forwarded stream. */
class Part {
  /** The ID of the call whose stream was forwarded; undefined for the tool's own values. */
  readonly callId: string | undefined;
  joined = new ContentJoiner();
  /** The values yielded as data, with or without their own content. */
  values: unknown[] = [];
  /** The JSON form of each value at the time that it was yielded, and of what is shown of it. */
  json: { readonly [Form in keyof Yielded]: unknown[] } = { chunk: [], shown: [] };
  /** Whether some data has no content, so that it must be rendered for the model. */
  hasUnseenValue = false;
  metadata: Readonly<Record<string, unknown>> | undefined;
  meta: Readonly<Record<string, unknown>> | undefined;
  /** The final response of the forwarded call, once it has been yielded. */
  final: Yielded | undefined;

  constructor(callId: string | undefined) {
    this.callId = callId;
  }

  join(value: unknown, yielded: Yielded): void {
    if (typeof value === 'string') {
      this.joined.addText(value);
      return;
    }
    // A `yield` without a value only signals that the tool is alive.
    if (value === undefined) return;
    if (carriesContent(value)) {
      this.#addRendered(yielded);
      return;
    }
    this.hasUnseenValue = true;
    this.#addValue(value, yielded);
  }

  replace(final: Yielded): void {
    this.joined = new ContentJoiner();
    this.values = [];
    this.json = { chunk: [], shown: [] };
    this.metadata = undefined;
    this.meta = undefined;
    this.final = final;
    this.#addRendered(final);
  }

  #addRendered(yielded: Yielded): void {
    const { chunk, shown } = yielded;
    if (chunk.metadata !== undefined) this.metadata = { ...this.metadata, ...chunk.metadata };
    if (chunk.meta !== undefined) this.meta = { ...this.meta, ...chunk.meta };
    for (const block of shown.content) this.joined.add(block);
    if (chunk.structuredContent !== undefined && !isOnlyText(chunk)) this.#addValue(chunk.data, yielded);
  }

  #addValue(value: unknown, { chunk, shown }: Yielded): void {
    this.values.push(value);
    // As in JSON.stringify, an array item without a JSON form is null.
    this.json.chunk.push(chunk.structuredContent ?? null);
    if (shown === chunk || shown.structuredContent !== undefined) this.json.shown.push(shown.structuredContent ?? null);
  }
}

/** A list of content blocks in which adjacent text and audio blocks are joined. */
class ContentJoiner {
  readonly #blocks: ContentBlock[] = [];
  #text: string | undefined;
  #hadText = false;
  #audio: { readonly mimeType: string; readonly parts: Uint8Array[] } | undefined;

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

  /** Adds all content to another joiner, which joins it with its own. */
  addTo(other: ContentJoiner): void {
    for (const block of this.content()) other.add(block);
    if (this.#hadText && this.#blocks.length === 0) other.addText('');
  }

  content(): readonly ContentBlock[] {
    this.#flushText();
    this.#flushAudio();
    return Object.freeze([...this.#blocks]);
  }

  /** Returns the content as data for programs, or undefined if nothing was added, not even empty text. */
  data(): unknown {
    const content = this.content();
    if (content.length === 0) return this.#hadText ? '' : undefined;
    return content.every(isText) ? content.map((block) => block.text).join('') : contentData(content);
  }

  #addAudio(block: AudioBlock): void {
    this.#flushText();
    if (this.#audio?.mimeType !== block.mimeType) this.#flushAudio();
    this.#audio ??= { mimeType: block.mimeType, parts: [] };
    this.#audio.parts.push(decodeBase64(block.data));
  }

  #flushText(): void {
    if (this.#text !== undefined && this.#text !== '') this.#blocks.push(text(this.#text));
    this.#text = undefined;
  }

  #flushAudio(): void {
    if (this.#audio !== undefined) this.#blocks.push(audio(joinBytes(this.#audio.parts), this.#audio.mimeType));
    this.#audio = undefined;
  }
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    joined.set(part, length);
    length += part.length;
  }
  return joined;
}

/** Checks whether the data of a chunk is its text, as of a tool that declares that it returns a string. */
function isOnlyText({ content, structuredContent }: Rendered): boolean {
  return typeof structuredContent === 'string' && content.length === 1 && textOf(content[0]) === structuredContent;
}

function textOf(block: ContentBlock | undefined): string | undefined {
  return block?.type === 'text' ? block.text : undefined;
}

function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text';
}

function carriesContent(value: unknown): boolean {
  if (isToolResponse(value) || isContentBlock(value) || hasBrand(value, brands.result)) return true;
  return Array.isArray(value) && value.length > 0 && value.every(isContentBlock);
}
