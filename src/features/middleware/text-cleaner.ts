import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { redacted } from '../../call/state/secret.js';

/** A pattern to redact: a literal string, or a regular expression. */
export type RedactPattern = string | RegExp;

/** A function that returns a text without the parts that must not be shown. */
export type TextCleaner = (text: string) => string;

/**
 * Returns a cleaner itself, or creates one from patterns. Throws a DefinitionError on an invalid pattern, and on an empty string
 * or array.
 */
export function toCleaner(
  patterns: RedactPattern | readonly RedactPattern[] | TextCleaner,
  replacement: string = redacted,
): TextCleaner {
  if (typeof patterns === 'function') return patterns;
  const listed: readonly unknown[] = Array.isArray(patterns) ? patterns : [patterns];
  if (listed.length === 0)
    throw new DefinitionError(
      'redact: no pattern was passed. Pass a string, a regular expression, or an array of them.',
    );
  const expressions = listed.map(toExpression);
  // A function, so that `$1` in the replacement is not interpreted.
  return (text) => expressions.reduce((cleaned, expression) => cleaned.replace(expression, () => replacement), text);
}

function toExpression(pattern: unknown): RegExp {
  if (typeof pattern === 'string' && pattern !== '') {
    return new RegExp(pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g');
  }
  // A copy without the flag y, because a stateful `lastIndex` would skip matches.
  if (isPattern(pattern)) return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
  throw new DefinitionError(
    `redact: a pattern must be a non-empty string or a regular expression, not ${previewValue(pattern)}.`,
  );
}

function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}
