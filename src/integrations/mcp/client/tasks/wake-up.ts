import { scheduleAfter, sleep } from '../../../../base/async/schedule.js';
import { onAbort } from '../../../../call/on-abort.js';

/** A wait that can be ended early, but not before a shortest time. */
export class WakeUp {
  readonly #shortestMs: number;
  #isCalled = false;
  #end: (() => void) | undefined;

  /** @param shortestMs - The shortest time of a wait, in milliseconds. */
  constructor(shortestMs: number) {
    this.#shortestMs = shortestMs;
  }

  /** Ends the current wait, or else the next one. */
  readonly call = (): void => {
    this.#isCalled = true;
    this.#end?.();
  };

  /** Waits for a time in milliseconds, or until `call`. Rejects with the reason of `signal` as soon as it aborts. */
  async wait(waitMs: number, signal: AbortSignal): Promise<void> {
    await sleep(this.#shortestMs, signal);
    if (!this.#isCalled) await this.#waitForCall(waitMs - this.#shortestMs, signal);
    signal.throwIfAborted();
    this.#isCalled = false;
  }

  async #waitForCall(waitMs: number, signal: AbortSignal): Promise<void> {
    let release = (): void => {};
    await new Promise<void>((resolve) => {
      const cancel = scheduleAfter(resolve, waitMs);
      const stopListening = onAbort(signal, resolve);
      this.#end = resolve;
      release = () => {
        cancel();
        stopListening();
        this.#end = undefined;
      };
    });
    release();
  }
}
