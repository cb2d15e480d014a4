import { scheduleAfter } from '../../base/async/schedule.js';
import { InterruptedError } from '../../base/errors/errors.js';
import { PooledWorker, type WorkerProgram } from '../../base/worker/pooled-worker.js';
import type { GuestJob, GuestOutput, LogNotice } from './worker/messages.js';

/** A worker that contains one sandbox at a time. */
export type GuestThread = PooledWorker<GuestJob, GuestOutput, LogNotice>;

/** A sandbox that is in a worker, or parked: saved because another sandbox needed its worker. */
export interface PooledGuest {
  /** The state of the sandbox while it is parked. */
  parked?: Uint8Array | undefined;
}

/** The options of a pool. */
export interface GuestPoolOptions {
  readonly program: WorkerProgram;
  readonly maxWorkers: number;
  /** The time after which an unused worker ends, in milliseconds. */
  readonly idleMs: number;
}

/** A worker, and the sandbox that waits in it. */
interface Place {
  readonly worker: GuestThread;
  guest: PooledGuest | undefined;
  isBusy: boolean;
}

// Copying the memory of a sandbox takes milliseconds.
const saveMs = 10_000;

/**
 * The workers of the sandboxes. A worker contains one sandbox. One that waits for the host stays in its worker until
 * another one needs it, so that few workers run many sandboxes, and a sandbox that blocks its worker blocks no other.
 */
export class GuestPool {
  readonly #options: GuestPoolOptions;
  readonly #places = new Set<Place>();
  readonly #waiting = new Set<() => void>();
  #stopIdling = (): void => {};

  constructor(options: GuestPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` on a worker: on that of the sandbox if it is still in one, or else on a free one.
   *
   * @param work - Returns whether the sandbox stays in the worker.
   */
  async use(guest: PooledGuest, signal: AbortSignal, work: (worker: GuestThread) => Promise<boolean>): Promise<void> {
    this.#stopIdling();
    const place = await this.#take(guest, signal);
    let isKept = false;
    try {
      isKept = await work(place.worker);
    } finally {
      this.#release(place, isKept ? guest : undefined);
    }
  }

  /** Removes a sandbox that has ended while it waited. */
  remove(guest: PooledGuest): void {
    for (const place of this.#places) {
      if (place.guest === guest && !place.isBusy) this.#release(place, undefined);
    }
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    this.#stopIdling();
    const places = [...this.#places];
    this.#places.clear();
    await Promise.all(places.map(({ worker }) => worker.terminate()));
  }

  async #take(guest: PooledGuest, signal: AbortSignal): Promise<Place> {
    for (;;) {
      const place = this.#findPlace(guest);
      if (place === undefined) {
        await this.#waitForRelease(signal);
        continue;
      }
      place.isBusy = true;
      const other = place.guest;
      if (other === undefined || other === guest) return place;
      await this.#park(place, other);
      if (!place.worker.hasEnded) return place;
      this.#release(place, undefined);
    }
  }

  /** Returns the worker of the sandbox, a free worker, a new one, or one whose sandbox can be parked. */
  #findPlace(guest: PooledGuest): Place | undefined {
    for (const place of this.#places) {
      if (place.worker.hasEnded && place.guest === undefined && !place.isBusy) this.#places.delete(place);
    }
    const places = [...this.#places];
    // While its sandbox is being parked, its worker is busy.
    const own = places.find((place) => place.guest === guest);
    if (own !== undefined) return own.isBusy ? undefined : own;
    const free = places.find((place) => place.guest === undefined && !place.isBusy);
    return free ?? this.#createPlace() ?? places.find((place) => !place.isBusy);
  }

  #createPlace(): Place | undefined {
    if (this.#places.size >= this.#options.maxWorkers) return undefined;
    const place = {
      worker: new PooledWorker<GuestJob, GuestOutput, LogNotice>(this.#options.program),
      guest: undefined,
      isBusy: false,
    };
    this.#places.add(place);
    return place;
  }

  async #park(place: Place, guest: PooledGuest): Promise<void> {
    try {
      const { snapshot } = await place.worker.run({ kind: 'save' }, { timeoutMs: saveMs });
      guest.parked = snapshot;
    } catch {
      // The sandbox is lost. It fails when it continues.
    }
    place.guest = undefined;
  }

  #release(place: Place, guest: PooledGuest | undefined): void {
    place.isBusy = false;
    place.guest = guest;
    // Its successor starts now, so that the next program does not wait for it. A closed pool has no places.
    if (place.worker.hasEnded && this.#places.delete(place)) this.#createPlace();
    // All of them, because some wait for any worker, and one may wait for that of its sandbox.
    for (const resume of [...this.#waiting]) resume();
    if ([...this.#places].every((one) => !one.isBusy && one.guest === undefined)) this.#closeLater();
  }

  #waitForRelease(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.delete(resume);
        reject(new InterruptedError('The call was cancelled.'));
      };
      const resume = (): void => {
        this.#waiting.delete(resume);
        signal.removeEventListener('abort', abort);
        resolve();
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(resume);
    });
  }

  #closeLater(): void {
    this.#stopIdling();
    this.#stopIdling = scheduleAfter(() => void this.close(), this.#options.idleMs, false);
  }
}
