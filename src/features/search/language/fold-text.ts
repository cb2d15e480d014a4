const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  '’': "'",
};
const foldable = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
const latinMarks = /(?<=\p{Script=Latin})\p{M}+/gu;

/**
 * Returns a text in lower case and without the accents of Latin letters, which people often omit. The marks of other
 * scripts are parts of their letters.
 */
export function foldText(text: string): string {
  const lower = text.normalize('NFKD').toLowerCase().replaceAll(latinMarks, '').normalize('NFC');
  return lower.replaceAll(foldable, (letter) => letters[letter] ?? letter);
}

/** Returns the folded words of a text with spaces between them. */
export function foldedWords(words: string): ReadonlySet<string> {
  return new Set(foldText(words).split(/\s+/).filter(Boolean));
}
