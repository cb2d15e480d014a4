// A list that a model reads in an error. All names of a large toolkit would cost thousands of tokens.
const maxNames = 50;

/** Returns the names of tools as a list for an error. Of a long list, the first ones and the number of the others. */
export function listNames(names: readonly string[]): string {
  const others = names.length - maxNames;
  return others > 0 ? `${names.slice(0, maxNames).join(', ')} and ${others} more` : names.join(', ');
}
