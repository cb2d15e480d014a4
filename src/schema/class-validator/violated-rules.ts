import { memoize } from '../../base/values/memoize.js';
import { isSet } from '../../base/values/value-kinds.js';
import type { ValidationRule } from '../dto/validation-rules.js';
import { fitsKeywords } from '../validation/fits-keywords.js';
import { rejectsOtherTypes, ruleRejects } from './exact-rule.js';
import { typesOf } from './merge-schemas.js';
import { entryOf } from './rule-table.js';

/** A value that violates a rule, before and after its conversion. */
export interface RuledValue {
  /** The value that the caller sent. */
  readonly sent: unknown;
  /** The value that class-validator has validated. */
  readonly value: unknown;
}

/** Checks whether class-validator's own message of a rule describes each item of a list, or each nested object. */
export function describesItems({ each, kind, hasMessage }: ValidationRule): boolean {
  return !hasMessage && (each || kind === 'nestedValidation');
}

/** An item of a list that violates a rule. */
export interface RuledItem extends RuledValue {
  readonly index: number;
}

/**
 * Returns the items that violate a rule for each item, because class-validator only says that there are some. Returns
 * undefined if the rule is an author's, so that running it again may have effects, or if the items were converted
 * together.
 */
export function violatingItems(rule: ValidationRule, { sent, value }: RuledValue): readonly RuledItem[] | undefined {
  if (!rule.each || rule.hasMessage || entryOf(rule.name)?.toSchema === undefined) return undefined;
  const values: unknown = isSet(value) ? [...value] : value;
  if (!Array.isArray(values) || !Array.isArray(sent) || values.length !== sent.length) return undefined;
  const items = sent.map((item: unknown, index): RuledItem => ({ index, sent: item, value: values[index] }));
  const violating = items.filter((item) => ruleRejects(rule, item.value));
  return violating.length === 0 ? undefined : violating;
}

/** The types that a rule accepts, of which a value has none. */
export interface WrongType {
  /** The types in words, such as `a string`. */
  readonly expected: string;
  /** Whether class-validator's message says what a value must be, such as a string or an email. That of `@Length` does not. */
  readonly isStated: boolean;
}

/** Checks whether a rule has rejected a value because of its type. */
export function findWrongType(rule: ValidationRule, { sent, value }: RuledValue): WrongType | undefined {
  const type = rule.hasMessage ? undefined : acceptedTypes(rule);
  if (type === undefined || fitsKeywords(sent, { type }) || fitsKeywords(value, { type })) return undefined;
  return { expected: type.map((name) => typeNames[name]).join(' or '), isStated: statesKind(rule) };
}

function statesKind({ name, constraints }: ValidationRule): boolean {
  const keywords = Object.keys(entryOf(name)?.toSchema?.(constraints) ?? {});
  return keywords.length === 1 || keywords.some((keyword) => kindKeywords.has(keyword));
}

const kindKeywords: ReadonlySet<string> = new Set([
  ...['format', 'enum', 'const'],
  ...['contentEncoding', 'contentMediaType'],
]);

const acceptedTypes = memoize((rule: ValidationRule) => {
  const schema = entryOf(rule.name)?.toSchema?.(rule.constraints);
  const types = schema && typesOf(schema);
  return types !== undefined && rejectsOtherTypes(rule, types) ? types : undefined;
});

const typeNames = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
} as const;
