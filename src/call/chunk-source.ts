import { from, isObservable, type Observable, Subject, type Subscription, takeUntil } from '../base/async/rxjs.js';
import { isThenable } from '../base/values/thenable.js';

/** The result of one pull of a stream: a chunk, or the end with the value that the stream returned. */
export type Pull = IteratorResult<unknown, unknown>;

/** A pull-based view of any kind of stream that a tool returned. */
export interface ChunkSource {
  pull(): Pull | Promise<Pull>;
  /**
   * Ends the stream: runs a generator's `finally`, or unsubscribes from an Observable. Never rejects, but may never
   * settle.
   */
  close(): Promise<void>;
}

/** Returns a ChunkSource if a value is a stream, else undefined. Arrays, Maps and strings are data, not streams. */
export function chunkSourceOf(value: unknown): ChunkSource | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function') {
    return asyncSource((value as AsyncIterable<unknown>)[Symbol.asyncIterator]());
  }
  if (isGenerator(value)) return new GeneratorSource(value);
  return isObservable(value) ? new ObservableSource(value) : undefined;
}

/** Closes a value that is a stream and will not be pulled. Never throws. */
export function closeUnpulled(value: unknown): void {
  try {
    void chunkSourceOf(value)?.close();
  } catch {
    // The stream cannot be opened.
  }
}

function isGenerator(value: object): value is Generator<unknown, unknown, undefined> {
  const { next, throw: throwInto }: Partial<Generator> = value as Generator;
  // A generator has a `throw` method, even if it was compiled to an older target. An array's iterator has none.
  return typeof next === 'function' && typeof throwInto === 'function' && Symbol.iterator in value;
}

function asyncSource(iterator: AsyncIterator<unknown, unknown, undefined>): ChunkSource {
  return {
    pull: () => iterator.next(),
    close: async () => {
      try {
        await iterator.return?.();
      } catch {
        // The call has ended, so no one can receive an error of its cleanup.
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
    // `return()` throws while the generator runs. It is called when the generator yields.
    this.#closing = true;
    if (!this.#running) this.#return();
  }

  #return(): void {
    try {
      this.#generator.return(undefined);
    } catch {
      // No one can receive an error of the cleanup.
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
 * A ChunkSource of an Observable. Values that it pushes between two pulls wait in a queue. The first pull subscribes to
 * it, so that an Observable that pushes synchronously can be closed while it does.
 */
class ObservableSource implements ChunkSource {
  readonly #observable: Observable<unknown>;
  readonly #closing = new Subject<void>();
  #subscription: Subscription | undefined;
  #arrived: unknown[] = [];
  /** The queued values that the pulls are reading, and how many of them have been read. */
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
      // No one can receive an error of the cleanup.
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
