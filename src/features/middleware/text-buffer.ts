import type { TextCleaner } from './text-cleaner.js';

// The factor by which text that cannot be released must grow before the next attempt.
const growth = 1.25;

/**
 * A buffer that cleans streamed text. It holds back the end of the text, because the next chunk may complete a match,
 * and releases the rest at a position where no match is cut in two.
 */
export class TextBuffer {
  readonly #clean: TextCleaner;
  readonly #window: number;
  #held = '';
  /** The length of the held text at which to try again, so that a long match is not examined with every chunk. */
  #tryAt = 0;

  /** @param window - The minimum length of the text that is held back, in characters. */
  constructor(clean: TextCleaner, window: number) {
    this.#clean = clean;
    this.#window = window;
  }

  /** Adds text, and returns the cleaned text that can be released. */
  push(text: string): string {
    this.#held += text;
    if (this.#held.length <= Math.max(this.#window, this.#tryAt)) return '';
    const cleaned = this.#clean(this.#held);
    for (let cut = this.#held.length - this.#window; cut > 0; cut = Math.floor(cut / 2)) {
      const at = avoidSurrogatePair(this.#held, cut);
      const [begin, rest] = [this.#clean(this.#held.slice(0, at)), this.#held.slice(at)];
      // Skip a cut through a match.
      if (at === 0 || begin + this.#clean(rest) !== cleaned) continue;
      this.#held = rest;
      this.#tryAt = 0;
      return begin;
    }
    this.#tryAt = this.#held.length * growth;
    return '';
  }

  /** Returns the remaining text, cleaned, and empties the buffer. */
  end(): string {
    const rest = this.#clean(this.#held);
    this.#held = '';
    return rest;
  }
}

/** Returns the position of a cut, or the position before it if the cut would split a surrogate pair. */
function avoidSurrogatePair(text: string, cut: number): number {
  const last = text.charCodeAt(cut - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut - 1 : cut;
}
