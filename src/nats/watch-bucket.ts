import type { KV, KvEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Unsubscribe } from '../index.js';

type Entries = Awaited<ReturnType<KV['watch']>>;

/** A bucket that can be watched. */
export interface WatchedBucket {
  readonly connection: NatsConnection;
  /** Begins to watch: first the current entries, then each change. */
  readonly open: () => Promise<Entries>;
}

/**
 * Passes the current entries of a bucket and each change to a listener. After the connection was interrupted, it begins
 * again with the current entries, because the server may have forgotten who watches.
 */
export async function watchBucket(
  { connection, open }: WatchedBucket,
  listener: (entry: KvEntry) => void,
): Promise<Unsubscribe> {
  let isEnded = false;
  let entries = await open();
  let restarting: Promise<void> | undefined;
  const read = async (source: Entries): Promise<void> => {
    for await (const entry of source) {
      if (isEnded || source !== entries) return;
      listener(entry);
    }
    // The server has ended it, and not the caller.
    if (!isEnded && source === entries && !connection.isClosed()) restart();
  };
  const restart = (): void => {
    restarting ??= open()
      .then((next) => {
        const before = entries;
        entries = next;
        before.stop();
        if (isEnded) next.stop();
        else void read(next);
      })
      // The server did not answer in time. The next connection begins again.
      .catch(() => undefined)
      .finally(() => {
        restarting = undefined;
      });
  };
  const status = connection.status();
  void (async () => {
    for await (const { type } of status) {
      if (isEnded) return;
      if (type === 'reconnect') restart();
    }
  })();
  void read(entries);
  return async () => {
    isEnded = true;
    entries.stop();
    (status as { readonly stop?: () => void }).stop?.();
    await restarting;
  };
}
