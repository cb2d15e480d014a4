import type { KV, KvEntry } from '@nats-io/kv';
import type { Unsubscribe } from '../../stores/index.js';
import type { GuardedConnection } from './guarded-connection.js';

type Entries = Awaited<ReturnType<KV['watch']>>;

/** A bucket that can be watched. */
export interface WatchedBucket {
  readonly connection: GuardedConnection;
  /** The name of the bucket, for errors. */
  readonly name: string;
  /** Begins to watch: first the current entries, then each change. */
  readonly open: () => Promise<Entries>;
}

/**
 * Passes the current entries of a bucket and each change to a listener, whose errors are reported. After the connection
 * was interrupted, it begins again with the current entries, because the server may have forgotten who watches.
 */
export async function watchBucket(
  { connection, name, open }: WatchedBucket,
  listener: (entry: KvEntry) => void,
): Promise<Unsubscribe> {
  const { guard } = connection;
  const what = `watching ${name}`;
  let isEnded = false;
  let entries = await open();
  let restarting: Promise<void> | undefined;
  const read = async (source: Entries): Promise<void> => {
    try {
      for await (const entry of source) {
        if (isEnded || source !== entries) return;
        guard.run(
          () => `the entry ${entry.key} of ${name}`,
          () => listener(entry),
        );
      }
    } finally {
      // The server has ended it, and not the caller.
      if (!isEnded && source === entries && !connection.isClosed) restart();
    }
  };
  const begin = async (): Promise<void> => {
    const before = entries;
    // Rejects if the server did not answer in time. Once it answers, the next connection begins again.
    const next = await open();
    entries = next;
    before.stop();
    if (isEnded) next.stop();
    else guard.follow(what, read(next));
  };
  const restart = (): void => {
    if (restarting !== undefined) return;
    restarting = begin().finally(() => {
      restarting = undefined;
    });
    guard.follow(what, restarting);
  };
  const stopListening = connection.onReconnect(restart);
  guard.follow(what, read(entries));
  return async () => {
    isEnded = true;
    entries.stop();
    stopListening();
    await restarting?.catch(() => undefined);
  };
}
