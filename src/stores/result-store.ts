/** A result that is stored. */
export interface StoredResult {
  /** The ID with which a model reads the result. It cannot be guessed. */
  readonly id: string;
  /** The ID of the session. Undefined for a call of the toolkit itself. */
  readonly sessionId: string | undefined;
  /** The name of the tool. */
  readonly toolName: string;
  /** The complete text. */
  readonly text: string;
}

/** A store for large results, such as files or a database. It decides how long it retains them. */
export interface ResultStore {
  /** Stores a result. If this fails, the model receives the beginning and the end only. */
  put(result: StoredResult): void | Promise<void>;
  /** Returns the text of a result of a session. Returns undefined if there is none. */
  get(key: Pick<StoredResult, 'id' | 'sessionId'>): string | undefined | Promise<string | undefined>;
}
