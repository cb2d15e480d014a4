import { defer, finalize } from '../../base/async/rxjs.js';
import type { ToolSource, ToolSpec } from '../../index.js';
import { nameMiddleware } from '../../toolkit/entry/middleware.js';

/** A tool source that is closed when the calls of its tools in toolkits have ended. */
export class CountedSource {
  readonly source: ToolSource;
  #running = 0;
  #isRetired = false;
  /** Counts the running calls of a tool. */
  readonly #count = nameMiddleware('loader', (_call, next) =>
    defer(() => {
      this.#running++;
      return next().pipe(
        finalize(() => {
          this.#running--;
          this.#closeIfUnused();
        }),
      );
    }),
  );

  constructor(source: ToolSource) {
    this.source = source;
  }

  /** Reads the tools of the source. */
  async specs(): Promise<readonly ToolSpec[]> {
    const specs = await this.source.specs();
    return specs.map((spec) => spec.with({ use: [this.#count, ...spec.use] }));
  }

  /** Closes the source as soon as no call runs. */
  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  /** Closes the source now. */
  async close(): Promise<void> {
    this.#isRetired = false;
    await this.source.close();
  }

  #closeIfUnused(): void {
    if (!this.#isRetired || this.#running > 0) return;
    // The error of a connection that is no longer used helps no one.
    this.close().catch(() => {});
  }
}
