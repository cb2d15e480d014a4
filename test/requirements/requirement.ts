/** One behaviour that the documentation promises, and the tests that show it. */
export interface Requirement {
  /** The area and a short name. It stays the same when the promise is worded differently. */
  readonly id: `${string}.${string}`;
  /** The promise, in one sentence. */
  readonly promise: string;
  /** Where it is made: at least one section of a page, `docs/errors.md#retries`, and standards that require it. */
  readonly sources: readonly Source[];
  /** The tests by spec: the title, or its end after ` > `. The title of a table is its literal template. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

export type Source = Section | Standard;

/** A section of a page, by the anchor of its heading. */
export type Section = `${string}.md#${string}`;

/** A section of a standard: `RFC 9728, section 3.1`. */
export type Standard = `${'MCP' | 'JSON Schema' | 'RFC' | 'OpenTelemetry'} ${string}, ${string}`;
