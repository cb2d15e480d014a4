import { once } from '../../../base/async/once.js';
import { emitWarning } from '../../../base/errors/emit-warning.js';
import { DefinitionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { callback, count, finite, object } from '../../../base/options/option-rules.js';
import type { Toolkit } from '../../../facade/toolkit.js';
import type { ToolkitSession } from '../../../facade/toolkit-session.js';
import type { TaskStore } from '../../../stores/task-store.js';
import { checkToolkit } from '../../../toolkit/check-scope.js';
import { TaskWorker } from './task-worker.js';

/** The options of `serveTasks`. */
export interface TaskServingOptions {
  /** The store of the calls. @default the `taskStore` of the toolkit */
  readonly store?: TaskStore | undefined;
  /** The number of calls that run at once. @default 10 */
  readonly concurrency?: number | undefined;
  /**
   * How long a worker may be silent before its calls are taken from it, in milliseconds. A worker that runs a call says so
   * three times in that period. A process takes over the calls of another one only when it has itself run for about twice
   * that period.
   *
   * @default 10000
   */
  readonly leaseMs?: number | undefined;
  /** Returns the session of an ID, for calls that were made in a session. @default a new session with that ID */
  readonly sessionOf?: ((id: string) => ToolkitSession | Promise<ToolkitSession>) | undefined;
  /** Receives errors of the store. @default a process warning */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const optionNames: OptionNames<TaskServingOptions> = {
  store: object,
  concurrency: count,
  leaseMs: finite,
  sessionOf: callback,
  onError: callback,
};

/** A worker that runs durable calls. */
export interface TaskServing {
  /** Takes no more calls, and waits for those that run. */
  close(): Promise<void>;
}

/**
 * Runs the durable calls that any process has stored, with the tools of a toolkit. Several processes may do so: each call
 * is taken by one of them. A call whose worker has died runs again if its tool is idempotent, and ends as interrupted
 * otherwise.
 *
 * @throws DefinitionError on an invalid option, and without a store.
 * @example
 * ```ts
 * const serving = await serveTasks(toolkit, { store: stores.tasks });
 * ```
 */
export async function serveTasks(toolkit: Toolkit, options: TaskServingOptions = {}): Promise<TaskServing> {
  checkToolkit(toolkit, 'serveTasks');
  checkOptionNames(options, optionNames, 'serveTasks');
  const { concurrency = 10, leaseMs = 10_000, onError = warn, store = toolkit.taskStore } = options;
  if (store === undefined) {
    throw new DefinitionError('serveTasks requires a store. Pass one, or create the toolkit with taskStore.');
  }
  const { sessionOf = (id) => toolkit.session({ id }) } = options;
  const worker = new TaskWorker({ toolkit, store, concurrency, leaseMs, sessionOf, onError });
  await worker.start();
  return Object.freeze({ close: once(() => worker.close()) });
}

function warn(error: unknown): void {
  emitWarning(`A worker of durable calls failed: ${String(error)}`);
}
