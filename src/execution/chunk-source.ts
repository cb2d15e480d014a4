import { from, isObservable, type Observable, Subject, type Subscription, takeUntil } from 'rxjs';
import { isThenable } from '../thenable.js';

/** One pull of a stream: a chunk, or its end with what the stream returned. */
export type Pull = IteratorResult<unknown, unknown>;

/** A stream that a tool returned, whatever its kind, to be pulled. */
export interface ChunkSource {
  pull(): Pull | Promise<Pull>;
  /** Ends the stream: runs a generator's `finally`, unsubscribes an Observable. Never throws, and may never settle. */
  close(): Promise<void>;
}

/** The stream that a value is, if it is one. Decided by the value alone: arrays, Maps and strings are data. */
export function chunkSourceOf(value: unknown): ChunkSource | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function') {
    return asyncSource((value as AsyncIterable<unknown>)[Symbol.asyncIterator]());
  }
  if (isGenerator(value)) return new GeneratorSource(value);
  return isObservable(value) ? new ObservableSource(value) : undefined;
}

/** Closes a stream that is not going to be pulled, if the value is a stream. Never throws. */
export function closeUnpulled(value: unknown): void {
  try {
    void chunkSourceOf(value)?.close();
  } catch {
    // It cannot even be opened.
  }
}

function isGenerator(value: object): value is Generator<unknown, unknown, undefined> {
  const { next, throw: throwInto }: Partial<Generator> = value as Generator;
  // An array's iterator has no `throw`; a generator, also a down-levelled one, has.
  return typeof next === 'function' && typeof throwInto === 'function' && Symbol.iterator in value;
}

function asyncSource(iterator: AsyncIterator<unknown, unknown, undefined>): ChunkSource {
  return {
    pull: () => iterator.next(),
    close: async () => {
      try {
        await iterator.return?.();
      } catch {
        // The call has ended: an error of its cleanup has no receiver.
      }
    },
  };
}

class GeneratorSource implements ChunkSource {
  readonly #generator: Generator<unknown, unknown, undefined>;
  #running = false;
  #closing = false;

  constructor(generator: Generator<unknown, unknown, undefined>) {
    this.#generator = generator;
  }

  pull(): Pull | Promise<Pull> {
    this.#running = true;
    try {
      const { done, value } = this.#generator.next();
      return toPull(value, done === true);
    } finally {
      this.#running = false;
      if (this.#closing) this.#return();
    }
  }

  async close(): Promise<void> {
    // A generator that is running cannot be returned: it ends as soon as it yields.
    this.#closing = true;
    if (!this.#running) this.#return();
  }

  #return(): void {
    try {
      this.#generator.return(undefined);
    } catch {
      // An error of the cleanup has no receiver.
    }
  }
}

function toPull(value: unknown, done: boolean): Pull | Promise<Pull> {
  return isThenable(value) ? awaitPull(value, done) : { done, value };
}

async function awaitPull(value: PromiseLike<unknown>, done: boolean): Promise<Pull> {
  return { done, value: await value };
}

/**
 * An Observable pushes: what it pushes between two pulls waits in a queue. It is subscribed to by the first pull, so
 * that one that pushes at once can be closed while it does.
 */
class ObservableSource implements ChunkSource {
  readonly #observable: Observable<unknown>;
  readonly #closing = new Subject<void>();
  #subscription: Subscription | undefined;
  #arrived: unknown[] = [];
  /** What arrived before the pulls got here, and how much of it they have taken. */
  #batch: unknown[] = [];
  #taken = 0;
  #end: { readonly error?: unknown; readonly failed: boolean } | undefined;
  #wake: (() => void) | undefined;

  constructor(observable: Observable<unknown>) {
    this.#observable = observable;
  }

  pull(): Pull | Promise<Pull> {
    this.#subscription ??= this.#subscribe();
    if (this.#hasNext()) return toPull(this.#batch[this.#taken++], false);
    if (this.#end?.failed === true) throw this.#end.error;
    if (this.#end !== undefined) return { done: true, value: undefined };
    return new Promise<void>((resolve) => {
      this.#wake = resolve;
    }).then(() => this.pull());
  }

  async close(): Promise<void> {
    try {
      this.#closing.next();
    } catch {
      // An error of the cleanup has no receiver.
    }
  }

  #subscribe(): Subscription {
    return from(this.#observable)
      .pipe(takeUntil(this.#closing))
      .subscribe({
        next: (value) => {
          this.#arrived.push(value);
          this.#wake?.();
        },
        error: (error: unknown) => this.#finish({ error, failed: true }),
        complete: () => this.#finish({ failed: false }),
      });
  }

  #hasNext(): boolean {
    if (this.#taken === this.#batch.length) {
      this.#batch = this.#arrived;
      this.#arrived = [];
      this.#taken = 0;
    }
    return this.#taken < this.#batch.length;
  }

  #finish(end: { readonly error?: unknown; readonly failed: boolean }): void {
    this.#end ??= end;
    this.#wake?.();
  }
}
