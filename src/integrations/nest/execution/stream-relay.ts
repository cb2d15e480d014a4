import type { ChunkSource, Pull } from '../../../call/chunk-source.js';

/** The end of a relayed stream: the value it returned, or its error. */
type End = { readonly value: unknown } | { readonly error: unknown };

/**
 * Passes the chunks of a stream from Nest's handler, which runs until the stream ends, to the call that reads them. The
 * stream is pulled only while a chunk is awaited.
 */
export class StreamRelay implements AsyncIterableIterator<unknown> {
  #source: ChunkSource | undefined;
  #isOpen = false;
  #isClosed = false;
  #end: End | undefined;
  readonly #chunks: unknown[] = [];
  /** The pull that waits for a chunk. */
  #awaiting:
    | { readonly resolve: (pull: IteratorResult<unknown>) => void; readonly reject: (error: unknown) => void }
    | undefined;
  /** Resumes those who wait until a chunk is awaited. */
  readonly #waiting: (() => void)[] = [];

  readonly #onOpen: () => void;

  /** @param onOpen - Called when it is known that the handler returns a stream. */
  constructor(onOpen: () => void) {
    this.#onOpen = onOpen;
  }

  /** Whether the handler has returned a stream. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Marks the result of the handler as a stream. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#onOpen();
  }

  /**
   * Passes all chunks of a stream on. Resolves to the value that the stream returned.
   *
   * @param early - The chunks that were pulled before, and the pull that is pending.
   */
  async pump(
    source: ChunkSource,
    early: { readonly chunks: readonly unknown[]; readonly pending?: Promise<Pull> },
  ): Promise<unknown> {
    this.#source = source;
    this.open();
    this.#chunks.push(...early.chunks);
    let { pending } = early;
    while (await this.hasDemand()) {
      const pull = await (pending ?? source.pull());
      pending = undefined;
      if (pull.done === true) return pull.value;
      this.#pass(pull.value);
    }
    return undefined;
  }

  /** Resolves to true when a chunk is awaited, and to false when no one reads the stream any more. */
  async hasDemand(): Promise<boolean> {
    while (!this.#isClosed && this.#awaiting === undefined) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return !this.#isClosed;
  }

  /** Ends the stream when the handler has ended. */
  finish(end: End): void {
    this.#end = end;
    if (this.#awaiting === undefined) return;
    const { resolve, reject } = this.#awaiting;
    this.#awaiting = undefined;
    if ('error' in end) reject(end.error);
    else resolve({ done: true, value: end.value });
  }

  next(): Promise<IteratorResult<unknown>> {
    if (this.#chunks.length > 0) return Promise.resolve({ done: false, value: this.#chunks.shift() });
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#awaiting = { resolve, reject };
      if (this.#end !== undefined) this.finish(this.#end);
      else this.#wakeSource();
    });
  }

  async return(): Promise<IteratorResult<unknown>> {
    this.#isClosed = true;
    this.#chunks.length = 0;
    this.#wakeSource();
    this.finish({ value: undefined });
    await this.#source?.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #pass(value: unknown): void {
    if (this.#awaiting === undefined) {
      this.#chunks.push(value);
      return;
    }
    const { resolve } = this.#awaiting;
    this.#awaiting = undefined;
    resolve({ done: false, value });
  }

  #wakeSource(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
