import type { ToolProgress, ToolResponse } from '../../index.js';
import { contentText } from '../../response/content.js';
import type { McpProgressToken } from '../protocol/messages.js';
import type { Outbox } from './outbox.js';

type Params = Readonly<Record<string, unknown>>;

/**
 * Reports the progress of one call to a client: the calls of `ctx.progress()` and the chunks of a stream. The value of
 * a chunk is its number, or the last reported progress once the tool has reported any. The value never decreases, as
 * the protocol requires, and nothing is reported after the end. Progress that a slow client has not read is replaced by
 * the latest progress. A stream waits for the client instead, with `ready`.
 */
export class ProgressReporter {
  readonly #token: McpProgressToken;
  readonly #outbox: Outbox;
  #value = 0;
  #total: number | undefined;
  #hasScale = false;
  #isOver = false;
  /** The latest progress that waits for the outbox. */
  #pending: Params | undefined;

  constructor(token: McpProgressToken, outbox: Outbox) {
    this.#token = token;
    this.#outbox = outbox;
  }

  /** Returns a promise that resolves when another chunk can be sent; undefined if it can be sent now. */
  readonly ready = (): Promise<void> | undefined => this.#outbox.whenNotFull();

  /** Reports progress of the tool. */
  progress({ value, total, message }: ToolProgress): void {
    if (!Number.isFinite(value)) return;
    this.#hasScale = true;
    this.#value = Math.max(this.#value, value);
    this.#total = total;
    if (this.#isOver) return;
    const isPending = this.#pending !== undefined;
    this.#pending = this.#paramsOf(message);
    if (!isPending) void this.#flushWhenReady();
  }

  /** Reports a chunk of the tool's stream. */
  chunk({ content, structuredContent }: ToolResponse): void {
    if (!this.#hasScale) this.#value++;
    const text = contentText(content);
    if (this.#isOver) return;
    this.#flush();
    this.#send(
      this.#paramsOf(text === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : text),
    );
  }

  /** Ends the reports. Resolves when all of them have been sent. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#flush();
    await this.#outbox.flushed();
  }

  async #flushWhenReady(): Promise<void> {
    // If the outbox is not full, this must not wait: the order of reports is preserved.
    for (let ready = this.ready(); ready !== undefined; ready = this.ready()) await ready;
    this.#flush();
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.#send(pending);
  }

  #send(params: Params): void {
    this.#outbox.send('notifications/progress', params);
  }

  #paramsOf(message: string | undefined): Params {
    // A total below the value would mean that more than 100 % is done.
    const total = this.#total !== undefined && this.#total >= this.#value ? this.#total : undefined;
    return {
      progressToken: this.#token,
      progress: this.#value,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined || message === '' ? {} : { message }),
    };
  }
}
