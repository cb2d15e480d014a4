import type { DevEvent, DevRecord } from '../protocol.js';

/** The size of a history. */
export interface EventLogOptions {
  /** The number of events that are kept. */
  readonly maxEvents: number;
  /** The number of characters that are kept. */
  readonly maxCharacters: number;
}

const defaultLimits: EventLogOptions = { maxEvents: 10_000, maxCharacters: 33_554_432 };

/** The latest events, as JSON text. Older ones are forgotten, so that readers need no queues of their own. */
export class EventLog {
  readonly #limits: EventLogOptions;
  readonly #texts = new Map<number, string>();
  #characters = 0;
  #lastSeq = 0;
  #isClosed = false;
  #changed: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(limits: EventLogOptions = defaultLimits) {
    this.#limits = limits;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(event: DevEvent): void {
    this.#lastSeq += 1;
    const record: DevRecord = { seq: this.#lastSeq, at: Date.now(), event };
    const text = JSON.stringify(record);
    this.#texts.set(record.seq, text);
    this.#characters += text.length;
    this.#forgetOld();
    this.#announce();
  }

  /** Yields the events after the one with a number. Those that were forgotten are passed over. */
  *after(seq: number): Generator<{ readonly seq: number; readonly text: string }> {
    const firstSeq = this.#lastSeq - this.#texts.size + 1;
    for (let at = Math.max(firstSeq, seq + 1); at <= this.#lastSeq; at++) {
      yield { seq: at, text: this.#texts.get(at) ?? '' };
    }
  }

  /** Resolves at the next event, or when the history is closed. */
  next(): Promise<void> {
    this.#changed ??= createSignal();
    return this.#changed.promise;
  }

  /** Ends all streams of the history. */
  close(): void {
    this.#isClosed = true;
    this.#announce();
  }

  #announce(): void {
    this.#changed?.resolve();
    this.#changed = undefined;
  }

  #forgetOld(): void {
    for (const [seq, text] of this.#texts) {
      const isSmall = this.#texts.size <= this.#limits.maxEvents && this.#characters <= this.#limits.maxCharacters;
      // The latest event is kept, however large it is.
      if (isSmall || seq === this.#lastSeq) return;
      this.#texts.delete(seq);
      this.#characters -= text.length;
    }
  }
}

function createSignal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((resolveIt) => {
    resolve = resolveIt;
  });
  return { promise, resolve };
}
