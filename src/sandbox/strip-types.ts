import { ToolError } from '../base/errors/errors.js';
import { memoize } from '../base/values/memoize.js';
import { WorkerPool } from '../worker/worker-pool.js';
import { findPackage } from './load-package.js';
import type { ProgramFailure } from './sandbox-failure.js';

/** The JavaScript of a source text, in the same lines and columns; or why it does not compile. */
export type StrippedSource = { readonly code: string } | { readonly failure: ProgramFailure };

/** The options of one conversion. */
export interface StripOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What the worker answers. */
interface StripOutput {
  readonly code?: string;
  readonly problem?: { readonly message: string; readonly line?: number; readonly column?: number };
}

const stripProgram = `
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { transformSync } = require(workerData.path);

function strip(source) {
  try {
    return { code: transformSync(source, { mode: 'strip-only', module: true, filename: 'program.ts' }).code };
  } catch (error) {
    // Anything but a syntax error leaves the parser in a state that is unknown. It ends this worker.
    if (!/Syntax$/.test(error?.code)) throw error;
    const { message, startLine, startColumn } = error;
    const text = String(message).slice(0, 500);
    return { problem: { message: text, line: startLine, column: startColumn === undefined ? undefined : startColumn + 1 } };
  }
}

parentPort.on('message', (source) => parentPort.postMessage(strip(source)));
parentPort.postMessage('ready');
`;

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
    const { code = '', problem } = await pool.run(source, options);
    return problem === undefined ? { code } : { failure: { reason: 'syntax', ...problem } };
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
