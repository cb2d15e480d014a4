import type { OptionNames } from '../../base/options/check-options.js';
import { flag, oneOf, positive } from '../../base/options/option-rules.js';
import type { CallOptions } from '../../call/call-options.js';
import { callOptionNames } from '../../call/check-limits.js';

/** The options that control when a call continues in the background. */
export interface BackgroundOptions {
  /** Whether the call returns a placeholder immediately, unless it is rejected, and runs as a task. @default false */
  readonly background?: boolean | undefined;
  /** The time after which a running call returns a placeholder and becomes a task, in milliseconds. @default never */
  readonly backgroundAfterMs?: number | undefined;
  /**
   * Whether a worker of the task store runs the call (`serveTasks`), so that the call, its approval and its result survive
   * a restart of this process and of the worker. Arguments and `auth` are stored, so they must be JSON data without secrets.
   * With the `callId` of an earlier call, the result of that call is returned.
   *
   * @default the tool's, else true for a call with `background` on a toolkit with a task store, else false
   */
  readonly durable?: boolean | undefined;
}

/** The options that say where the arguments of a call come from. */
export interface OriginOptions {
  /**
   * Who has written the arguments: `'app'` if the application itself has, so that all of them are trusted in a toolkit with the
   * option `flow`. Never set it for the call of a model.
   *
   * @default the model of the session
   */
  readonly origin?: 'app' | undefined;
}

/** The options of one call through a toolkit or session. */
export type ToolkitCallOptions = CallOptions & BackgroundOptions & OriginOptions;

/** The names of the options of one call through a toolkit or session. */
export const toolkitCallNames: OptionNames<ToolkitCallOptions> = {
  ...callOptionNames,
  background: flag,
  backgroundAfterMs: positive,
  durable: flag,
  origin: oneOf('app'),
};
