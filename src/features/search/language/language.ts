/** How the words of a language are compared. */
export interface Language {
  /** The words that say nothing about a tool, in the form of {@link foldText}. */
  readonly stopWords: ReadonlySet<string>;
  /** Returns the part of a folded word that its inflections share. */
  stem(word: string): string;
  /** Returns the stems of words that people use for the same as a stem. */
  relatedTo(stem: string): readonly RelatedStem[];
}

/** The stem of a word that people use for the same as another one. */
export interface RelatedStem {
  readonly stem: string;
  /** Whether it finds tools, as a thing does. An action only ranks tools that are found: there are too many that do it. */
  readonly finds: boolean;
}

/**
 * The language of the descriptions of tools. Chinese and Japanese texts also contain English words, whose inflections are
 * compared. `'other'` compares words as they are.
 */
export type SearchLanguage = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja' | 'other';
