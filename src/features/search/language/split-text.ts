/** The words of a text. */
export interface SplitText {
  /** The words of scripts with spaces between words, as they are written. */
  readonly spaced: readonly string[];
  /** The words of scripts without spaces, as a dictionary divides them. Empty in a runtime without one. */
  readonly unspaced: readonly string[];
  /** Each two neighbouring characters of these scripts, which find what a dictionary divides otherwise. */
  readonly pairs: readonly string[];
}

// Korean has spaces, but joins particles to words.
const unspacedScripts = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const letters = unspacedScripts.map((script) => `\\p{scx=${script}}`).join('');
const run = new RegExp(`(?:(?=[${letters}])[\\p{L}\\p{M}\\p{Nl}])+`, 'gu');
const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const boundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** Splits texts in any language into words. */
export class TextSplitter {
  // The words of these scripts do not depend on the locale. Some runtimes have no segmenter.
  readonly #segmenter =
    typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('und', { granularity: 'word' }) : undefined;

  /**
   * Splits a text at spaces and marks such as `_`, `.`, `-` and `/`, and also within words such as `getWeather` and
   * `base64`, which remain words themselves.
   */
  split(text: string): SplitText {
    const [unspaced, pairs]: [string[], string[]] = [[], []];
    const rest = text.normalize('NFKC').replaceAll(run, (found) => {
      unspaced.push(...this.#segment(found));
      pairs.push(...pairsOf(found));
      return ' ';
    });
    return { spaced: (rest.match(word) ?? []).flatMap(withParts), unspaced, pairs };
  }

  #segment(text: string): readonly string[] {
    if (this.#segmenter === undefined) return [];
    return [...this.#segmenter.segment(text)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment }) => segment);
  }
}

/** Returns a text with spaces at the borders of words within words such as `getWeather`. */
export function spaceParts(text: string): string {
  return text.split(boundary).join(' ');
}

function withParts(whole: string): readonly string[] {
  const parts = whole.split(boundary);
  return parts.length === 1 ? parts : [whole, ...parts.filter((part) => part.length > 1 || /\p{N}/u.test(part))];
}

function pairsOf(text: string): readonly string[] {
  const characters = [...text];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
