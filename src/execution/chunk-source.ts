import { isObservable, type Observable } from 'rxjs';

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
        // The call has ended: there is nobody to tell that its cleaning up failed.
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
      return isThenable(value) ? settled(value, done) : { done: done === true, value };
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
      // As above: nobody is left to tell.
    }
  }
}

async function settled(value: PromiseLike<unknown>, done: boolean | undefined): Promise<Pull> {
  return { done: done === true, value: await value };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as Partial<PromiseLike<unknown>>).then === 'function'
  );
}

/** An Observable pushes: what it pushes between two pulls waits in a queue. */
class ObservableSource implements ChunkSource {
  readonly #queue: unknown[] = [];
  #taken = 0;
  #end: { readonly error?: unknown; readonly failed: boolean } | undefined;
  #wake: (() => void) | undefined;
  readonly #subscription: { unsubscribe(): void };

  constructor(observable: Observable<unknown>) {
    this.#subscription = observable.subscribe({
      next: (value) => {
        this.#queue.push(value);
        this.#wake?.();
      },
      error: (error: unknown) => this.#finish({ error, failed: true }),
      complete: () => this.#finish({ failed: false }),
    });
  }

  pull(): Pull | Promise<Pull> {
    if (this.#taken < this.#queue.length) return { done: false, value: this.#take() };
    if (this.#end?.failed === true) throw this.#end.error;
    if (this.#end !== undefined) return { done: true, value: undefined };
    return new Promise<void>((resolve) => {
      this.#wake = resolve;
    }).then(() => this.pull());
  }

  async close(): Promise<void> {
    this.#subscription.unsubscribe();
    this.#finish({ failed: false });
  }

  #take(): unknown {
    const value = this.#queue[this.#taken];
    this.#queue[this.#taken++] = undefined;
    // Shifting at each pull would cost the queue's length each time.
    if (this.#taken === this.#queue.length) {
      this.#queue.length = 0;
      this.#taken = 0;
    }
    return value;
  }

  #finish(end: { readonly error?: unknown; readonly failed: boolean }): void {
    this.#end ??= end;
    this.#wake?.();
  }
}
