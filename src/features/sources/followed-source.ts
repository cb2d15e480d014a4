import type { Subscription } from 'rxjs';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { InterruptedError } from '../../base/errors/errors.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolSource } from '../../toolkit/tool-source.js';

/**
 * A tool source that a toolkit follows. Its tools are read when it is opened, and again whenever it reports a change.
 * The result of the latest reading applies, even if an earlier one ends after it. A reading that fails leaves the tools
 * as they are.
 */
export class FollowedSource {
  readonly source: ToolSource;
  readonly #replaceTools: (specs: readonly ToolSpec[]) => void;
  #subscription: Subscription | undefined;
  /** The number of readings that have begun. Only the result of the latest one applies. */
  #readings = 0;
  #isOpen = false;
  /** Whether the source has changed while it was being opened. */
  #hasChanged = false;
  #hasStopped = false;

  /** @param replaceTools - Replaces the tools that were read before. */
  constructor(source: ToolSource, replaceTools: (specs: readonly ToolSpec[]) => void) {
    this.source = source;
    this.#replaceTools = replaceTools;
  }

  /**
   * Reads the tools for the first time. Rejects if the source cannot be read.
   *
   * @throws InterruptedError if the source was removed before its tools were read.
   */
  async open(): Promise<void> {
    const { source } = this;
    // Subscribe before the tools are read: otherwise a change in between would be missed.
    this.#subscription = source.changes$?.subscribe({
      next: () => this.#onChange(),
      error: (error: unknown) => this.#warn('are no longer updated', error),
    });
    const specs = await source.specs();
    if (this.#hasStopped) {
      throw new InterruptedError(`The source '${source.name}' was removed before its tools were read.`);
    }
    this.#replaceTools(specs);
    this.#isOpen = true;
    if (this.#hasChanged) this.#onChange();
  }

  /** Stops following the source. Its tools are not read again. */
  stop(): void {
    this.#hasStopped = true;
    this.#subscription?.unsubscribe();
  }

  #onChange(): void {
    if (!this.#isOpen) {
      this.#hasChanged = true;
      return;
    }
    this.#readAgain().catch((error: unknown) => this.#warn('could not be read again', error));
  }

  async #readAgain(): Promise<void> {
    const reading = ++this.#readings;
    const specs = await this.source.specs();
    if (!this.#hasStopped && reading === this.#readings) this.#replaceTools(specs);
  }

  #warn(what: string, error: unknown): void {
    if (this.#hasStopped) return;
    emitWarning(`The tools of '${this.source.name}' ${what}: ${String(error)}`);
  }
}
