import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { abortSignal, count, object, optionsOf, positive, string } from '../../base/options/option-rules.js';
import { memoize } from '../../base/values/memoize.js';
import { onAbort } from '../../call/on-abort.js';
import { toJsonValue } from '../../call/response/json-value.js';
import type {
  ResumeRequest,
  SandboxAnswers,
  SandboxEngine,
  SandboxLimits,
  SandboxRequest,
  SandboxResult,
} from '../../features/code-mode/sandbox-engine.js';
import { checkGlobalName } from './check-global-name.js';
import { preludeProgram } from './guest/prelude.program.gen.js';
import { GuestPool } from './guest-pool.js';
import { requirePackage, warnOfMissingStripper } from './load-package.js';
import { createAnswer } from './program-calls.js';
import { ProgramRun } from './program-run.js';
import { createSandboxError } from './sandbox-failure.js';
import { checkLimits, sandboxLimits } from './sandbox-limits.js';
import { sharedStripper } from './strip-types.js';
import type { CheckedLimits, GuestWorkerData, ProgramFailure } from './worker/messages.js';
import { workerProgram } from './worker/worker.program.gen.js';

/** The options of a {@link QuickJsEngine}. */
export interface QuickJsEngineOptions {
  /** The maximum number of workers, each of which computes one program at a time. @default 2 to 4, by the processors */
  readonly maxWorkers?: number | undefined;
  /** The time after which unused workers end, in milliseconds. @default 10000 */
  readonly idleMs?: number | undefined;
  /** The limits of programs that do not set their own. */
  readonly limits?: SandboxLimits | undefined;
}

const optionNames: OptionNames<QuickJsEngineOptions> = {
  maxWorkers: count,
  idleMs: positive,
  limits: sandboxLimits,
};

const memoryMb = 256;

// The types of Node declare no values of this global.
const { WebAssembly: webAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<GuestWorkerData['wasm']> };
};

/**
 * Runs programs in QuickJS, a JavaScript engine that is compiled to WebAssembly, in a few worker threads. Each program has
 * an engine of its own, with limits of memory, stack and time. Requires the package quickjs-wasi, and for TypeScript the
 * package `@swc/wasm-typescript`.
 *
 * @example
 * ```ts
 * const engine = new QuickJsEngine();
 * const result = await engine.run({
 *   source: 'const prices: number[] = await Promise.all([priceOf("tea"), priceOf("milk")]); prices[0] + prices[1]',
 *   functions: { priceOf: ([name]) => prices.get(name) },
 * });
 * ```
 */
export class QuickJsEngine implements SandboxEngine {
  readonly #options: QuickJsEngineOptions;
  readonly #stripper = sharedStripper();
  #pool: Promise<GuestPool> | undefined;

  /** @throws DefinitionError if an option is invalid, or with the command to run if quickjs-wasi is not installed. */
  constructor(options: QuickJsEngineOptions = {}) {
    checkOptionNames(options, optionNames, 'QuickJsEngine');
    checkLimits(options.limits);
    // Only the model would see the error of the first program.
    requirePackage('quickjs-wasi');
    this.#options = options;
  }

  /** Whether the package `@swc/wasm-typescript` is installed. */
  get acceptsTypeScript(): boolean {
    return this.#stripper.isAvailable;
  }

  /** The engine has opaque values. */
  get acceptsOpaque(): true {
    return true;
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    checkOptionNames(request, optionsOf<SandboxRequest>(runNames, 'source'), 'run');
    const { source, globals = {}, functions = {} } = request;
    const names = Object.keys(functions);
    for (const name of [...names, ...Object.keys(globals)]) checkGlobalName(name, 'run');
    const limits = this.#checkRequest(request);
    if (source.length > limits.maxCharacters) return failBefore({ reason: 'size' }, limits);
    return withSignal(request.signal, async (signal) => {
      if (signal.aborted) return failBefore({ reason: 'aborted' }, limits);
      const pool = await this.#findPool();
      const stripped = await this.#stripper.strip(source, { timeoutMs: limits.computeMs, signal });
      if ('failure' in stripped) return failBefore(stripped.failure, limits);
      const given = { functions: JSON.stringify(names), globals: JSON.stringify(toJsonValue(globals)) };
      const program = new ProgramRun({ pool, functions, limits, signal });
      return this.#addHint(await program.run({ kind: 'start', source: stripped.code, ...given }), limits);
    });
  }

