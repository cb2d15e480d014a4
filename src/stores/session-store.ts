import type { Unsubscribe } from './event-bus.js';
import { MemoryRecordStore, type MemoryStoreLimits } from './memory-record-store.js';
import { type RecordStore, type StoredRecord, storeDefaults } from './record-store.js';

/** A session in a store. */
export interface StoredSession {
  /** The snapshot of the session, as JSON data. */
  readonly snapshot: unknown;
  readonly revision: number;
}

/** Stores the snapshots of sessions that several processes share. */
export interface SessionStore {
  /** Resolves to the session of an ID; to undefined if it is not stored. */
  load(id: string): Promise<StoredSession | undefined>;
  /**
   * Stores a snapshot in place of a revision. Resolves to the new revision; to undefined if another process has stored the
   * session meanwhile.
   *
   * @param revision - The revision to replace. Undefined for a session that is not stored yet.
   */
  save(id: string, snapshot: unknown, revision: number | undefined): Promise<number | undefined>;
  /** Removes a session. */
  delete(id: string): Promise<void>;
  /** Passes the session, and each later state of it, to a listener. */
  watch(id: string, listener: (session: StoredSession) => void): Promise<Unsubscribe>;
}

/** A session store in a record store. */
export class RecordSessionStore implements SessionStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async load(id: string): Promise<StoredSession | undefined> {
    const record = await this.#records.get(id);
    return record && toSession(record);
  }

  save(id: string, snapshot: unknown, revision: number | undefined): Promise<number | undefined> {
    return revision === undefined ? this.#records.create(id, snapshot) : this.#records.update(id, snapshot, revision);
  }

  async delete(id: string): Promise<void> {
    await this.#records.delete(id);
  }

  watch(id: string, listener: (session: StoredSession) => void): Promise<Unsubscribe> {
    return this.#records.watch(({ record }) => {
      if (record !== undefined) listener(toSession(record));
    }, id);
  }
}

/** A session store in the memory of one process. By default it retains a session for a day after its last change. */
export class MemorySessionStore extends RecordSessionStore {
  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(limits?: Partial<MemoryStoreLimits>) {
    super(new MemoryRecordStore(storeDefaults.sessions, limits));
  }
}

function toSession({ value: snapshot, revision }: StoredRecord): StoredSession {
  return { snapshot, revision };
}
