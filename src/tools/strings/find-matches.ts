import type { PatternSearch, QueryEngine } from '../query/query-engine.js';
import type { PatternMatch } from '../query/query-messages.js';
import type { InputText } from './string-types.js';

/** A text, and the text or pattern that is searched in it. */
export interface SearchedText {
  readonly text: InputText;
  /** @minLength 1 @maxLength 1000 */
  readonly search: string;
}

/** How a text is searched. */
export interface SearchMode {
  /** Whether search is a regular expression, without lookarounds and backreferences */
  readonly pattern?: boolean;
  readonly ignoreCase?: boolean;
}

/** A search for a text or a pattern. */
export interface TextSearch extends SearchedText, Required<SearchMode> {}

/** Where patterns run, and the signal of the call. */
interface SearchContext {
  readonly engine: QueryEngine;
  readonly signal: AbortSignal;
}

/**
 * Finds the matches of a text or a pattern.
 *
 * @throws ValidationError if the pattern is invalid.
 */
export async function findMatches(
  { text, search, pattern, ignoreCase }: TextSearch,
  maxMatches: number,
  { engine, signal }: SearchContext,
): Promise<readonly PatternMatch[]> {
  const job: PatternSearch = { pattern: search, text, ignoreCase, maxMatches };
  return pattern ? engine.match(job, signal) : findText(job);
}

function findText({ pattern, text, ignoreCase, maxMatches }: PatternSearch): readonly PatternMatch[] {
  const wanted = ignoreCase ? pattern.toLowerCase() : pattern;
  const searched = ignoreCase ? lowerEach(text) : text;
  const matches: PatternMatch[] = [];
  for (let index = searched.indexOf(wanted); index !== -1; index = searched.indexOf(wanted, index + wanted.length)) {
    matches.push({ index, text: text.slice(index, index + wanted.length), groups: [] });
    if (matches.length >= maxMatches) break;
  }
  return matches;
}

/** Returns a text in lower case with the same indexes: a character whose lower case is longer is not changed. */
function lowerEach(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) =>
    character.toLowerCase().length === character.length ? character.toLowerCase() : character,
  ).join('');
}

/** Replaces matches by a text. In a pattern's replacement, `$1` is the first group, `$&` the match, and `$$` a dollar. */
export function replaceMatches(
  text: string,
  matches: readonly PatternMatch[],
  replace: (match: PatternMatch) => string,
): string {
  let end = 0;
  let result = '';
  for (const match of matches) {
    result += text.slice(end, match.index) + replace(match);
    end = match.index + match.text.length;
  }
  return result + text.slice(end);
}

/** Writes the replacement of one match of a pattern. */
export function expandReplacement(replacement: string, { text, groups }: PatternMatch): string {
  return replacement.replaceAll(/\$(\$|&|\d{1,2})/g, (token, key: string) => {
    if (key === '$') return '$';
    if (key === '&') return text;
    return Number(key) >= 1 && Number(key) <= groups.length ? (groups[Number(key) - 1] ?? '') : token;
  });
}
