/**
 * Rewrites the parts of a JavaScript pattern that re2js reads differently: `\s`, `\S` and `.` match other characters
 * (ECMA-262, CharacterClassEscape and LineTerminator), `\k` would match the letter, and Unicode properties have other
 * names.
 *
 * @throws SyntaxError for a part that has no equivalent.
 */
export function translatePattern(source: string): string {
  let isInClass = false;
  return source.replaceAll(tokens, (token) => {
    if (token === '[') isInClass = true;
    else if (token === ']') isInClass = false;
    else if (token === '.') return isInClass ? token : '[^\\n\\r\\u2028\\u2029]';
    else if (token.startsWith('\\')) return translateEscape(token, isInClass);
    return token;
  });
}

const tokens = /\\[pP]\{[^}]*\}|\\[\s\S]|[[\].]/gu;

// ECMA-262, WhiteSpace and LineTerminator.
const space = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const noSpace =
  '\\x00-\\x08\\x0e-\\x1f!-\\x9f\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff' +
  '\\u3001-\\ufefe\\uff00-\\u{10ffff}';

function translateEscape(token: string, isInClass: boolean): string {
  if (token === '\\s') return isInClass ? space : `[${space}]`;
  if (token === '\\S') return isInClass ? noSpace : `[${noSpace}]`;
  if (token === '\\k') throw new SyntaxError('a backreference has no linear-time equivalent');
  return /^\\[pP]\{/.test(token) ? translateProperty(token) : token;
}

// The long names of the general categories (Unicode, PropertyValueAliases) that patterns use most.
const categories: ReadonlyMap<string, string> = new Map([
  ['Letter', 'L'],
  ['Lowercase_Letter', 'Ll'],
  ['Uppercase_Letter', 'Lu'],
  ['Mark', 'M'],
  ['Number', 'N'],
  ['Decimal_Number', 'Nd'],
  ['Punctuation', 'P'],
  ['Symbol', 'S'],
  ['Separator', 'Z'],
  ['Other', 'C'],
]);

function translateProperty(token: string): string {
  const name = token.slice(3, -1).replace(/^(?:Script|sc|General_Category|gc)=/, '');
  return `${token.slice(0, 2)}{${categories.get(name) ?? name}}`;
}
