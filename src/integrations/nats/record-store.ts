import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type KV, type KvEntry, Kvm } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import { ToolExecutionError } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { RecordChange, RecordStore, StoredRecord, StoreLimits, Unsubscribe } from '../../stores/index.js';
import { checkKey, createFullError, encodeRecord } from '../../stores/store-errors.js';
import type { GuardedConnection } from './guarded-connection.js';
import { retryWhileOffline } from './offline.js';
import { decodeToken, encodeToken } from './store-keys.js';
import { watchBucket } from './watch-bucket.js';

/** The parts of a record store on NATS. */
export interface NatsRecordStoreParts {
  readonly connection: GuardedConnection;
  /** The name of the bucket: letters, digits, `_` and `-`. It is created when it is first needed. */
  readonly bucket: string;
  readonly limits: StoreLimits;
  /** How long an operation waits for a server that does not answer, in milliseconds. */
  readonly offlineMs: number;
  /** The number of servers of a cluster that store each record. */
  readonly replicas: number;
}

/** What a record is stored as. */
interface Envelope {
  readonly value: unknown;
  /** Identifies the write, so that a write whose answer was lost can be recognized. */
  readonly write: string;
}

// The codes of JetStream for a write that another one preceded, and for a stream without room.
const conflictCodes: readonly number[] = [10071, 10164];
const fullCodes: readonly number[] = [10047, 10077];
// The part of a message that is not the value: its headers and the envelope, in bytes.
const overheadBytes = 1_024;
// How long one attempt waits for the server, in milliseconds.
const timeoutMs = 2_000;
// The shortest time for which a stream compares messages to find duplicates, in nanoseconds: 100 ms.
const shortestWindow = 100_000_000;

/** A record store in a bucket of the key-value store of JetStream. */
export class NatsRecordStore implements RecordStore {
  readonly #parts: NatsRecordStoreParts;
  #opened: Promise<KV> | undefined;

  constructor(parts: NatsRecordStoreParts) {
    this.#parts = parts;
  }

  get(key: string): Promise<StoredRecord | undefined> {
    return this.#attempt(async (bucket) => toRecord(await bucket.get(tokenOf(key))));
  }

  create(key: string, value: unknown): Promise<number | undefined> {
    return this.#write(key, value, (bucket, data) => bucket.create(tokenOf(key), data));
  }

  update(key: string, value: unknown, revision: number): Promise<number | undefined> {
    return this.#write(key, value, (bucket, data) => bucket.update(tokenOf(key), data, revision, timeoutMs));
  }

  delete(key: string, revision?: number): Promise<boolean> {
    return this.#attempt(async (bucket, isRepeated) => {
      const token = tokenOf(key);
      const found = await bucket.get(token);
      // The answer to the attempt before may have been lost.
      if (found === null || found.operation !== 'PUT') return isRepeated;
      if (revision !== undefined && found.revision !== revision) return false;
      try {
        await bucket.delete(token, { previousSeq: found.revision });
        return true;
      } catch (error) {
        if (!isConflict(error)) throw error;
        return revision === undefined ? this.delete(key) : false;
      }
    });
  }

  list(): Promise<readonly StoredRecord[]> {
    const { connection, bucket: name } = this.#parts;
    return this.#attempt(async (bucket) => {
      const records: StoredRecord[] = [];
      for await (const entry of await bucket.history()) {
        connection.guard.run(
          () => `the entry ${entry.key} of ${name}`,
          () => {
            const record = toRecord(entry);
            if (record !== undefined) records.push(record);
          },
        );
      }
      return records;
    });
  }

  async watch(listener: (change: RecordChange) => void, key?: string): Promise<Unsubscribe> {
    const { connection, bucket: name } = this.#parts;
    const token = key === undefined ? undefined : tokenOf(key);
    const open = (): ReturnType<KV['watch']> =>
      this.#attempt((bucket) => bucket.watch(token === undefined ? {} : { key: token }));
    return watchBucket({ connection, name, open }, (entry) =>
      listener({ key: decodeToken(entry.key), record: toRecord(entry) }),
    );
  }

  async #write(
    key: string,
    value: unknown,
    put: (bucket: KV, data: string) => Promise<number>,
  ): Promise<number | undefined> {
    const { limits, connection } = this.#parts;
    const payload = (connection.info?.max_payload ?? Number.POSITIVE_INFINITY) - overheadBytes;
    const json = encodeRecord(value, Math.min(limits.maxValueBytes, payload));
    const write = crypto.randomUUID();
    const data = `{"value":${json},"write":"${write}"}`;
    return this.#attempt(async (bucket, isRepeated) => {
      try {
        return await put(bucket, data);
      } catch (error) {
        if (isFull(error)) throw createFullError('maxBytes', limits.maxBytes);
        if (!isConflict(error)) throw error;
        if (!isRepeated) return undefined;
        const entry = await bucket.get(tokenOf(key));
        return entry !== null && entry.operation === 'PUT' && readEnvelope(entry).write === write
          ? entry.revision
          : undefined;
      }
    });
  }

  #attempt<T>(attempt: (bucket: KV, isRepeated: boolean) => Promise<T>): Promise<T> {
    const { connection, offlineMs } = this.#parts;
    return retryWhileOffline(connection.connection, offlineMs, async (isRepeated) =>
      attempt(await this.#bucket(), isRepeated),
    );
  }

  #bucket(): Promise<KV> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open(): Promise<KV> {
    const { connection, bucket, limits, replicas } = this.#parts;
    const { maxAgeMs, maxBytes, maxValueBytes } = limits;
    const kvm = new Kvm(jetstream(connection.connection, { timeout: timeoutMs }));
    const opened = await kvm.create(bucket, {
      ttl: maxAgeMs,
      max_bytes: maxBytes,
      maxValueSize: maxValueBytes + overheadBytes,
      replicas,
      // Only the leader answers, so that what was written is read.
      allow_direct: false,
    });
    // A bucket that exists may have been created with other limits.
    const manager = await jetstreamManager(connection.connection, { timeout: timeoutMs });
    const stream = `KV_${bucket}`;
    const { config } = await manager.streams.info(stream);
    const wanted = {
      max_age: nanos(maxAgeMs),
      max_bytes: maxBytes,
      max_msg_size: maxValueBytes + overheadBytes,
      duplicate_window: Math.max(shortestWindow, Math.min(nanos(maxAgeMs), config.duplicate_window)),
    };
    const isChanged = Object.entries(wanted).some(([name, value]) => Reflect.get(config, name) !== value);
    if (isChanged) await manager.streams.update(stream, wanted);
    return opened;
  }
}

function tokenOf(key: string): string {
  return encodeToken(checkKey(key));
}

function toRecord(entry: KvEntry | null): StoredRecord | undefined {
  if (entry === null || entry.operation !== 'PUT') return undefined;
  return { key: decodeToken(entry.key), value: readEnvelope(entry).value, revision: entry.revision };
}

/** Reads what a store has written. Throws a ToolExecutionError for an entry of another program. */
function readEnvelope(entry: KvEntry): Envelope {
  let cause: unknown;
  try {
    const envelope: unknown = entry.json();
    if (isRecord(envelope) && typeof envelope.write === 'string')
      return { value: envelope.value, write: envelope.write };
  } catch (error) {
    cause = error;
  }
  const message = `The entry ${entry.key} of the bucket ${entry.bucket} was not written by a store. Delete it.`;
  throw new ToolExecutionError(message, { cause });
}

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && conflictCodes.includes(error.code);
}

function isFull(error: unknown): boolean {
  return error instanceof JetStreamApiError && fullCodes.includes(error.code);
}
