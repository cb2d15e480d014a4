const letters = /\p{L}/gu;
const latin = /\p{Script=Latin}/gu;

/** The most frequent words of languages in Latin letters that are no words of another one in the list. */
const frequent: Readonly<Record<string, RegExp>> = {
  en: words('the of and to is are with that for from this it by or be not on'),
  de: words('der die das und ist nicht ein eine einer mit für den dem des zu auf wird werden von vor alle'),
  fr: words('le la les des est une pour dans avec sur ne pas et du vous votre chaque cette'),
  es: words('el los las una que para con del en y no su cada este esta todos'),
  pt: words('o os uma que para com não em do da e seu cada este todos'),
  it: words('il che per una con della di non e ogni gli dei questo tutti'),
  nl: words('het een van de en niet met voor op alle worden deze'),
  pl: words('i w na nie do z się jest przed każdym wszystkie'),
};

function words(list: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${list.replaceAll(' ', '|')})(?!\\p{L})`, 'giu');
}

/** Returns a code for the language of a text, or its kind of letters. Returns undefined if that is not clear. */
export function languageOf(text: string): string | undefined {
  const [all, own] = [count(text, letters), count(text, latin)];
  if (all >= 4 && own < all / 2) return 'other';
  const counts = Object.entries(frequent).map(([language, expression]) => ({
    language,
    hits: count(text, expression),
  }));
  const [first, second] = counts.toSorted((one, other) => other.hits - one.hits);
  const isClear = first !== undefined && first.hits >= 2 && first.hits > (second?.hits ?? 0);
  return isClear ? first.language : undefined;
}

function count(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}
