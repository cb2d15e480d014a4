import { sleep } from '../../../../base/async/schedule.js';
import { toRequestError } from '../errors/remote-errors.js';
import { firstPauseMs, isTransient, longestPauseMs } from './try-again.js';

/** A task to follow, and how. */
export interface FollowedTask {
  /** The name of the source. */
  readonly server: string;
  /** Subscribes to the changes of the task. Settles when the subscription has ended. */
  readonly subscribe: (signal: AbortSignal) => Promise<void>;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

/**
 * Keeps a subscription to the changes of a task until the signal aborts: when it has ended, such as with its connection, it
 * is begun again, over the connection that there is by then. A server that refuses it is not asked again.
 */
export async function followTask({ server, subscribe, signal }: FollowedTask): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const since = performance.now();
    try {
      await subscribe(signal);
    } catch (error) {
      if (signal.aborted || !isTransient(toRequestError(error, { server }))) return;
    }
    if (performance.now() - since > longestPauseMs) pauseMs = firstPauseMs;
    await sleep(pauseMs, signal).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}
