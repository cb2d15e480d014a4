import { type AsyncStorage, createAsyncStorage } from '../../base/async/async-storage.js';

/** A call that other calls may wait for. */
export interface AwaitedCall {
  readonly name: string;
  /** Whether the call has ended. */
  readonly isOver: boolean;
  /** The call within which it was made. Undefined outside of calls. */
  readonly caller: AwaitedCall | undefined;
  /** Whether it runs as a task, for which its caller does not wait. */
  readonly isTask: boolean;
}

type RunningCalls = ReadonlyMap<CallWaits, AwaitedCall | undefined>;

// One for all toolkits: in Node.js 20, each store that was used slows down all asynchronous code until the process ends.
let storage: AsyncStorage<RunningCalls> | undefined;

/** Which call waits for which other one. */
export class CallWaits {
  /** The calls that wait for a background task, by the call of the task. */
  readonly #taskWaiters = new Map<AwaitedCall, Set<AwaitedCall>>();
  #running: AsyncStorage<RunningCalls> | undefined;

  /** The call whose code is running. Undefined outside of calls, and before `follow()`. */
  get current(): AwaitedCall | undefined {
    return this.#running?.getStore()?.get(this);
  }

  /** The calls whose code is running, also those of other toolkits. */
  get running(): readonly AwaitedCall[] {
    return [...(this.#running?.getStore()?.values() ?? [])].filter((call) => call !== undefined);
  }

  /** Begins to follow which code belongs to which call. Until then it costs nothing. */
  follow(): void {
    storage ??= createAsyncStorage();
    this.#running = storage;
  }

  /** Runs a function, and everything that it starts, as the code of a call. */
  runAs<T>(call: AwaitedCall | undefined, run: () => T): T {
    if (this.#running === undefined) return run();
    const outer = this.#running.getStore();
    return this.#running.run(new Map(outer).set(this, call), run);
  }

  /** Returns all calls that wait for one of `calls`, directly or through one another. */
  waitersOf(calls: Iterable<AwaitedCall | undefined>): ReadonlySet<AwaitedCall> {
    const waiters = new Set<AwaitedCall>();
    const addWaitersOf = (call: AwaitedCall): void => {
      const caller = call.isTask ? undefined : call.caller;
      for (const waiter of [caller, ...(this.#taskWaiters.get(call) ?? [])]) {
        if (waiter !== undefined && !waiter.isOver) waiters.add(waiter);
      }
    };
    for (const call of calls) if (call !== undefined) addWaitersOf(call);
    // A set visits what is added during the loop, too.
    for (const waiter of waiters) addWaitersOf(waiter);
    return waiters;
  }

  /** Adds a call that waits for a task. Returns the function that removes it. */
  addTaskWaiter(task: AwaitedCall, waiter: AwaitedCall): () => void {
    const waiters = this.#taskWaiters.get(task) ?? new Set();
    this.#taskWaiters.set(task, waiters.add(waiter));
    return () => {
      waiters.delete(waiter);
      if (waiters.size === 0) this.#taskWaiters.delete(task);
    };
  }
}
