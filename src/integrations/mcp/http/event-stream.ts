import { unrefTimer } from '../../../base/async/schedule.js';
import { formatEvent, keepAliveComment } from '../../../base/network/server-sent-events.js';

/** The receiver of the events of a stream: the response of one runtime. */
export interface EventSink {
  /** Sends a text. */
  write(text: string): void;
  /** Resolves when the client has read enough to send more. */
  whenWritable(): Promise<void>;
  end(): void;
}

// Proxies close connections on which nothing is sent. A comment keeps them open. In milliseconds.
const keepAliveMs = 15_000;

/**
 * The body of a response that is a stream of server-sent events. What is written before the response is sent is
 * buffered. What is written after the end is discarded.
 */
export class EventStream {
  readonly #closeListeners: (() => void)[] = [];
  #buffer: string[] = [];
  #sink: EventSink | undefined;
  #isEnded = false;
  #isClosed = false;
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  /** Whether the client can no longer receive events. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sends a text, which consists of whole events. */
  write(text: string): void {
    if (this.#isEnded || this.#isClosed) return;
    if (this.#sink === undefined) this.#buffer.push(text);
    else this.#sink.write(text);
  }

  /** Ends the response after what has been written. */
  end(): void {
    if (this.#isEnded || this.#isClosed) return;
    this.#isEnded = true;
    this.#stopKeepAlive();
    this.#sink?.end();
  }

  /** Resolves when the client has read enough to send more, or has disconnected. */
  async whenWritable(): Promise<void> {
    if (!this.#isClosed) await this.#sink?.whenWritable();
  }

  /** Begins to send. Called by the bridge to the runtime. */
  open(sink: EventSink): void {
    this.#sink = sink;
    for (const text of this.#buffer) sink.write(text);
    this.#buffer = [];
    if (this.#isEnded) {
      sink.end();
      return;
    }
    this.#keepAlive = setInterval(() => sink.write(keepAliveComment), keepAliveMs);
    unrefTimer(this.#keepAlive);
  }

  /** Reports that the response is over. Called by the bridge to the runtime. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopKeepAlive();
    for (const listener of this.#closeListeners) listener();
  }

  /** Calls a listener when the response is over: after its end, or when the client has disconnected. */
  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  #stopKeepAlive(): void {
    clearInterval(this.#keepAlive);
  }
}

/** Formats a message as one event. */
export function toEvent(message: unknown, id?: string): string {
  return formatEvent({ event: 'message', id, data: JSON.stringify(message) });
}
