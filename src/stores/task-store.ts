import type { Unsubscribe } from './event-bus.js';
import { MemoryRecordStore, type MemoryStoreLimits } from './memory-record-store.js';
import { type RecordStore, type StoredRecord, storeDefaults } from './record-store.js';

/** The status of a task. A task ends once. */
export type TaskStatus = 'queued' | 'running' | 'waiting' | 'ended';

/** A task as plain JSON. */
export interface TaskRecord {
  readonly id: string;
  readonly toolName: string;
  readonly callId: string;
  /** The ID of the session that the call was made in. Undefined for the call of a toolkit. */
  readonly sessionId?: string | undefined;
  /** The time at which the task was created, in milliseconds since 1970. */
  readonly since: number;
  /**
   * `queued`: no worker has taken the task. `running`: a worker runs it. `waiting`: its call waits for approval. `ended`:
   * it has its result.
   */
  readonly status: TaskStatus;
  /** What the owner of the task adds, as JSON data. */
  readonly data?: unknown;
  /** The result as plain data. Undefined until the task has ended. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
}

/** A task in a store. */
export interface StoredTask {
  readonly task: TaskRecord;
  readonly revision: number;
}

/** Stores tasks, so that they survive the processes that create, run and await them. */
export interface TaskStore {
  /** Stores a new task. Resolves to its revision; to undefined if a task with its ID exists. */
  create(task: TaskRecord): Promise<number | undefined>;
  /** Resolves to the task of an ID; to undefined if it is not stored. */
  get(id: string): Promise<StoredTask | undefined>;
  /** Replaces a revision of a task. Resolves to the new revision; to undefined if another process came first. */
  update(task: TaskRecord, revision: number): Promise<number | undefined>;
  /** Resolves to all stored tasks, in the order of their creation. */
  list(): Promise<readonly StoredTask[]>;
  /** Removes a task. */
  delete(id: string): Promise<void>;
  /**
   * Passes the current task, or all tasks, and each later change to a listener.
   *
   * @param id - The task to watch. @default all tasks
   */
  watch(listener: (task: StoredTask) => void, id?: string): Promise<Unsubscribe>;
}

/** A task store in a record store. */
export class RecordTaskStore implements TaskStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  create(task: TaskRecord): Promise<number | undefined> {
    return this.#records.create(task.id, task);
  }

  async get(id: string): Promise<StoredTask | undefined> {
    const record = await this.#records.get(id);
    return record && toTask(record);
  }

  update(task: TaskRecord, revision: number): Promise<number | undefined> {
    return this.#records.update(task.id, task, revision);
  }

  async list(): Promise<readonly StoredTask[]> {
    const tasks = (await this.#records.list()).map(toTask);
    return tasks.sort(({ task: one }, { task: other }) => one.since - other.since);
  }

  async delete(id: string): Promise<void> {
    await this.#records.delete(id);
  }

  watch(listener: (task: StoredTask) => void, id?: string): Promise<Unsubscribe> {
    return this.#records.watch(({ record }) => {
      if (record !== undefined) listener(toTask(record));
    }, id);
  }
}

/** A task store in the memory of one process. By default it retains a task for a day after its last change. */
export class MemoryTaskStore extends RecordTaskStore {
  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(limits?: Partial<MemoryStoreLimits>) {
    super(new MemoryRecordStore(storeDefaults.tasks, limits));
  }
}

function toTask({ value, revision }: StoredRecord): StoredTask {
  return { task: value as TaskRecord, revision };
}
