/** Something about a server that its user should know, and that failed nothing. */
export interface McpWarning {
  /** The source, as its user named it. */
  readonly source: string;
  /** What kind of thing it is about: 'garbage', 'quarantined', 'drift', 'connection', … */
  readonly kind: string;
  readonly message: string;
  /** How often this kind has come from this source, this time included. */
  readonly count: number;
}

/** Takes warnings. */
export type WarningListener = (warning: McpWarning) => void;

/**
 * The warnings of one source. A kind that comes again and again is told the first time, the tenth, the hundredth, and so
 * on: a server that floods does not flood its user.
 */
export class Warnings {
  readonly #source: string;
  readonly #listener: WarningListener;
  readonly #counts = new Map<string, number>();

  /** @param listener - @default Node's process warnings */
  constructor(source: string, listener: WarningListener = warnByProcess) {
    this.#source = source;
    this.#listener = listener;
  }

  /** Warns of something that may come often. */
  conflated(kind: string, message: string): void {
    const count = this.#count(kind);
    if (Number.isInteger(Math.log10(count))) this.#tell(kind, message, count);
  }

  /** Warns of something that is different each time. */
  each(kind: string, message: string): void {
    this.#tell(kind, message, this.#count(kind));
  }

  #count(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }

  #tell(kind: string, message: string, count: number): void {
    try {
      this.#listener({ source: this.#source, kind, message, count });
    } catch (error) {
      process.emitWarning(`A listener to warnings of '${this.#source}' failed: ${String(error)}`, {
        type: 'ToolwrightWarning',
      });
    }
  }
}

function warnByProcess({ source, message, count }: McpWarning): void {
  const times = count === 1 ? '' : ` (${count} times)`;
  process.emitWarning(`The MCP server '${source}': ${message}${times}.`, { type: 'ToolwrightWarning' });
}
