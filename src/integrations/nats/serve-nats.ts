import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { delay } from '../../base/options/option-rules.js';
import type { NetworkError, Toolkit } from '../../index.js';
import { checkToolkit } from '../../toolkit/check-scope.js';
import { NatsWorker, type StopOptions } from './nats-worker.js';
import { openConnection } from './open-connection.js';
import { readServeOptions, type ServeNatsOptions } from './serve-options.js';
import { Subjects } from './subjects.js';

/** A worker that serves the tools of a toolkit. */
export interface NatsServing {
  /** The ID of the worker, which is new for each start. */
  readonly workerId: string;
  /** The number of calls that run. */
  readonly running: number;
  /**
   * Resolves when the worker has been closed. Rejects with a NetworkError when its connection is dead and is not opened
   * again: when it was closed, or when it was passed as an option and answers nothing.
   */
  readonly closed: Promise<void>;
  /** Takes no more calls, and resolves when the calls that were taken have ended. Only the first call counts. */
  close(options?: StopOptions): Promise<void>;
}

const stopNames: OptionNames<StopOptions> = { graceMs: delay };

/**
 * Serves the tools of a toolkit to callers elsewhere, over NATS. The workers of one queue group share the calls. Requires
 * `@nats-io/transport-node`.
 *
 * @throws DefinitionError on an unknown or invalid option.
 * @throws NetworkError that names the server and what to start, if none answers.
 * @example
 * ```ts
 * const serving = await serveNats(toolkit, { servers: 'nats://localhost:4222', concurrency: 10 });
 * process.once('SIGTERM', () => void serving.close());
 * ```
 */
export async function serveNats(toolkit: Toolkit, options: ServeNatsOptions = {}): Promise<NatsServing> {
  checkToolkit(toolkit, 'serveNats');
  const settings = readServeOptions(options);
  const subjects = new Subjects(options.subject ?? 'toolwright', 'serveNats');
  const connection = await openConnection(options, 'serveNats');
  const worker = new NatsWorker({ toolkit, connection, subjects, settings });
  let resolveClosed = (): void => {};
  let rejectClosed = (_: NetworkError): void => {};
  const closed = new Promise<void>((resolve, reject) => {
    resolveClosed = resolve;
    rejectClosed = reject;
  });
  // An application that does not use it must not end by an unhandled rejection: `onError` reports the reason too.
  closed.catch(() => undefined);
  let closing: Promise<void> | undefined;
  const end = async (given?: StopOptions): Promise<void> => {
    try {
      await worker.stop(given);
      await connection.close();
    } finally {
      resolveClosed();
    }
  };
  connection.onDead((error) => {
    rejectClosed(error);
    worker.abandon(error);
    closing ??= connection.close();
  });
  try {
    await worker.start();
  } catch (error) {
    await end({ graceMs: 0 });
    throw error;
  }
  return Object.freeze<NatsServing>({
    workerId: worker.id,
    get running() {
      return worker.running;
    },
    closed,
    close: async (given = {}) => {
      checkOptionNames(given, stopNames, 'close of serveNats');
      closing ??= end(given);
      return closing;
    },
  });
}
