import type { OptionNames } from '../../base/options/check-options.js';
import { callback, count, object, oneOf, positive } from '../../base/options/option-rules.js';
import type { RecordStore } from '../../stores/record-store.js';
import type { SearchLanguage } from './language/language.js';

/** The options of a call of an embedding model. */
export interface EmbedOptions {
  /** Aborts when the search ends or takes too long. */
  readonly signal: AbortSignal;
  /** What the texts are: models such as E5 embed queries and what is searched in different ways. */
  readonly purpose: 'query' | 'tools';
}

/** Returns the vector of each text, in the order of the texts. All vectors have the same length. */
export type EmbedTexts = (
  texts: readonly string[],
  options: EmbedOptions,
) => readonly ArrayLike<number>[] | PromiseLike<readonly ArrayLike<number>[]>;

/** A tool that a search has found, for a reranking model. */
export interface RerankCandidate {
  readonly name: string;
  readonly group: string;
  /** The name, the description, the parameters and whatever else a search reads of the tool. */
  readonly text: string;
}

/** The options of a call of a reranking model. */
export interface RerankOptions {
  /** Aborts when the search ends or takes too long. */
  readonly signal: AbortSignal;
}

/** Returns a score for each candidate, in the order of the candidates. The highest is the best. */
export type RerankTools = (
  query: string,
  candidates: readonly RerankCandidate[],
  options: RerankOptions,
) => readonly number[] | PromiseLike<readonly number[]>;

/** The options of the search for tools. */
export interface SearchOptions {
  /** The language of the descriptions of tools, whose inflections are compared. @default 'en' */
  readonly language?: SearchLanguage | undefined;
  /**
   * An embedding model, which finds tools of a similar meaning. Both lists are combined. The model receives nothing of a tool
   * that the caller may not use.
   *
   * @default tools are found by words
   */
  readonly embed?: EmbedTexts | undefined;
  /** A reranking model, which sorts the best 50 tools that were found. @default they are not sorted again */
  readonly rerank?: RerankTools | undefined;
  /**
   * The store of the vectors of tools, by their content. Vectors of different models need different stores. @default vectors
   * are in memory only
   */
  readonly store?: RecordStore | undefined;
  /** The maximum number of tools that a search returns. @default 10 */
  readonly limit?: number | undefined;
  /** The time limit of each model in a search, in milliseconds. What is late is left out. @default 10000 */
  readonly timeoutMs?: number | undefined;
}

/** The names of the options of a search. */
export const searchOptionNames: OptionNames<SearchOptions> = {
  language: oneOf('en', 'de', 'fr', 'es', 'zh', 'ja', 'other'),
  embed: callback,
  rerank: callback,
  store: object,
  limit: count,
  timeoutMs: positive,
};
