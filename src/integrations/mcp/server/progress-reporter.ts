import { contentText } from '../../../call/response/content.js';
import type { ToolProgress, ToolResponse } from '../../../index.js';
import type { McpProgressToken } from '../protocol/messages.js';
import { labelMeta } from '../protocol/sent-labels.js';
import type { Outbox } from './outbox.js';

type Params = Readonly<Record<string, unknown>>;

// Small enough that a million chunks fit between two values of a usual scale, such as 1 and 2 of 100.
const smallestStep = 1e-6;

/**
 * Reports the progress of one call to a client: the calls of `ctx.progress()` and the chunks of a stream. The value of
 * a chunk is its number, or slightly more than the last value once the tool has reported progress. Each value is greater
 * than the one before (specification 2025-11-25, basic/utilities/progress: "MUST increase"), and nothing is reported
 * after the end. Progress that a slow client has not read is replaced by the latest progress. A stream waits for the
 * client instead, with `ready`.
 */
export class ProgressReporter {
  readonly #token: McpProgressToken;
  readonly #outbox: Outbox;
  /** The last value. Undefined before the first report. */
  #value: number | undefined;
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
  progress({ value, total, message, flow }: ToolProgress): void {
    if (!Number.isFinite(value)) return;
    this.#hasScale = true;
    this.#total = total;
    if (this.#isOver) return;
    this.#increaseTo(Math.max(0, value));
    const isPending = this.#pending !== undefined;
    this.#pending = { ...this.#paramsOf(message), ...labelMeta(flow) };
    if (!isPending) void this.#flushWhenReady();
  }

  /** Reports a chunk of the tool's stream. */
  chunk({ content, structuredContent }: ToolResponse): void {
    const text = contentText(content);
    if (this.#isOver) return;
    this.#flush();
    this.#increaseTo(this.#hasScale ? 0 : (this.#value ?? 0) + 1);
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

  /** Sets the value, or increases it by the smallest step if it is not less. */
  #increaseTo(value: number): void {
    const last = this.#value;
    if (last === undefined || value > last) this.#value = value;
    else this.#value = Number((last + Math.max(1, last) * smallestStep).toPrecision(12));
  }

  #send(params: Params): void {
    this.#outbox.send('notifications/progress', params);
  }

  #paramsOf(message: string | undefined): Params {
    // A total below the value would mean that more than 100 % is done.
    const progress = this.#value ?? 0;
    const total = this.#total !== undefined && this.#total >= progress ? this.#total : undefined;
    return {
      progressToken: this.#token,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined || message === '' ? {} : { message }),
    };
  }
}
