import type { CallIds } from '../base/runtime/call-ids.js';
import type { OutputValidator } from '../schema/output/output-validator.js';
import type { RetryOptions } from '../tool/metadata/tool-options.js';
import type { ArgumentPlan } from './argument-plan.js';
import type { CallOptions } from './call-options.js';
import type { Accumulate } from './response/chunk-accumulator.js';
import type { StateScope } from './state/scoped-state.js';
import type { ToolExecutor } from './tool-executor.js';

/** The part of a spec's calls that does not change between them. Each spec creates one, which all of its calls use. */
export interface CallPlan {
  readonly toolName: string;
  readonly ids: CallIds;
  readonly executor: ToolExecutor;
  readonly args: ArgumentPlan;
  readonly output: OutputValidator | undefined;
  readonly accumulate: Accumulate;
  readonly coerce: boolean | undefined;
  readonly timeoutMs: number | undefined;
  readonly deadlineMs: number | undefined;
  readonly chunkTimeoutMs: number | undefined;
  readonly retry: RetryOptions | undefined;
  readonly strictReturn: boolean;
  readonly maxOutputChars: number | undefined;
  /** The part of the state that the tool sees. Undefined for the entire state. */
  readonly stateScope: StateScope | undefined;
}

/** Returns the time limit of one attempt of a call, in milliseconds. */
export function timeLimit({ timeoutMs }: CallPlan, options: CallOptions): number | undefined {
  return options.timeoutMs ?? timeoutMs;
}

/** Returns the time limit of an entire call, in milliseconds. */
export function deadlineLimit({ deadlineMs }: Pick<CallPlan, 'deadlineMs'>, options: CallOptions): number | undefined {
  return options.deadlineMs ?? deadlineMs;
}

/** Checks whether a call coerces its arguments. */
export function coerces({ coerce }: Pick<CallPlan, 'coerce'>, options: Pick<CallOptions, 'coerce'>): boolean {
  return (options.coerce ?? coerce) !== false;
}
