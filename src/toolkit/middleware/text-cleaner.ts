import { DefinitionError } from '../../errors.js';
import { redacted } from '../../state/secret.js';
import { previewValue } from '../../value-preview.js';

/** What is redacted: a text as it stands, or whatever a pattern matches. */
export type RedactPattern = string | RegExp;

/** Gives a text without what must not be seen. */
export type TextCleaner = (text: string) => string;

/** The cleaner that patterns describe. Throws a DefinitionError on what is none, and on one that matches nothing at all. */
export function cleanerOf(
  patterns: RedactPattern | readonly RedactPattern[],
  replacement: string = redacted,
): TextCleaner {
  const listed: readonly unknown[] = Array.isArray(patterns) ? patterns : [patterns];
  if (listed.length === 0)
    throw new DefinitionError('redact: there is nothing to redact. Give a text, a pattern, or several.');
  const expressions = listed.map(expressionOf);
  // A function, so that `$1` in the replacement stays as it is.
  return (text) => expressions.reduce((cleaned, expression) => cleaned.replace(expression, () => replacement), text);
}

function expressionOf(pattern: unknown): RegExp {
  if (typeof pattern === 'string' && pattern !== '') {
    return new RegExp(pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g');
  }
  // A copy: a pattern that remembers where it was would miss what comes before. `Symbol.match` also in another realm.
  if (isPattern(pattern)) return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
  throw new DefinitionError(`redact: a pattern is a text or a regular expression, not ${previewValue(pattern)}.`);
}

function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}
