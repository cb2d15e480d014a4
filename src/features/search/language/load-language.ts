import type { Language, RelatedStem, SearchLanguage } from './language.js';

const noWords: readonly RelatedStem[] = Object.freeze([]);
const plain: Language = Object.freeze({
  stopWords: new Set<string>(),
  stem: (word: string) => word,
  relatedTo: () => noWords,
});

/** Loads a language when it is first needed: most toolkits search in one, or never. */
export async function loadLanguage(language: SearchLanguage): Promise<Language> {
  switch (language) {
    case 'de':
      return (await import('./german.js')).german;
    case 'fr':
      return (await import('./french.js')).french;
    case 'es':
      return (await import('./spanish.js')).spanish;
    case 'other':
      return plain;
    default:
      return (await import('./english.js')).loadEnglish();
  }
}
