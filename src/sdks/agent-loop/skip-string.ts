// A model that writes prose also writes typographic quotation marks. German opens with the low one, and closes with the
// one that opens in English.
const closingQuotes: Readonly<Record<string, string>> = { '"': '"', '“': '”"', '”': '”"', '„': '“”"' };

/**
 * Returns the index of the quotation mark that ends the JSON string which begins at `start`, or the length of the text if
 * none does. Returns `start` if no string begins there.
 */
export function skipString(text: string, start: number): number {
  const closing = closingQuotes[text.charAt(start)];
  if (closing === undefined) return start;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (closing.includes(character)) return at;
  }
  return text.length;
}
