import type { StoredTask, TaskStore } from '../../../stores/task-store.js';

interface Observed {
  readonly revision: number;
  /** How often in a row the task was found unchanged. */
  readonly unchanged: number;
}

// How often a task must be found unchanged before its worker counts as silent. A worker beats three times in a lease.
const silentChecks = 4;

/**
 * Watches the tasks that other workers run. A worker counts as silent when its task was found unchanged several times in a
 * row. Only answers of the store count, so that an outage of the store is not taken for one of the worker, and no clocks are
 * compared.
 */
export class LeaseWatch {
  readonly #store: TaskStore;
  readonly #onSilent: (stored: StoredTask) => void;
  readonly #observed = new Map<string, Observed>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isChecking = false;

  constructor(store: TaskStore, onSilent: (stored: StoredTask) => void) {
    this.#store = store;
    this.#onSilent = onSilent;
  }

  /** Begins to watch a task, or notes that it has changed. */
  watch({ task: { id }, revision }: StoredTask): void {
    if (this.#observed.get(id)?.revision !== revision) this.#observed.set(id, { revision, unchanged: 0 });
  }

  forget(id: string): void {
    this.#observed.delete(id);
  }

  /** Looks at all tasks once. Called three times in a lease. */
  async check(leaseMs: number): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const now = performance.now();
      const wasInterrupted = now - this.#checkedAt > leaseMs;
      if (wasInterrupted) for (const [id, one] of this.#observed) this.#observed.set(id, { ...one, unchanged: 0 });
      for (const [id, before] of [...this.#observed]) await this.#look(id, before);
      this.#checkedAt = now;
    } finally {
      this.#isChecking = false;
    }
  }

  async #look(id: string, before: Observed): Promise<void> {
    const stored = await this.#store.get(id);
    if (this.#observed.get(id) !== before) return;
    if (stored === undefined || stored.task.status !== 'running') return this.forget(id);
    if (stored.revision !== before.revision) return this.watch(stored);
    const unchanged = before.unchanged + 1;
    this.#observed.set(id, { ...before, unchanged });
    if (unchanged < silentChecks) return;
    this.forget(id);
    this.#onSilent(stored);
  }
}
