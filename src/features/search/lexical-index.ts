import type MiniSearch from 'minisearch';
import type { SearchOptions as MiniSearchOptions } from 'minisearch';
import { EventLoopYielder } from '../../call/event-loop-yielder.js';
import type { RelatedWord, TextTerms } from './language/text-terms.js';
import type { ToolText } from './tool-text.js';

/** A text that was found by its words. */
export interface LexicalHit {
  readonly id: number;
  readonly score: number;
  /** The words of the query that were found, as they were written. */
  readonly matched: readonly string[];
}

type Fields = Readonly<Record<keyof ToolText, string>>;
type IndexedText = Fields & { readonly id: number };

// What an author writes for people counts most; what parameters say is about the data of a call.
const weights: Readonly<Record<keyof ToolText, number>> = {
  name: 3,
  title: 1,
  keywords: 2,
  tags: 2,
  examples: 1,
  description: 1,
  group: 0.5,
  params: 0.4,
};
const fields = Object.keys(weights);

// A related word says less than the word itself.
const relatedWeight = 0.15;

const mostRanked = 500;

// If the words find fewer texts, parts of words and similar words may find more.
const enough = 10;
const shortestBeginning = 3;
const shortestMisspelt = 4;
// Of the length of a word.
const misspelling = 0.2;

/** A full-text index of tools. */
export class LexicalIndex {
  readonly #terms: TextTerms;
  readonly #index: MiniSearch<IndexedText>;
  /** The terms of the names, by ID. */
  readonly #names = new Map<number, readonly string[]>();
  /** In how many texts a term occurs. */
  readonly #counts = new Map<string, number>();

  private constructor(terms: TextTerms, index: MiniSearch<IndexedText>) {
    this.#terms = terms;
    this.#index = index;
  }

  /** Creates an empty index. Its library is loaded when it is first needed: most toolkits never search. */
  static async create(terms: TextTerms): Promise<LexicalIndex> {
    const { default: Search } = await import('minisearch');
    const split = (text: string): string[] => text.split(' ');
    return new LexicalIndex(terms, new Search({ fields, tokenize: split, processTerm: (term) => term || null }));
  }

  /** The number of texts, also of those that no search accepts any more. */
  get size(): number {
    return this.#index.documentCount;
  }

  /** Adds texts, and lets others run between them. */
  async add(texts: Iterable<readonly [id: number, text: ToolText]>, signal: AbortSignal | undefined): Promise<void> {
    const yielder = new EventLoopYielder();
    for (const [id, text] of texts) {
      await yielder.yieldIfDue();
      signal?.throwIfAborted();
      this.#add(id, text);
    }
  }

  #add(id: number, text: ToolText): void {
    const fields = this.#termsOf(text);
    this.#index.add({ id, ...fields });
    this.#names.set(id, this.#terms.ofNameParts(text.name));
    const terms = new Set(Object.values(fields).flatMap((field) => field.split(' ')));
    for (const term of terms) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1);
  }

  /**
   * Returns the texts that have words of a query, best first. Only if they are few, the beginnings of words, misspelt words
   * and pairs of characters find further texts, which follow.
   *
   * @param accepts - Checks whether a text may be found.
   */
  find(query: string, accepts: (id: number) => boolean): readonly LexicalHit[] {
    const { words, related, pairs } = this.#terms.ofQuery(query);
    const exact = this.#rank(this.#search(words, related, { filter: ({ id }) => accepts(Number(id)) }), words, related);
    if (exact.length >= enough) return exact;
    const known = new Set(exact.map(({ id }) => id));
    const seen = new Set(exact.flatMap(({ matched }) => matched));
    const isUnknown = (term: string): boolean => !seen.has(words.get(term) ?? term);
    const similar = this.#search(new Map([...words, ...pairs]), none, {
      filter: ({ id }) => accepts(Number(id)) && !known.has(Number(id)),
      prefix: (term) => term.length >= shortestBeginning,
      fuzzy: (term) => (term.length >= shortestMisspelt && isUnknown(term) ? misspelling : false),
    });
    const least = exact.at(-1)?.score ?? 1;
    const best = similar[0]?.score ?? 1;
    return [...exact, ...similar.map((hit) => ({ ...hit, score: (hit.score / best) * least * 0.99 }))];
  }

  #search(
    words: ReadonlyMap<string, string>,
    related: ReadonlyMap<string, RelatedWord>,
    options: MiniSearchOptions,
  ): readonly LexicalHit[] {
    if (words.size === 0) return [];
    const finds = (term: string): boolean => words.has(term) || related.get(term)?.finds === true;
    const found = this.#index.search([...words.keys(), ...related.keys()].join(' '), {
      ...options,
      boost: weights,
      boostTerm: (term) => (related.has(term) ? relatedWeight : 1),
    });
    const fitting = found.filter(({ queryTerms }) => queryTerms.some(finds));
    return (fitting.length > 0 ? fitting : found).map(({ id, score, queryTerms }) => ({
      id: Number(id),
      score,
      matched: [...new Set(queryTerms.flatMap((term) => words.get(term) ?? related.get(term)?.word ?? []))],
    }));
  }

  /** Ranks a name higher the more of it the query states: of two that are found, the shorter one is more probable. */
  #rank(
    hits: readonly LexicalHit[],
    words: ReadonlyMap<string, string>,
    related: ReadonlyMap<string, RelatedWord>,
  ): readonly LexicalHit[] {
    // A name can double a score at most, and hits are sorted.
    const ranked = hits.slice(0, mostRanked).map((hit) => {
      let [stated, whole] = [0, 0];
      for (const term of this.#names.get(hit.id) ?? []) {
        const weight = Math.log(1 + this.#names.size / (1 + (this.#counts.get(term) ?? 0)));
        whole += weight;
        stated += words.has(term) ? weight : related.has(term) ? weight / 2 : 0;
      }
      return { ...hit, score: hit.score * (1 + (whole === 0 ? 0 : stated / whole)) };
    });
    const sorted = ranked.toSorted((one, other) => other.score - one.score);
    return [...sorted, ...hits.slice(mostRanked)];
  }

  #termsOf(text: ToolText): Fields {
    const of = (words: string): string => this.#terms.ofText(words).join(' ');
    const ofAll = (words: string): string => this.#terms.ofName(words).join(' ');
    return {
      name: ofAll(text.name),
      title: of(text.title),
      description: of(text.description),
      tags: of(text.tags),
      keywords: ofAll(text.keywords),
      examples: of(text.examples),
      params: of(text.params),
      group: of(text.group),
    };
  }
}

const none: ReadonlyMap<string, RelatedWord> = new Map();
