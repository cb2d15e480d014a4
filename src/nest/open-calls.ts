import { scheduleAfter } from '../schedule.js';

/** The tools that are running, which an application waits for when it closes. */
export class OpenCalls {
  #count = 0;
  #finishDrain: (() => void) | undefined;

  /** The number of tools that are running. */
  get count(): number {
    return this.#count;
  }

  /** Counts a tool until the returned function is called. */
  open(): () => void {
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#count -= 1;
      if (this.#count === 0) this.#finishDrain?.();
    };
  }

  /** Resolves when no tool is running any more, or after a time limit in milliseconds. */
  async drain(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const stopTimer = scheduleAfter(resolve, limitMs);
      this.#finishDrain = () => {
        stopTimer();
        resolve();
      };
    });
  }
}
