import { DefinitionError, InterruptedError, TimeoutError, ToolError } from '../../base/errors/errors.js';
import type {
  PendingCall,
  SandboxFunction,
  SandboxLog,
  SandboxReason,
  SandboxReport,
  SandboxResult,
} from '../../features/code-mode/sandbox-engine.js';
import { logLevels } from './guest/guest-api.js';
import type { GuestPool, PooledGuest } from './guest-pool.js';
import { readJson } from './json-text.js';
import { ProgramCalls } from './program-calls.js';
import { createSandboxError } from './sandbox-failure.js';
import type {
  CheckedLimits,
  GuestOutput,
  LogNotice,
  ProgramEnd,
  ProgramFailure,
  RestoreJob,
  SentAnswer,
  StartJob,
  StepJob,
  StepLimits,
} from './worker/messages.js';

/** What a program runs with. */
export interface ProgramSetting {
  readonly pool: GuestPool;
  readonly functions: Readonly<Record<string, SandboxFunction>>;
  readonly limits: CheckedLimits;
  readonly signal: AbortSignal;
}

// A worker ends a program itself at its limit. It is terminated if it does not.
const graceMs = 35;
const saveMs = 10_000;

/** One program, from its first step to its end or its pause. */
export class ProgramRun {
  readonly #setting: ProgramSetting;
  readonly #guest: PooledGuest = {};
  readonly #calls: ProgramCalls;
  readonly #logs: SandboxLog[] = [];
  #computeMs = 0;
  #waitMs = 0;
  #made = 0;
  #looked: readonly string[] = [];

  constructor(setting: ProgramSetting) {
    this.#setting = setting;
    this.#calls = new ProgramCalls(setting.functions);
  }

  /** Runs the program. */
  async run(first: StartJob | RestoreJob): Promise<SandboxResult> {
    try {
      let output = await this.#step(() => first);
      for (const call of output.pending ?? []) if (!isAnswered(call, first)) this.#calls.addPaused(call);
      while (output.end === undefined) {
        for (const call of output.calls) this.#calls.start(call);
        const answers = await this.#wait();
        if (answers.length === 0) return await this.#pause();
        output = await this.#step((snapshot) =>
          snapshot === undefined ? { kind: 'answer', answers } : { kind: 'restore', snapshot, answers },
        );
      }
      this.#warnOfLostCalls(output.calls.length);
      return this.#finish(output.end);
    } catch (error) {
      // A worker that was terminated does not say at what its program has looked.
      this.#looked = ['*'];
      return this.#fail({ reason: reasonOf(error), cause: error });
    } finally {
      this.#calls.abort();
      this.#setting.pool.remove(this.#guest);
    }
  }

  /** Runs one step in a worker. `createJob` receives the state of a program that lost its worker to another one. */
  async #step(createJob: (snapshot: Uint8Array | undefined) => StepJob): Promise<GuestOutput> {
    const { pool, limits, signal } = this.#setting;
    const computeMs = limits.computeMs - this.#computeMs;
    if (computeMs <= 0) throw new StepError('compute_time');
    const onNotice = (notice: LogNotice): void => this.#log(notice);
    let output: GuestOutput | undefined;
    await pool.use(this.#guest, signal, async (worker) => {
      const { parked } = this.#guest;
      this.#guest.parked = undefined;
      const job = { ...createJob(parked), limits, computeMs };
      output = await worker.run(job, { timeoutMs: computeMs + graceMs, signal, onNotice });
      this.#computeMs += output.computeMs ?? 0;
      this.#made = output.made ?? this.#made;
      this.#looked = output.looked ?? this.#looked;
      return output.end === undefined;
    });
    if (output === undefined) throw new StepError('crashed');
    return output;
  }

  /** Waits for the answers of calls, until the time for waiting is over. */
  async #wait(): Promise<readonly SentAnswer[]> {
    const { limits, signal } = this.#setting;
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    try {
      return await Promise.race([
        this.#calls.nextAnswers(),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new StepError('wait_time')), Math.max(1, limits.waitMs - this.#waitMs));
          abort = () => reject(new StepError('aborted'));
          if (signal.aborted) abort();
          else signal.addEventListener('abort', abort, { once: true });
        }),
      ]);
    } finally {
      clearTimeout(timer);
      if (abort !== undefined) signal.removeEventListener('abort', abort);
      this.#waitMs += performance.now() - start;
    }
  }

  async #pause(): Promise<SandboxResult> {
    const { pool, signal } = this.#setting;
    const pending = this.#calls.paused;
    let snapshot: Uint8Array | undefined;
    await pool.use(this.#guest, signal, async (worker) => {
      const { parked } = this.#guest;
      if (parked !== undefined) await worker.run(this.#restoreJob(parked), { timeoutMs: saveMs, signal });
      ({ snapshot } = await worker.run({ kind: 'save', pending }, { timeoutMs: saveMs, signal }));
      return false;
    });
    if (snapshot === undefined) throw new StepError('crashed');
    return { status: 'paused', snapshot, pending, ...this.#report() };
  }

  #restoreJob(snapshot: Uint8Array): RestoreJob & StepLimits {
    return { kind: 'restore', snapshot, answers: [], limits: this.#setting.limits, computeMs: saveMs };
  }

  #finish(end: ProgramEnd): SandboxResult {
    if (end.reason === 'foreign') throw new DefinitionError(foreignSnapshot);
    if (end.reason !== undefined) return this.#fail(end);
    try {
      const value = end.json === undefined ? undefined : readJson(end.json);
      return { status: 'done', value, ...this.#report() };
    } catch (error) {
      return this.#fail({ reason: 'value', message: (error as Error).message });
    }
  }

  #warnOfLostCalls(unstarted: number): void {
    const count = unstarted + this.#calls.abort();
    if (count === 0) return;
    const text = `The program ended without awaiting ${count} of its calls. They were cancelled or not begun.`;
    this.#logs.push({ level: 'warn', text });
  }

  #fail(failure: ProgramFailure): SandboxResult {
    const error = createSandboxError(failure, this.#setting.limits);
    return { status: 'failed', error, ...this.#report() };
  }

  #log({ level, text, isCut }: LogNotice): void {
    this.#logs.push({ level: logLevels[level] ?? 'log', text });
    if (isCut) this.#logs.push({ level: 'warn', text: 'The rest of the console output is omitted.' });
  }

  #report(): SandboxReport {
    const usage = { computeMs: this.#computeMs, waitMs: this.#waitMs, calls: this.#made };
    return { logs: [...this.#logs], usage, looked: this.#looked };
  }
}

/** The end of a program that its worker did not report. It never leaves this file. */
class StepError extends InterruptedError {
  readonly reason: SandboxReason;

  constructor(reason: SandboxReason) {
    super(reason);
    this.reason = reason;
  }
}

const foreignSnapshot =
  'The snapshot was not written by this version of the sandbox. Run the program again from its source.';

function isAnswered({ id }: PendingCall, job: StartJob | RestoreJob): boolean {
  return job.kind === 'restore' && job.answers.some((answer) => answer.id === id);
}

/**
 * Returns why a step has no output.
 *
 * @throws the error itself if it is a mistake of the programmer.
 */
function reasonOf(error: unknown): SandboxReason {
  if (error instanceof StepError) return error.reason;
  if (DefinitionError.is(error) || !ToolError.is(error)) throw error;
  if (TimeoutError.is(error)) return 'compute_time';
  return InterruptedError.is(error) ? 'aborted' : 'crashed';
}
