import type { TextCleaner } from './text-cleaner.js';

// How much longer text that cannot be let go becomes before it is looked at again.
const growth = 1.25;

/**
 * Streamed text on its way through a cleaner. Its end is held back, because what comes next may make it part of
 * something that must not be seen; the rest is let go where cutting it changes nothing.
 */
export class HeldText {
  readonly #clean: TextCleaner;
  readonly #window: number;
  #held = '';
  /** How long the held text has to be for another try: a long match is not looked at again with each chunk. */
  #tryAt = 0;

  /** @param window - How much of the end is held back at least, in characters. */
  constructor(clean: TextCleaner, window: number) {
    this.#clean = clean;
    this.#window = window;
  }

  /** Takes in text, and gives what of all so far can be let go, cleaned. */
  push(text: string): string {
    this.#held += text;
    if (this.#held.length <= Math.max(this.#window, this.#tryAt)) return '';
    const whole = this.#clean(this.#held);
    for (let cut = this.#held.length - this.#window; cut > 0; cut = Math.floor(cut / 2)) {
      const at = beforePair(this.#held, cut);
      const [begin, rest] = [this.#clean(this.#held.slice(0, at)), this.#held.slice(at)];
      // Otherwise something that is cleaned away lies across the cut.
      if (at === 0 || begin + this.#clean(rest) !== whole) continue;
      this.#held = rest;
      this.#tryAt = 0;
      return begin;
    }
    this.#tryAt = this.#held.length * growth;
    return '';
  }

  /** Gives all that is left, cleaned. */
  end(): string {
    const rest = this.#clean(this.#held);
    this.#held = '';
    return rest;
  }
}

/** The cut, or the place before it where it would halve a surrogate pair. */
function beforePair(text: string, cut: number): number {
  const last = text.charCodeAt(cut - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut - 1 : cut;
}
