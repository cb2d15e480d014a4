import type { JsonSchema } from '../../../../base/json/json-schema.js';
import { contains } from './inclusion.js';
import { and, anything, chars, empty, type Language, or, then } from './language.js';
import { parsePattern } from './parse-pattern.js';

// In characters. More values are compared one by one.
const maxTexts = 5_000;

/** How the values that are accepted now relate to those that were accepted before. */
export type Relation = 'same' | 'wider' | 'narrower' | 'other';

/** A schema of strings. */
export interface StringSchema {
  readonly schema: JsonSchema;
  /** The only values. Undefined for all that the schema accepts. */
  readonly values: readonly unknown[] | undefined;
}

/** Compares the strings that two schemas accept, however they are stated. Returns undefined if that is not decided. */
export function compareStrings(before: StringSchema, after: StringSchema): Relation | undefined {
  const [old, now] = [languageOf(before), languageOf(after)];
  return old === undefined || now === undefined ? undefined : relate(old, now);
}

/** Compares the strings that two patterns match. Returns undefined if that is not decided. */
export function comparePatterns(before: string, after: string): Relation | undefined {
  const [old, now] = [parsePattern(before), parsePattern(after)];
  return old === undefined || now === undefined ? undefined : relate(old, now);
}

function relate(old: Language, now: Language): Relation | undefined {
  const [keeps, addsNothing] = [contains(now, old), contains(old, now)];
  if (keeps === undefined || addsNothing === undefined) return undefined;
  if (keeps) return addsNothing ? 'same' : 'wider';
  return addsNothing ? 'narrower' : 'other';
}

function languageOf({ schema: { pattern, minLength = 0, maxLength }, values }: StringSchema): Language | undefined {
  const matching = pattern === undefined ? anything() : parsePattern(pattern);
  if (matching === undefined) return undefined;
  const limited = and([matching, anything(minLength, maxLength)]);
  if (values === undefined) return limited;
  const texts = values.map(String);
  return texts.join('').length > maxTexts ? undefined : and([limited, or(texts.map(literal))]);
}

function literal(text: string): Language {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  return codes.reduceRight<Language>((next, code) => then(chars([[code, code]]), next), empty);
}
