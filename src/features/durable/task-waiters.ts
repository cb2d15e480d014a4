import { onAbort } from '../../call/on-abort.js';
import type { Unsubscribe } from '../../stores/event-bus.js';
import type { StoredTask, TaskRecord, TaskStore } from '../../stores/task-store.js';

type Waiter = (task: TaskRecord) => void;

/** Waits for the ends of tasks. All waits share one watch of the store, which ends with the last of them. */
export class TaskWaiters {
  readonly #store: TaskStore;
  readonly #waiters = new Map<string, Set<Waiter>>();
  #watch: Promise<Unsubscribe> | undefined;

  constructor(store: TaskStore) {
    this.#store = store;
  }

  /** Waits until a task has ended. Resolves to undefined if it is not stored. Rejects with the reason of the signal. */
  async wait(id: string, signal: AbortSignal | undefined): Promise<TaskRecord | undefined> {
    const ended = createDeferred<TaskRecord>();
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters.add(ended.resolve));
    const stopListening = signal && onAbort(signal, () => ended.reject(signal.reason));
    try {
      this.#watch ??= this.#store.watch((stored) => this.#receive(stored));
      await this.#watch;
      // It may have ended before it was watched, and is no longer stored if it has expired.
      const stored = await this.#store.get(id);
      if (stored === undefined || stored.task.status === 'ended') return stored?.task;
      return await ended.promise;
    } catch (error) {
      if (this.#watch !== undefined) await this.#watch.catch(() => this.#forgetWatch());
      throw error;
    } finally {
      ended.promise.catch(() => undefined);
      stopListening?.();
      waiters.delete(ended.resolve);
      if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
      if (this.#waiters.size === 0) this.#end();
    }
  }

  #receive({ task }: StoredTask): void {
    if (task.status !== 'ended') return;
    for (const waiter of this.#waiters.get(task.id) ?? []) waiter(task);
  }

  #end(): void {
    const watch = this.#watch;
    this.#forgetWatch();
    watch?.then((unwatch) => unwatch()).catch(() => undefined);
  }

  #forgetWatch(): void {
    this.#watch = undefined;
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

function createDeferred<T>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (value) => settle?.resolve(value), reject: (reason) => settle?.reject(reason) };
}
