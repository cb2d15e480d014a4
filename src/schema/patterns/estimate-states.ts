/**
 * Estimates how many states a pattern compiles to, from its source text, without compiling it. The estimate is at most
 * slightly above the actual number: one state for each character, class, assertion, alternative and quantifier, and the
 * states of a counted repeat times its largest count.
 */
export function estimateStates(source: string): number {
  return new StateEstimate(source).run();
}

// An atom at the current position: an escape, a class, the beginning of a group, or any other character.
const atomPattern =
  /\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|[\s\S]/uy;
const quantifierPattern = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/uy;

class StateEstimate {
  readonly #source: string;
  #at = 0;
  /** The states of the open groups, from the outermost to the innermost. */
  readonly #groups: number[] = [1];

  constructor(source: string) {
    this.#source = source;
  }

  run(): number {
    while (this.#at < this.#source.length) {
      const atom = this.#match(atomPattern)?.[0] ?? '';
      if (atom.startsWith('(')) this.#groups.push(1);
      else this.#add(atom === ')' ? (this.#groups.pop() ?? 1) : 1);
    }
    return this.#groups.reduce((sum, states) => sum + states, 0);
  }

  /** Adds the states of an atom, multiplied by the quantifier that follows it. */
  #add(states: number): void {
    if (this.#groups.length === 0) this.#groups.push(1);
    const last = this.#groups.length - 1;
    const quantified = Math.min(Number.MAX_SAFE_INTEGER, states * this.#readCount());
    this.#groups[last] = (this.#groups[last] ?? 0) + quantified;
  }

  /** Reads the quantifier at the current position. Returns how often it repeats the states of its atom. */
  #readCount(): number {
    const quantifier = this.#match(quantifierPattern);
    if (quantifier === undefined) return 1;
    const [, low, isRange, high] = quantifier;
    if (low === undefined) return 1;
    return Math.max(1, Number(isRange === undefined || high === '' ? low : high));
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source) ?? undefined;
    if (match !== undefined) this.#at += match[0].length;
    return match;
  }
}
