import { equalsDeep } from '../../../base/values/equals-deep.js';
import type { Outcome } from '../../../call/outcome.js';
import type { ReportStep } from '../../../toolkit/pipeline/call-step.js';
import type { PipelineCall } from '../../../toolkit/pipeline/pipeline.js';

/** The call that a middleware wraps, and what receives the step. */
export interface WatchedCall {
  readonly call: PipelineCall;
  readonly report: ReportStep;
}

/** Observes what one middleware does with one call, and reports it as a step when the middleware has ended. */
export class MiddlewareWatch {
  readonly #name: string;
  readonly #watched: WatchedCall;
  readonly #startedAt = performance.now();
  readonly #changes = new Set<string>();
  /** The outcomes of `next()`. Another outcome is one that the middleware has created. */
  readonly #outcomes = new Set<Outcome>();
  #runs = 0;
  #firstRunAt = 0;
  #lastEndAt = 0;

  constructor(name: string, watched: WatchedCall) {
    this.#name = name;
    this.#watched = watched;
  }

  /** @param inner - The call that the middleware has passed to `next()`. */
  beginRun(inner: PipelineCall): void {
    this.#runs += 1;
    if (this.#runs === 1) this.#firstRunAt = performance.now();
    const { call } = this.#watched;
    if (inner.name !== call.name) this.#changes.add(`called '${inner.name}' instead`);
    if (!equalsDeep(inner.input, call.input)) this.#changes.add('changed the arguments');
  }

  endRun(outcome: Outcome): void {
    this.#outcomes.add(outcome);
    this.#lastEndAt = performance.now();
  }

  end(outcome: Outcome): void {
    const endedAt = performance.now();
    const parts = [...this.#changes, ...this.#describeEnd(outcome), ...this.#describeTimes(endedAt)];
    const step = { kind: 'middleware', name: this.#name, text: parts.join(', ') } as const;
    this.#watched.report({ ...step, durationMs: endedAt - this.#startedAt });
  }

  #describeEnd(outcome: Outcome): readonly string[] {
    const runs = this.#runs > 1 ? [`called next ${this.#runs} times`] : [];
    if (this.#outcomes.has(outcome)) return runs;
    const { error } = outcome;
    if (this.#runs === 0)
      return [`${error === undefined ? 'answered' : `ended with '${error.code}'`} without calling next`];
    return [...runs, error === undefined ? 'changed the result' : `ended with '${error.code}'`];
  }

  /** Describes the own time of the middleware. It is unknown if `next()` has not ended. */
  #describeTimes(endedAt: number): readonly string[] {
    if (this.#outcomes.size === 0) return [];
    const before = round(this.#firstRunAt - this.#startedAt);
    return [`${before} ms before next, ${round(endedAt - this.#lastEndAt)} ms after`];
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
