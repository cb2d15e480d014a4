import { comparedText, containsValue, exactText } from './labels/compared-text.js';

// In characters, each of which needs two bytes.
const maxChars = 2 * 1024 * 1024;
// People forget the space: `Write to bob@x.com.Then wait.` But `John.Smith@x.com` is one address.
const unspacedSentence = /(?<=\.\p{Ll}{2,}[.!?])(?=\p{Lu}\p{Ll}*\s)/gu;

/** What the user of a session has written. */
export class UserWords {
  readonly #texts: string[] = [];
  readonly #exact: string[] = [];
  readonly #compared: string[] = [];
  #chars = 0;

  /** Adds a text. Returns false if there is no room for it. */
  add(text: string): boolean {
    if (this.#chars + text.length > maxChars) return false;
    this.#chars += text.length;
    this.#texts.push(text);
    for (const one of new Set([text, text.replaceAll(unspacedSentence, ' ')])) {
      this.#exact.push(exactText(one));
      this.#compared.push(comparedText(one));
    }
    return true;
  }

  /** Checks whether a text contains a whole value. */
  contain(value: string, isExact: boolean): boolean {
    const [texts, wanted] = isExact ? [this.#exact, exactText(value)] : [this.#compared, comparedText(value)];
    return wanted !== '' && texts.some((text) => containsValue(text, wanted));
  }

  list(): readonly string[] {
    return [...this.#texts];
  }
}
