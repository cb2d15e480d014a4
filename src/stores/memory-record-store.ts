import { checkOptionNames } from '../base/options/check-options.js';
import { mergeLimits } from '../base/options/merge-limits.js';
import { byteLength } from '../base/text/byte-length.js';
import type { Unsubscribe } from './event-bus.js';
import {
  type RecordChange,
  type RecordStore,
  type StoredRecord,
  type StoreLimits,
  storeLimitNames,
} from './record-store.js';
import { checkKey, createFullError, encodeRecord } from './store-errors.js';

/** The limits of a store in memory. */
export interface MemoryStoreLimits extends StoreLimits {
  /** The largest number of records. */
  readonly maxRecords: number;
}

interface Held {
  readonly json: string;
  readonly bytes: number;
  readonly revision: number;
  readonly writtenAt: number;
}

interface Watcher {
  readonly key: string | undefined;
  readonly listener: (change: RecordChange) => void;
}

// How many records a store in memory has at most, unless its limits name another number.
const maxRecords = 10_000;

/** A record store in the memory of one process. */
export class MemoryRecordStore implements RecordStore {
  readonly #limits: MemoryStoreLimits;
  /** The records, the one that was written first at the beginning. */
  readonly #records = new Map<string, Held>();
  readonly #watchers = new Set<Watcher>();
  #bytes = 0;
  #revision = 0;

  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(defaults: StoreLimits, limits?: Partial<MemoryStoreLimits>) {
    checkOptionNames(defaults, storeLimitNames, 'new MemoryRecordStore()');
    this.#limits = mergeLimits<MemoryStoreLimits>({ ...defaults, maxRecords }, limits, 'store');
  }

  async get(key: string): Promise<StoredRecord | undefined> {
    const held = this.#held(checkKey(key));
    return held && toRecord(key, held);
  }

  async create(key: string, value: unknown): Promise<number | undefined> {
    return this.#held(checkKey(key)) === undefined ? this.#write(key, value) : undefined;
  }

  async update(key: string, value: unknown, revision: number): Promise<number | undefined> {
    return this.#held(checkKey(key))?.revision === revision ? this.#write(key, value) : undefined;
  }

  async delete(key: string, revision?: number): Promise<boolean> {
    const held = this.#held(checkKey(key));
    if (held === undefined || (revision !== undefined && held.revision !== revision)) return false;
    this.#remove(key, held);
    this.#revision++;
    this.#announce({ key, record: undefined });
    return true;
  }

  async list(): Promise<readonly StoredRecord[]> {
    this.#removeExpired();
    return [...this.#records].map(([key, held]) => toRecord(key, held));
  }

  async watch(listener: (change: RecordChange) => void, key?: string): Promise<Unsubscribe> {
    const watcher: Watcher = { key: key === undefined ? undefined : checkKey(key), listener };
    this.#removeExpired();
    for (const [name, held] of this.#records) {
      if (key === undefined || key === name) this.#pass(watcher, { key: name, record: toRecord(name, held) });
    }
    this.#watchers.add(watcher);
    return async () => {
      this.#watchers.delete(watcher);
    };
  }

  #write(key: string, value: unknown): number {
    const { maxBytes, maxRecords, maxValueBytes } = this.#limits;
    const json = encodeRecord(value, maxValueBytes);
    const bytes = byteLength(json);
    const before = this.#records.get(key);
    if (this.#bytes - (before?.bytes ?? 0) + bytes > maxBytes) throw createFullError('maxBytes', maxBytes);
    if (before === undefined && this.#records.size >= maxRecords) throw createFullError('maxRecords', maxRecords);
    if (before !== undefined) this.#remove(key, before);
    const held: Held = { json, bytes, revision: ++this.#revision, writtenAt: performance.now() };
    this.#records.set(key, held);
    this.#bytes += bytes;
    this.#announce({ key, record: toRecord(key, held) });
    return held.revision;
  }

  #held(key: string): Held | undefined {
    this.#removeExpired();
    return this.#records.get(key);
  }

  #removeExpired(): void {
    const oldest = performance.now() - this.#limits.maxAgeMs;
    for (const [key, held] of this.#records) {
      if (held.writtenAt > oldest) break;
      this.#remove(key, held);
    }
  }

  #remove(key: string, held: Held): void {
    this.#records.delete(key);
    this.#bytes -= held.bytes;
  }

  #announce(change: RecordChange): void {
    for (const watcher of this.#watchers) {
      if (watcher.key === undefined || watcher.key === change.key) this.#pass(watcher, change);
    }
  }

  /** Passes a change in a later microtask, as a broker does, so that a listener never runs within a write. */
  #pass(watcher: Watcher, change: RecordChange): void {
    queueMicrotask(() => watcher.listener(change));
  }
}

function toRecord(key: string, { json, revision }: Held): StoredRecord {
  return { key, value: JSON.parse(json), revision };
}
