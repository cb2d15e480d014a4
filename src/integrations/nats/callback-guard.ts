import { emitWarning } from '../../base/errors/emit-warning.js';
import { ToolError, ToolExecutionError } from '../../index.js';

// An error with the same message is reported once in this time, in milliseconds.
const repeatMs = 1_000;

/** A listener for errors that no caller receives. */
type ErrorListener = (error: unknown) => void;

/**
 * Runs the callbacks of subscriptions, watchers and timers. What they throw is reported and goes no further: the client of
 * NATS would stop reading, or the process would end.
 */
export class CallbackGuard {
  readonly #where: string;
  readonly #onError: ErrorListener;
  /** When each message was reported last, the oldest first. */
  readonly #reported = new Map<string, number>();

  /**
   * @param where - The function or class that runs the callbacks, for errors.
   * @param onError - The listener for errors. Default: a process warning.
   */
  constructor(where: string, onError: ErrorListener = warn) {
    this.#where = where;
    this.#onError = onError;
  }

  get where(): string {
    return this.#where;
  }

  /** Calls a function. `what` names what it processes, for the error. */
  run(what: () => string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#reportFailure(what(), error);
    }
  }

  /** Calls a function after each period, in milliseconds. */
  every(periodMs: number, work: () => void): NodeJS.Timeout {
    return setInterval(() => this.run(timer, work), periodMs);
  }

  /** Calls a function after a delay, in milliseconds. */
  after(delayMs: number, work: () => void): NodeJS.Timeout {
    return setTimeout(() => this.run(timer, work), delayMs);
  }

  /** Reports the rejection of a promise that no caller waits for. */
  follow(what: string, promise: Promise<unknown>): void {
    void promise.catch((error: unknown) => this.#reportFailure(what, error));
  }

  /** Reports an error. One with the same message is reported once a second at most. */
  report(error: ToolError): void {
    if (this.#isRepeated(error.message)) return;
    try {
      this.#onError(error);
    } catch (thrown) {
      emitWarning(`${this.#where}: onError has thrown an error: ${messageOf(thrown)}`);
    }
  }

  #reportFailure(what: string, error: unknown): void {
    if (ToolError.is(error)) this.report(error);
    else this.report(new ToolExecutionError(`${this.#where}: ${what} failed: ${messageOf(error)}`, { cause: error }));
  }

  #isRepeated(message: string): boolean {
    const now = performance.now();
    for (const [known, at] of this.#reported) {
      if (now - at < repeatMs) break;
      this.#reported.delete(known);
    }
    if (this.#reported.has(message)) return true;
    this.#reported.set(message, now);
    return false;
  }
}

const timer = (): string => 'a timer';

function warn(error: unknown): void {
  emitWarning(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'a value that is no Error was thrown';
}
