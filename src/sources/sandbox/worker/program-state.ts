import type { SavedState } from './guest-snapshot.js';
import type { CheckedLimits, ProgramEnd, SentCall } from './messages.js';

// Beyond that, the program may have looked at any.
const maxLooked = 1_000;

/** What a worker knows about a program: what it has used of its limits, what it waits for, and how it ended. */
export class ProgramState {
  readonly limits: CheckedLimits;
  /** How the program ended. Only the first end counts. */
  end: ProgramEnd | undefined;
  #calls: SentCall[] = [];
  #open = 0;
  #made = 0;
  #characters = 0;
  #logCharacters: number;
  readonly #looked: Set<string>;
  #deadline = Number.POSITIVE_INFINITY;
  #isInterrupted = false;

  constructor(limits: CheckedLimits, saved?: SavedState) {
    this.limits = limits;
    this.#logCharacters = saved?.logCharacters ?? limits.maxLogCharacters;
    this.#open = saved?.open ?? 0;
    this.#made = saved?.made ?? 0;
    this.#looked = new Set(saved?.looked);
  }

  /** The calls of the current step. */
  get calls(): readonly SentCall[] {
    return this.#calls;
  }

  /** The number of all calls. */
  get made(): number {
    return this.#made;
  }

  /** Whether the program waits for nothing that could continue it. */
  get isStuck(): boolean {
    return this.#open === 0;
  }

  /** Whether the engine has interrupted the program at its time limit. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** The references of the results at which the program has looked. */
  get looked(): readonly string[] {
    return this.#looked.size > maxLooked ? ['*'] : [...this.#looked];
  }

  /** Notes that the program has looked at a result. */
  look(ref: string): void {
    if (this.#looked.size <= maxLooked) this.#looked.add(ref);
  }

  /** What a snapshot keeps. */
  get saved(): Pick<SavedState, 'open' | 'made' | 'logCharacters' | 'looked'> {
    const { looked } = this;
    return { open: this.#open, made: this.#made, logCharacters: this.#logCharacters, looked };
  }

  beginStep(deadline: number): void {
    this.#deadline = deadline;
    this.#calls = [];
    this.#characters = 0;
  }

  /** Whether the engine has to interrupt the program. */
  mustStop(): boolean {
    if (this.end !== undefined) return true;
    this.#isInterrupted ||= performance.now() > this.#deadline;
    return this.#isInterrupted;
  }

  /** Adds a call with arguments of a length that the program states. Returns whether the limits allow it. */
  addCall(call: SentCall, length: number): boolean {
    this.#made++;
    this.#characters += length;
    if (this.#made > this.limits.maxCalls) return this.#stop('calls');
    // The length may be no number.
    if (!(this.#characters <= this.limits.maxCharacters)) return this.#stop('size');
    this.#calls.push(call);
    this.#open++;
    return true;
  }

  /** Notes that a call has its answer. */
  closeCall(): void {
    this.#open--;
  }

  /** Cuts a line of console output. Returns undefined if there was too much of it already. */
  cutLine(text: string): string | undefined {
    if (this.#logCharacters < 0) return undefined;
    const line = text.slice(0, this.#logCharacters);
    this.#logCharacters -= line.length + 1;
    return line;
  }

  /** Ends the program at a limit, whether it catches the error or not. */
  #stop(reason: 'calls' | 'size'): false {
    this.end ??= { reason };
    return false;
  }
}
