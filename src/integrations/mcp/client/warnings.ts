import { emitWarning } from '../../../base/errors/emit-warning.js';

/** A problem with a server that did not cause a call to fail. */
export interface McpWarning {
  /** The name of the source. */
  readonly source: string;
  /** The kind of problem: 'garbage', 'quarantined', 'drift', 'connection', … */
  readonly kind: string;
  readonly message: string;
  /** The number of warnings of this kind from this source so far, including this one. */
  readonly count: number;
}

/** A listener for warnings. */
export type WarningListener = (warning: McpWarning) => void;

/**
 * The warnings of one source. Frequent warnings are throttled by kind: the first, the tenth, the hundredth, and so on,
 * are reported, so that a misbehaving server does not flood the listener.
 */
export class Warnings {
  readonly #source: string;
  readonly #listener: WarningListener;
  readonly #counts = new Map<string, number>();

  /** @param listener - The listener. @default emits Node.js process warnings */
  constructor(source: string, listener: WarningListener = warnByProcess) {
    this.#source = source;
    this.#listener = listener;
  }

  /** Reports a warning that may be frequent. */
  warnThrottled(kind: string, message: string): void {
    const count = this.#increment(kind);
    if (Number.isInteger(Math.log10(count))) this.#notify(kind, message, count);
  }

  /** Reports a warning that is different each time. */
  warn(kind: string, message: string): void {
    this.#notify(kind, message, this.#increment(kind));
  }

  /** Returns an object that reports to these warnings, with a function applied to each message. */
  map(clean: (message: string) => string): Pick<Warnings, 'warn' | 'warnThrottled'> {
    return {
      warn: (kind, message) => this.warn(kind, clean(message)),
      warnThrottled: (kind, message) => this.warnThrottled(kind, clean(message)),
    };
  }

  #increment(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }

  #notify(kind: string, message: string, count: number): void {
    try {
      this.#listener({ source: this.#source, kind, message, count });
    } catch (error) {
      emitWarning(`A listener to warnings of '${this.#source}' failed: ${String(error)}`);
    }
  }
}

function warnByProcess({ source, message, count }: McpWarning): void {
  const times = count === 1 ? '' : ` (${count} times)`;
  emitWarning(`The MCP server '${source}': ${message}${times}.`);
}
