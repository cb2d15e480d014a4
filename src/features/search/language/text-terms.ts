import { eastAsianStopWords } from './east-asian.js';
import { foldText } from './fold-text.js';
import type { Language } from './language.js';
import { spaceParts, TextSplitter } from './split-text.js';

/** A word of a query, and whether another one with its meaning finds tools or only ranks them. */
export interface RelatedWord {
  readonly word: string;
  readonly finds: boolean;
}

/** The terms of a query, with the word of the query that each is made of. */
export interface QueryTerms {
  readonly words: ReadonlyMap<string, string>;
  /** The terms of words with the same meaning. */
  readonly related: ReadonlyMap<string, RelatedWord>;
  /** The pairs of characters of scripts without spaces. */
  readonly pairs: ReadonlyMap<string, string>;
}

/** Makes the terms by which texts are compared: folded words without inflections, and without those that say nothing. */
export class TextTerms {
  readonly #language: Language;
  readonly #splitter = new TextSplitter();
  /** The terms of the words seen before, because descriptions repeat few words. */
  readonly #known = new Map<string, string | undefined>();

  constructor(language: Language) {
    this.#language = language;
  }

  /** Returns the terms under which a text is found. */
  ofText(text: string): readonly string[] {
    const { spaced, unspaced, pairs } = this.#splitter.split(text);
    const found = [...spaced, ...unspaced].flatMap((word) => this.#termOf(word) ?? []);
    if (pairs.length === 0) return found;
    const dictionary = new Set(unspaced);
    return [...found, ...pairs.filter((pair) => !dictionary.has(pair)).flatMap((pair) => this.#termOf(pair) ?? [])];
  }

  /** Returns the terms under which a name is found, of which none is left out. */
  ofName(name: string): readonly string[] {
    const { spaced, unspaced, pairs } = this.#splitter.split(name);
    return [...new Set([...spaced, ...unspaced, ...pairs].map((word) => this.#stem(foldText(word))))];
  }

  /** Returns the terms of the words of which a name consists. */
  ofNameParts(name: string): readonly string[] {
    return this.ofName(spaceParts(name));
  }

  /** Returns the terms of a query. If it has only words that say nothing, they are its terms. */
  ofQuery(query: string): QueryTerms {
    const { spaced, unspaced, pairs } = this.#splitter.split(query);
    const written = [...spaced, ...unspaced];
    const words = new Map(written.flatMap((word) => this.#entryOf(word)));
    if (words.size === 0) for (const word of written) words.set(this.#stem(foldText(word)), word);
    return { words, related: this.#relatedTo(words), pairs: new Map(pairs.flatMap((pair) => this.#entryOf(pair))) };
  }

  #relatedTo(words: ReadonlyMap<string, string>): ReadonlyMap<string, RelatedWord> {
    const related = new Map<string, RelatedWord>();
    for (const [term, word] of words) {
      for (const { stem, finds } of this.#language.relatedTo(term)) {
        if (!words.has(stem)) related.set(stem, { word, finds: finds || related.get(stem)?.finds === true });
      }
    }
    return related;
  }

  #entryOf(word: string): readonly (readonly [term: string, word: string])[] {
    const term = this.#termOf(word);
    return term === undefined ? [] : [[term, word]];
  }

  #termOf(word: string): string | undefined {
    const known = this.#known.get(word);
    if (known !== undefined || this.#known.has(word)) return known;
    if (this.#known.size > maxKnown) this.#known.clear();
    const term = this.#createTerm(foldText(word));
    this.#known.set(word, term);
    return term;
  }

  #createTerm(folded: string): string | undefined {
    const { stopWords } = this.#language;
    const isEmpty = (word: string): boolean => stopWords.has(word) || eastAsianStopWords.has(word);
    if (isEmpty(folded) || isEmpty(folded.replace(/'s$/, ''))) return undefined;
    return this.#stem(folded);
  }

  #stem(folded: string): string {
    return this.#language.stem(folded) || folded;
  }
}

const maxKnown = 20_000;
