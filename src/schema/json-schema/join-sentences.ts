/** Joins two parts of a description, with a full stop after the first if it ends without punctuation. */
export function joinSentences(one: string, other: string): string {
  return `${one}${/[.!?…:;。！？]$/.test(one) ? '' : '.'} ${other}`;
}
