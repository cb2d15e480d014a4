import { DeniedError } from '../../base/errors/errors.js';
import type { AbortScope } from '../abort-scope.js';
import { canBeAdmitted, findNext, type Occupancy } from './admission.js';
import { type AwaitedCall, CallWaits } from './call-waits.js';
import { ConcurrencySlots, type Slot } from './concurrency-slots.js';

/** A function that releases the concurrency slot of one call. Called once. */
export type Release = () => void;

interface WaitingCall {
  readonly slot: Slot;
  readonly admit: (release: Release) => void;
  readonly refuse: (error: DeniedError) => void;
}

/**
 * A ConcurrencyLimiter limits the number of concurrent calls of each tool, and runs calls of exclusive tools without
 * any other call. Calls are admitted in the order of arrival. A waiting exclusive call holds back all later calls, except
 * those for which a running call waits. A call that could never be admitted, because it waits for a call that waits for
 * it, is refused.
 */
export class ConcurrencyLimiter {
  readonly #slots = new ConcurrencySlots();
  readonly #waits = new CallWaits();
  readonly #waiting = new Set<WaitingCall>();
  #hasLimits = false;

  readonly #releaseUncounted = (): void => {
    this.#slots.deleteUncounted();
    this.#admitWaiting();
  };

  /** Begins to count and follow calls. Called when a tool has a limit. */
  start(): void {
    this.#hasLimits = true;
    this.#waits.follow();
  }

  /** Begins to follow which code belongs to which call. Called by what has to know it although no tool has a limit. */
  follow(): void {
    this.#waits.follow();
  }

  /** The call whose code is running. Undefined if no calls are followed. */
  get current(): AwaitedCall | undefined {
    return this.#waits.current;
  }

  /** The calls whose code is running, also those of other toolkits. */
  get running(): readonly AwaitedCall[] {
    return this.#waits.running;
  }

  /** Runs a function, and everything that it starts, as the code of a call. */
  runAs<T>(call: AwaitedCall | undefined, run: () => T): T {
    return this.#waits.runAs(call, run);
  }

  /**
   * Admits a call immediately if its tool has no limit and no other call holds it back. Otherwise returns undefined.
   */
  tryAcquire(slot: Slot): Release | undefined {
    if (slot.limit !== undefined || this.#slots.isExclusive || this.#waiting.size > 0) return undefined;
    if (this.#hasLimits) return this.#occupy(slot);
    this.#slots.addUncounted();
    return this.#releaseUncounted;
  }

  /**
   * Waits for the concurrency slot of a call. Resolves to undefined if `scope` is aborted first, and to the error of a call
   * that would wait for itself.
   */
  acquire(slot: Slot, scope: AbortScope | undefined): Promise<Release | DeniedError | undefined> {
    if (scope?.isAborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const leave = (): void => {
        stopListening?.();
        this.#waiting.delete(waiting);
        // The call may have held back later calls.
        this.#admitWaiting();
      };
      const waiting: WaitingCall = {
        slot,
        admit: (release) => {
          stopListening?.();
          resolve(release);
        },
        refuse: (error) => {
          resolve(error);
          leave();
        },
      };
      const stopListening = scope?.onAbort(() => {
        resolve(undefined);
        leave();
      });
      this.#waiting.add(waiting);
      this.#admitWaiting();
      this.#refuseIfStuck(waiting);
    });
  }

  /** Refuses a waiting call that its caller awaits from now on, if it waits for that caller. */
  refuseStuckCall(call: AwaitedCall): void {
    for (const waiting of this.#waiting) if (waiting.slot.call === call) this.#refuseIfStuck(waiting);
  }

  /**
   * Adds a call that waits for a background task. Returns the function that removes it.
   *
   * @throws DeniedError if the task waits for the call.
   */
  awaitTask(task: AwaitedCall, waiter: AwaitedCall): () => void {
    const isWithinTask = task === waiter || this.#waits.waitersOf([waiter]).has(task);
    const stopWaiting = this.#waits.addTaskWaiter(task, waiter);
    if (!isWithinTask && !this.#isWaitingInVain(waiter)) return stopWaiting;
    stopWaiting();
    throw new DeniedError(
      `The call of '${waiter.name}' cannot wait for the task of '${task.name}', because the task cannot end before that ` +
        'call. Wait for the task after the call.',
      { toolName: waiter.name, details: { reason: 'waits_for_itself', waitsFor: task.name } },
    );
  }

  /** Admits every waiting call that may run. Each admission may hold back other calls. */
  #admitWaiting(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next);
      next.admit(this.#occupy(next.slot));
    }
  }

  #next(): WaitingCall | undefined {
    return this.#slots.isExclusive ? undefined : findNext(this.#waiting, this.#occupancy);
  }

  get #occupancy(): Occupancy {
    return { slots: this.#slots, waits: this.#waits };
  }

  #occupy(slot: Slot): Release {
    this.#slots.add(slot);
    return () => {
      this.#slots.delete(slot);
      this.#admitWaiting();
    };
  }

  /** Checks whether a call waits for a call that is never admitted. */
  #isWaitingInVain(waiter: AwaitedCall): boolean {
    return [...this.#waiting].some(
      (one) =>
        this.#waits.waitersOf([one.slot.call]).has(waiter) && !canBeAdmitted(one, this.#waiting, this.#occupancy),
    );
  }

  #refuseIfStuck(waiting: WaitingCall): void {
    if (!this.#waiting.has(waiting)) return;
    const waiters = this.#waits.waitersOf([waiting.slot.call]);
    const held = [...this.#slots].filter(({ call }) => call !== undefined && waiters.has(call));
    // Only a call that is made within a running call can close a circle.
    if (held.length === 0 || canBeAdmitted(waiting, this.#waiting, this.#occupancy)) return;
    waiting.refuse(createRefusal(waiting.slot, held));
  }
}

/** Creates the error of a call that would wait for one of the calls within which it is made. */
function createRefusal({ key, limit }: Slot, held: readonly Slot[]): DeniedError {
  const [first] = held;
  const holder = held.find((one) => one.limit === 'exclusive' || one.key === key) ?? first;
  const waitsFor = holder?.key ?? key;
  const reason =
    limit === 'exclusive'
      ? `'${key}' is exclusive`
      : holder?.limit === 'exclusive'
        ? `'${waitsFor}' is exclusive`
        : `the calls of '${key}' are limited to ${limit}`;
  return new DeniedError(
    `'${key}' was not called: ${reason}, so it would wait for the end of the call of '${waitsFor}', which waits for it. ` +
      `Call it after that call, or in the background.`,
    { toolName: key, details: { reason: 'waits_for_itself', waitsFor } },
  );
}
