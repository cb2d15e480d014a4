import { scheduleAfter } from '../../../base/async/schedule.js';

/** Ends a running tool with an error. */
export type CancelCall = (error: unknown) => void;

/** The tools that are running, which an application waits for when it closes. */
export class OpenCalls {
  readonly #open = new Set<CancelCall>();
  #finishDrain: (() => void) | undefined;

  /** The number of tools that are running. */
  get count(): number {
    return this.#open.size;
  }

  /** Counts a tool until the returned function is called. */
  open(cancel: CancelCall): () => void {
    this.#open.add(cancel);
    return () => {
      this.#open.delete(cancel);
      if (this.#open.size === 0) this.#finishDrain?.();
    };
  }

  /** Ends all running tools with an error. */
  cancel(error: unknown): void {
    for (const cancel of this.#open) cancel(error);
  }

  /** Resolves when no tool is running any more, or after a time limit in milliseconds. */
  async drain(limitMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const stopTimer = scheduleAfter(resolve, limitMs);
      this.#finishDrain = () => {
        stopTimer();
        resolve();
      };
    });
  }
}
