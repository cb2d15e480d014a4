import type { Subscription } from 'rxjs';
import { InterruptedError } from '../errors.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { ToolSource } from './tool-source.js';

/**
 * A source whose tools a toolkit has: read once at first, then again whenever it says that they changed. What is read
 * last counts, however long it takes to come; what cannot be read leaves the tools as they were.
 */
export class FollowedSource {
  readonly source: ToolSource;
  readonly #take: (specs: readonly ToolSpec[]) => void;
  #following: Subscription | undefined;
  /** How often reading has begun: only the latest is taken. */
  #readings = 0;
  #isOpen = false;
  /** Whether it changed while it was being opened. */
  #hasChanged = false;
  #hasStopped = false;

  /** @param take - Puts what was read in the place of what was read before. */
  constructor(source: ToolSource, take: (specs: readonly ToolSpec[]) => void) {
    this.source = source;
    this.#take = take;
  }

  /** Reads the tools for the first time. Rejects as the source does, or if it was removed meanwhile. */
  async open(): Promise<void> {
    const { source } = this;
    // Before the tools are read: a change in between would be missed.
    this.#following = source.changes$?.subscribe({
      next: () => this.#changed(),
      error: (error: unknown) => this.#warn('are not followed any more', error),
    });
    const specs = await source.specs();
    if (this.#hasStopped) {
      throw new InterruptedError(`The source '${source.name}' was removed before its tools were there.`);
    }
    this.#take(specs);
    this.#isOpen = true;
    if (this.#hasChanged) this.#changed();
  }

  /** Nothing is taken from it any more. */
  stop(): void {
    this.#hasStopped = true;
    this.#following?.unsubscribe();
  }

  #changed(): void {
    if (!this.#isOpen) {
      this.#hasChanged = true;
      return;
    }
    this.#readAgain().catch((error: unknown) => this.#warn('could not be read again', error));
  }

  async #readAgain(): Promise<void> {
    const reading = ++this.#readings;
    const specs = await this.source.specs();
    if (!this.#hasStopped && reading === this.#readings) this.#take(specs);
  }

  #warn(what: string, error: unknown): void {
    if (this.#hasStopped) return;
    process.emitWarning(`The tools of '${this.source.name}' ${what}: ${String(error)}`, { type: 'ToolwrightWarning' });
  }
}
