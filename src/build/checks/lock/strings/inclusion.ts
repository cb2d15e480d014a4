import { and, empty, type Language, none, or, repeat, then } from './language.js';

// In characters of the keys of expressions. Two patterns of a tool need a few thousand.
const budget = 500_000;

/**
 * Checks whether a language contains another one, by derivatives of Brzozowski: what may follow each first character is
 * compared in turn. Returns undefined if that takes too many steps.
 */
export function contains(outer: Language, inner: Language): boolean | undefined {
  const alphabet = alphabetOf([outer, inner]);
  const seen = new Set<string>();
  const open: (readonly [Language, Language])[] = [[outer, inner]];
  let left = budget;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (other.acceptsEmpty && !one.acceptsEmpty) return false;
    for (const char of alphabet) {
      left -= one.key.length + other.key.length;
      if (left < 0) return undefined;
      const rest = derive(other, char);
      if (rest.kind === 'none') continue;
      const next = derive(one, char);
      const key = `${next.key} ${rest.key}`;
      if (!seen.has(key)) open.push([next, rest]);
      seen.add(key);
    }
  }
  return true;
}

/** Returns one character of each set that the ranges of languages do not distinguish. */
function alphabetOf(languages: readonly Language[]): readonly number[] {
  const found = new Set<number>([0]);
  const visit = (language: Language): void => {
    if (language.kind === 'chars') {
      for (const [first, last] of language.ranges) found.add(first).add(last + 1);
    } else if (language.kind === 'then') [language.first, language.next].forEach(visit);
    else if (language.kind === 'repeat') visit(language.part);
    else if ('parts' in language) language.parts.forEach(visit);
  };
  languages.forEach(visit);
  return [...found];
}

/** Returns what may follow a first character. */
function derive(language: Language, char: number): Language {
  switch (language.kind) {
    case 'none':
    case 'empty':
      return none;
    case 'chars':
      return language.ranges.some(([first, last]) => char >= first && char <= last) ? empty : none;
    case 'then': {
      const rest = then(derive(language.first, char), language.next);
      return language.first.acceptsEmpty ? or([rest, derive(language.next, char)]) : rest;
    }
    case 'repeat': {
      const { part, least, most } = language;
      return then(derive(part, char), repeat(part, Math.max(0, least - 1), most - 1));
    }
    default: {
      const parts = language.parts.map((part) => derive(part, char));
      return language.kind === 'or' ? or(parts) : and(parts);
    }
  }
}
