import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { CallbackGuard } from './callback-guard.js';

/** A connection, and the guard of its callbacks. */
export interface SubscribedConnection {
  readonly connection: NatsConnection;
  readonly guard: CallbackGuard;
}

/** Passes the messages on a subject to a listener. What it throws is reported, as are errors of the server. */
export function subscribeGuarded(
  { connection, guard }: SubscribedConnection,
  subject: string,
  { onMessage, queue }: { readonly onMessage: (message: Msg) => void; readonly queue?: string | undefined },
): Subscription {
  const callback = (error: Error | null, message: Msg): void =>
    guard.run(
      () => (error === null ? `a message on ${message.subject}` : `the subscription to ${subject}`),
      () => {
        if (error !== null) throw error;
        onMessage(message);
      },
    );
  return connection.subscribe(subject, queue === undefined ? { callback } : { queue, callback });
}
