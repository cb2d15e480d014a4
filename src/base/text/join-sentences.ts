/**
 * Adds sentences to the end of a description, with a full stop before them if the description ends without punctuation.
 */
export function joinSentences(description: string | undefined, added: string): string {
  const before = description?.trimEnd() ?? '';
  if (before === '' || added === '') return before === '' ? added : before;
  return `${before}${/[.!?…:;。！？]$/.test(before) ? '' : '.'} ${added}`;
}
