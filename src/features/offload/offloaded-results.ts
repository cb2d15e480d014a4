import { NotFoundError } from '../../base/errors/errors.js';
import type { ResultStore, StoredResult } from '../../stores/result-store.js';

/** The limits of the results that are kept in memory for a session. */
export interface ResultLimits {
  readonly maxResults: number;
  readonly maxStoredChars: number;
}

/** A large result of a session, without its text. */
export interface OffloadedResult {
  readonly id: string;
  readonly toolName: string;
  /** The number of characters. */
  readonly chars: number;
  /** The number of lines, of which the longest has 1,000 characters. */
  readonly lines: number;
  /** The number of bytes in UTF-8. */
  readonly bytes: number;
}

interface Entry {
  readonly result: OffloadedResult;
  /** Undefined if a store has the text. */
  readonly text: string | undefined;
}

interface Storing {
  readonly result: OffloadedResult;
  readonly stored: StoredResult;
  readonly store: ResultStore;
  readonly maxResults: number;
}

/** The large results of a session. They end with the session. */
export class OffloadedResults {
  /** The results, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #stores = new Set<ResultStore>();
  #chars = 0;

  /** The results, the oldest first. */
  get list(): readonly OffloadedResult[] {
    return [...this.#entries.values()].map(({ result }) => result);
  }

  /** Keeps a text in memory. The oldest results are removed if there are too many. Returns false if the text is too long. */
  keep(result: OffloadedResult, text: string, { maxResults, maxStoredChars }: ResultLimits): boolean {
    if (text.length > maxStoredChars) return false;
    this.#add({ result, text });
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= maxResults && this.#chars <= maxStoredChars) break;
      this.#entries.delete(id);
      this.#chars -= entry.text?.length ?? 0;
    }
    return true;
  }

  /** Passes a text to a store. Rejects if the store fails. */
  async store({ result, stored, store, maxResults }: Storing): Promise<void> {
    await store.put(stored);
    this.#stores.add(store);
    this.#add({ result, text: undefined });
    // The store still has the text.
    for (const id of this.#entries.keys()) {
      if (this.#entries.size <= maxResults) break;
      this.#entries.delete(id);
    }
  }

  /**
   * Returns the text of a result.
   *
   * @param stores - The stores of the toolkit, which also have results of this session from another process.
   * @throws NotFoundError if there is none.
   */
  async read(id: string, sessionId: string | undefined, stores: Iterable<ResultStore>): Promise<string> {
    const known = this.#entries.get(id)?.text;
    if (known !== undefined) return known;
    for (const store of new Set([...this.#stores, ...stores])) {
      const text = await store.get({ id, sessionId });
      if (typeof text === 'string') return text;
    }
    throw new NotFoundError(
      `There is no result '${id}'. It may have been removed, because a session keeps its latest results only. Call the ` +
        'tool again.',
    );
  }

  #add(entry: Entry): void {
    this.#entries.set(entry.result.id, entry);
    this.#chars += entry.text?.length ?? 0;
  }
}
