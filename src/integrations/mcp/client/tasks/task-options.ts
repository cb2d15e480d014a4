import type { OptionNames } from '../../../../base/options/check-options.js';
import { positive } from '../../../../base/options/option-rules.js';
import type { RemoteCall } from '../http/remote-call.js';

/** The limits of awaiting tasks. */
export interface McpTaskWaiting {
  /**
   * The longest time that the task of a call is awaited, in milliseconds. The call then fails with a TimeoutError, and the
   * task is cancelled. The time limits of the call apply, too.
   *
   * @default 3600000 (1 hour)
   */
  readonly maxWaitMs?: number | undefined;
}

/** The names of the limits of awaiting tasks. */
export const taskWaitingNames: OptionNames<McpTaskWaiting> = { maxWaitMs: positive };

/** How the tasks of a source are awaited. */
export interface TaskSettings {
  readonly maxWaitMs: number;
  /** Answers a question of the task of a call. */
  readonly answer: (question: unknown, call: RemoteCall, signal: AbortSignal) => Promise<unknown>;
}

/** The default of `maxWaitMs`. */
export const defaultTaskWaitMs = 3_600_000;
