import type { ToolProgress, ToolResponse } from '../../index.js';
import { contentText } from '../../response/content.js';
import type { McpProgressToken } from '../protocol/messages.js';

/** Sends a notification that belongs to one request. */
export type Notify = (method: string, params: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * Tells a client how far one call has come: what the tool says with `ctx.progress()`, and each chunk of its stream.
 * Chunks are counted until the tool says where it stands; from then on they repeat that. The value never falls, as the
 * protocol demands, and nothing is told after the end.
 */
export class ProgressReporter {
  readonly #token: McpProgressToken;
  readonly #notify: Notify;
  #value = 0;
  #total: number | undefined;
  #hasScale = false;
  #isOver = false;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(token: McpProgressToken, notify: Notify) {
    this.#token = token;
    this.#notify = notify;
  }

  /** The tool says where it stands. */
  progress({ value, total, message }: ToolProgress): void {
    if (!Number.isFinite(value)) return;
    this.#hasScale = true;
    this.#value = Math.max(this.#value, value);
    this.#total = total;
    this.#send(message);
  }

  /** The tool has streamed something. */
  chunk({ content, structuredContent }: ToolResponse): void {
    if (!this.#hasScale) this.#value++;
    const text = contentText(content);
    this.#send(text === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : text);
  }

  /** Nothing is told any more. Resolves when all that was told is on its way. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#sent;
  }

  #send(message: string | undefined): void {
    if (this.#isOver) return;
    // A total below the value would say that more than everything is done.
    const total = this.#total !== undefined && this.#total >= this.#value ? this.#total : undefined;
    const params = {
      progressToken: this.#token,
      progress: this.#value,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined || message === '' ? {} : { message }),
    };
    // A client that is gone has its call cancelled; nobody need hear of a notification that it missed.
    const sending = this.#notify('notifications/progress', params).catch(() => undefined);
    this.#sent = this.#sent.then(() => sending);
  }
}
