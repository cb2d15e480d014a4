import { ToolError } from '../../base/errors/errors.js';
import { memoize } from '../../base/values/memoize.js';
import { WorkerPool } from '../../base/worker/worker-pool.js';
import { findPackage } from './load-package.js';
import { stripProgram } from './strip.program.gen.js';
import type { StripOutput } from './strip-source.js';
import type { ProgramFailure } from './worker/messages.js';

/** The JavaScript of a source text, in the same lines and columns; or why it does not compile. */
export type StrippedSource = { readonly code: string } | { readonly failure: ProgramFailure };

/** The options of one conversion. */
export interface StripOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const memoryMb = 256;
const keptSources = 200;
const longestKept = 50_000;

/**
 * Removes the types of TypeScript in a worker, because source text of a model may be made to block or exhaust a parser.
 * Without the package that removes them, source text is returned as it is.
 */
class TypeStripper {
  readonly #kept = new Map<string, StrippedSource>();
  #pool: WorkerPool<string, StripOutput> | undefined;

  /** Whether the package that removes types is installed. */
  get isAvailable(): boolean {
    return this.#findPool() !== undefined;
  }

  /** Removes the types of a source text. Its syntax errors are those of a module. */
  async strip(source: string, options: StripOptions): Promise<StrippedSource> {
    const pool = this.#findPool();
    if (pool === undefined) return { code: source };
    const kept = this.#kept.get(source);
    if (kept !== undefined) return kept;
    const stripped = await convert(pool, source, options);
    if (source.length <= longestKept && !isTransient(stripped)) this.#keep(source, stripped);
    return stripped;
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #findPool(): WorkerPool<string, StripOutput> | undefined {
    if (this.#pool !== undefined) return this.#pool;
    const path = findPackage('@swc/wasm-typescript');
    if (path !== undefined) {
      this.#pool = new WorkerPool({ source: stripProgram, data: { path }, memoryMb, maxWorkers: 1 });
    }
    return this.#pool;
  }

  #keep(source: string, stripped: StrippedSource): void {
    this.#kept.set(source, stripped);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptSources && oldest !== undefined) this.#kept.delete(oldest);
  }
}

async function convert(
  pool: WorkerPool<string, StripOutput>,
  source: string,
  options: StripOptions,
): Promise<StrippedSource> {
  try {
    const output = await pool.run(source, options);
    return 'code' in output ? output : { failure: { reason: 'syntax', ...output.problem } };
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    if (error.code === 'timeout') return { failure: { reason: 'compute_time' } };
    if (error.code === 'interrupted') return { failure: { reason: 'aborted' } };
    return {
      failure: { reason: 'syntax', message: 'it is nested too deeply, or too large, for the parser.', cause: error },
    };
  }
}

const strippers = memoize((_: object) => new TypeStripper());

/** Returns the stripper that all engines and tools share. */
export function sharedStripper(): TypeStripper {
  return strippers(globalThis);
}

/** Checks whether a conversion failed for a reason that is not in its source text. */
function isTransient(stripped: StrippedSource): boolean {
  return 'failure' in stripped && stripped.failure.reason !== 'syntax';
}
