/**
 * Splits a command into its program and arguments, without a shell: at spaces outside of quotes. Quotes are removed, and
 * nothing else has a meaning, so that paths of Windows remain. Returns undefined if a quote is not closed.
 */
export function splitCommand(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const [word] = /^(?:[^\s"']|"[^"]*"|'[^']*')+/.exec(rest) ?? [];
    if (word === undefined || /^\S/.test(rest.slice(word.length))) return undefined;
    words.push(word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    rest = rest.slice(word.length).trimStart();
  }
  return words;
}
