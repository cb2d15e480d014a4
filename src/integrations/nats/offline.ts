import { JetStreamApiError } from '@nats-io/jetstream';
import { ClosedConnectionError, type NatsConnection } from '@nats-io/transport-node';
import { scheduleAfter } from '../../base/async/schedule.js';
import { NetworkError, ToolError } from '../../index.js';
import { serverName } from './server-name.js';

// The pause between two attempts, in milliseconds.
const pauseMs = 100;
// From here on, a code is an error of the server that may pass.
const serverErrorStatus = 500;
// The codes of JetStream for an error with such a status that does not pass: the store is full.
const lastingCodes: readonly number[] = [10047, 10077];

/** One attempt of an operation. `isRepeated` states whether an attempt before it may have succeeded without an answer. */
export type Attempt<T> = (isRepeated: boolean) => Promise<T>;

/**
 * Attempts an operation until the server answers, or `offlineMs` milliseconds have passed. Rejects with the answer of the
 * server if that is an error.
 *
 * @throws NetworkError if the server did not answer in time, naming it.
 */
export async function retryWhileOffline<T>(
  connection: NatsConnection,
  offlineMs: number,
  attempt: Attempt<T>,
): Promise<T> {
  const giveUpAt = performance.now() + offlineMs;
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await attempt(isRepeated);
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (connection.isClosed() || performance.now() + pauseMs > giveUpAt) throw createOfflineError(connection, error);
      await new Promise<void>((resolve) => scheduleAfter(resolve, pauseMs));
    }
  }
}

/** Creates the error for a server that does not answer. It names the server and what to start. */
function createOfflineError(connection: NatsConnection, cause: unknown): NetworkError {
  const why = connection.isClosed() ? 'The connection was closed' : 'The server does not answer';
  const message = `${why}: NATS at ${serverName(connection)}. Start it with JetStream: nats-server --jetstream.`;
  return new NetworkError(message, { cause });
}

/** Whether an error may be that of an interruption, and not the answer of the server. */
function mayPass(error: unknown): boolean {
  if (ToolError.is(error) || error instanceof TypeError) return false;
  if (error instanceof ClosedConnectionError) return true;
  if (!(error instanceof JetStreamApiError)) return true;
  return error.status >= serverErrorStatus && !lastingCodes.includes(error.code);
}
