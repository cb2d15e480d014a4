import type { LocalTasks } from '../server/local-tasks.js';
import type { StoredMcpTasks } from '../server/stored-mcp-tasks.js';
import type { DetailedTask, TaskListener } from '../server/wire-task.js';

/** The settings of the tasks of a client. */
export interface ClientTasksParts {
  readonly local: LocalTasks;
  /** The tasks in the task store; undefined without one. */
  readonly stored: StoredMcpTasks | undefined;
  /** The client; undefined if it is not known. */
  readonly owner: string | undefined;
}

/** The tasks of one client: those that run in this process, and those in the task store. */
export class ClientTasks {
  readonly #parts: ClientTasksParts;

  constructor(parts: ClientTasksParts) {
    this.#parts = parts;
  }

  /** Returns a task; undefined if the client has no such task. */
  async get(id: string): Promise<DetailedTask | undefined> {
    const { local, stored, owner } = this.#parts;
    return local.get(id, owner) ?? (await stored?.get(id));
  }

  /** Passes on answers to the questions of a task. Resolves to whether there is such a task. */
  async update(id: string, answers: unknown): Promise<boolean> {
    const { local, stored, owner } = this.#parts;
    // A worker has no client that it could ask.
    return local.update(id, owner, answers) || (await stored?.get(id)) !== undefined;
  }

  /** Cancels a task, unless it has ended. Resolves to whether there is such a task. */
  async cancel(id: string): Promise<boolean> {
    const { local, stored, owner } = this.#parts;
    return local.cancel(id, owner) || (await stored?.cancel(id)) === true;
  }

  /** Calls a listener when the status of a task changes. Returns a function that ends this. */
  watch(id: string, listener: TaskListener): () => void {
    const { local, stored, owner } = this.#parts;
    const isStored = stored !== undefined && local.get(id, owner) === undefined;
    return isStored ? stored.watch(id, listener) : local.watch(id, listener);
  }
}