  async resume(snapshot: Uint8Array, answers: SandboxAnswers, request: ResumeRequest): Promise<SandboxResult> {
    checkOptionNames(request, resumeNames, 'resume');
    const limits = this.#checkRequest(request);
    const { functions = {} } = request;
    const sent = [...answers].map(([id, answer]) => createAnswer(id, answer));
    return withSignal(request.signal, async (signal) => {
      const program = new ProgramRun({ pool: await this.#findPool(), functions, limits, signal });
      return program.run({ kind: 'restore', snapshot, answers: sent });
    });
  }

  /** Ends the workers. Programs that run fail. The engine can be used again. */
  async close(): Promise<void> {
    const pool = await this.#pool;
    await Promise.all([pool?.close(), this.#stripper.close()]);
  }

  /** Ends the workers, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #checkRequest({ limits, functions = {} }: ResumeRequest): CheckedLimits {
    const stray = Object.entries(functions).find(([, value]) => typeof value !== 'function');
    if (stray !== undefined) throw new DefinitionError(`run: functions.${stray[0]} must be a function.`);
    return checkLimits(this.#options.limits, limits);
  }

  #findPool(): Promise<GuestPool> {
    this.#pool ??= createPool(this.#options).catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    });
    return this.#pool;
  }

  /**
   * Says how to write a program that does not compile and may be TypeScript, if no package removes the types. The author of
   * the program, such as a model, cannot install it, so that a process warning names the package.
   */
  #addHint(result: SandboxResult, limits: CheckedLimits): SandboxResult {
    if (result.status !== 'failed' || result.error.details?.reason !== 'syntax') return result;
    if (this.#stripper.isAvailable) return result;
    const { line, column } = result.error.details as { readonly line?: number; readonly column?: number };
    warnOfMissingStripper();
    const message = 'it is not valid JavaScript. Write plain JavaScript, without types.';
    return { ...result, error: createSandboxError({ reason: 'syntax', message, line, column }, limits) };
  }
}

const engines = memoize((_: object) => new QuickJsEngine());

/** Returns the engine that tools share. Its workers end when they are not used. */
export function sharedEngine(): QuickJsEngine {
  return engines(globalThis);
}

const resumeNames: OptionNames<ResumeRequest> = { functions: object, limits: sandboxLimits, signal: abortSignal };

const runNames: OptionNames<SandboxRequest> = { ...resumeNames, source: string, globals: object };

async function createPool({ maxWorkers, idleMs = 10_000 }: QuickJsEngineOptions): Promise<GuestPool> {
  const path = requirePackage('quickjs-wasi');
  // Compiled once, for all workers.
  const wasm = await webAssembly.compile(await readFile(requirePackage('quickjs-wasi', '/quickjs.wasm')));
  const manifest: unknown = JSON.parse(await readFile(join(dirname(path), '../package.json'), 'utf8'));
  const { version } = manifest as { readonly version: string };
  const data: GuestWorkerData = { path, wasm, version, prelude: preludeProgram };
  return new GuestPool({
    program: { source: workerProgram, data, memoryMb },
    maxWorkers: maxWorkers ?? Math.max(2, Math.min(4, availableParallelism())),
    idleMs,
  });
}

/** Runs `work` with a signal of its own: a caller may pass one signal to many programs. */
async function withSignal<T>(signal: AbortSignal | undefined, work: (own: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const release = signal === undefined ? undefined : onAbort(signal, () => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    release?.();
  }
}

/** Returns the result of a program that was not begun. */
function failBefore(failure: ProgramFailure, limits: CheckedLimits): SandboxResult {
  const usage = { computeMs: 0, waitMs: 0, calls: 0 };
  return { status: 'failed', error: createSandboxError(failure, limits), logs: [], usage, looked: [] };
}
