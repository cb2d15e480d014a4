/** A form in which words are written. @description */
export type LetterCase = 'upper' | 'lower' | 'title' | 'sentence' | 'camel' | 'pascal' | 'snake' | 'kebab' | 'constant';

/** Writes a text in a form. */
export function changeCase(text: string, letterCase: LetterCase): string {
  switch (letterCase) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'title':
      return text.replaceAll(/[\p{L}\p{N}'’]+/gu, capitalize);
    case 'sentence':
      return text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase());
    case 'camel':
      return wordsOf(text)
        .map((word, at) => (at === 0 ? word.toLowerCase() : capitalize(word)))
        .join('');
    case 'pascal':
      return wordsOf(text).map(capitalize).join('');
    case 'snake':
      return wordsOf(text).join('_').toLowerCase();
    case 'kebab':
      return wordsOf(text).join('-').toLowerCase();
    case 'constant':
      return wordsOf(text).join('_').toUpperCase();
  }
}

/** Returns a text as a part of a URL: lower case letters and digits without accents, separated by a character. */
export function slugify(text: string, separator: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/['’]/g, '');
  const words = letters.replaceAll(/[øØłŁđĐæÆœŒßẞ]/g, (letter) => plainLetters[letter] ?? letter);
  return (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(separator);
}

/** The letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ß: 'ss', ẞ: 'SS' },
};

/** Splits a text into lines, without their ends. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** Returns the words of a text or of an identifier such as `fileName2`. */
function wordsOf(text: string): readonly string[] {
  const separated = text.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return separated.replaceAll(/['’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}

function capitalize(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('').toLowerCase();
}
