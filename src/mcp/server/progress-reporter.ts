import type { ToolProgress, ToolResponse } from '../../index.js';
import { contentText } from '../../response/content.js';
import type { McpProgressToken } from '../protocol/messages.js';
import type { Outbox } from './outbox.js';

type Params = Readonly<Record<string, unknown>>;

/**
 * Tells a client how far one call has come: what the tool says with `ctx.progress()`, and each chunk of its stream.
 * Chunks are counted until the tool says where it stands; from then on they repeat that. The value never falls, as the
 * protocol demands, and nothing is told after the end. What a tool says while its client does not keep up is conflated: the
 * latest counts. A stream waits instead, by `ready`.
 */
export class ProgressReporter {
  readonly #token: McpProgressToken;
  readonly #outbox: Outbox;
  #value = 0;
  #total: number | undefined;
  #hasScale = false;
  #isOver = false;
  /** What the tool said last, while there was no room for it. */
  #held: Params | undefined;

  constructor(token: McpProgressToken, outbox: Outbox) {
    this.#token = token;
    this.#outbox = outbox;
  }

  /** Resolves when there is room for another chunk; undefined where there is. */
  readonly ready = (): Promise<void> | undefined => this.#outbox.room();

  /** The tool says where it stands. */
  progress({ value, total, message }: ToolProgress): void {
    if (!Number.isFinite(value)) return;
    this.#hasScale = true;
    this.#value = Math.max(this.#value, value);
    this.#total = total;
    if (this.#isOver) return;
    const isHolding = this.#held !== undefined;
    this.#held = this.#paramsOf(message);
    if (!isHolding) void this.#releaseWhenReady();
  }

  /** The tool has streamed something. */
  chunk({ content, structuredContent }: ToolResponse): void {
    if (!this.#hasScale) this.#value++;
    const text = contentText(content);
    if (this.#isOver) return;
    this.#release();
    this.#send(
      this.#paramsOf(text === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : text),
    );
  }

  /** Nothing is told any more. Resolves when all that was told is on its way. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#release();
    await this.#outbox.flushed();
  }

  async #releaseWhenReady(): Promise<void> {
    // Not by a promise where there is room: what was said first is told first.
    for (let room = this.ready(); room !== undefined; room = this.ready()) await room;
    this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#send(held);
  }

  #send(params: Params): void {
    this.#outbox.send('notifications/progress', params);
  }

  #paramsOf(message: string | undefined): Params {
    // A total below the value would say that more than everything is done.
    const total = this.#total !== undefined && this.#total >= this.#value ? this.#total : undefined;
    return {
      progressToken: this.#token,
      progress: this.#value,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined || message === '' ? {} : { message }),
    };
  }
}
