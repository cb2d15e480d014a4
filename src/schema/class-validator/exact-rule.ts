import type { JsonSchema, JsonSchemaType } from '../../base/json/json-schema.js';
import { constraintOf, type RuleConstraint, type ValidationRule } from '../dto/validation-rules.js';
import { fitsKeywords } from '../validation/fits-keywords.js';
import { excludedValues } from './merge-schemas.js';
import { entryOf } from './rule-table.js';

/**
 * Returns the schema that accepts exactly the values that a rule of class-validator accepts. Returns undefined if the
 * rule table does not mark the rule as exact for these arguments, if the rule has a condition or a message of its
 * author, or if its results for samples differ from those of the schema, because an author reused the name of another
 * rule or passed arguments of another type.
 */
export function exactRuleSchema(rule: ValidationRule): JsonSchema | undefined {
  const { name, constraints } = rule;
  const entry = entryOf(name);
  if (entry?.toSchema === undefined || rule.conditional || rule.hasMessage) return undefined;
  if (!(entry.isExact?.(constraints) ?? entry.coverage === 'exact')) return undefined;
  const schema = entry.toSchema(constraints);
  const constraint = constraintOf(rule.constraint);
  return constraint !== undefined && agrees(rule, constraint, schema) ? schema : undefined;
}

/** Checks whether a rule of class-validator accepts a value, or each item of an array if the rule applies to items. */
export function ruleAccepts(rule: ValidationRule, value: unknown): boolean {
  const constraint = constraintOf(rule.constraint);
  if (constraint === undefined) return false;
  const values: readonly unknown[] = rule.each && Array.isArray(value) ? value : [value];
  return values.every((one) => decides(rule, constraint, one) === true);
}

/** Checks whether a rule of class-validator rejects a value, regardless of whether the rule applies to items. */
export function ruleRejects(rule: ValidationRule, value: unknown): boolean {
  const constraint = constraintOf(rule.constraint);
  return constraint !== undefined && decides(rule, constraint, value) === false;
}

/** Checks whether a rule rejects the samples of all types but these. A rule of an author may have the name of another. */
export function rejectsOtherTypes(rule: ValidationRule, type: readonly JsonSchemaType[]): boolean {
  return commonSamples.every((sample) => fitsKeywords(sample, { type }) || ruleRejects(rule, sample));
}

function agrees(rule: ValidationRule, constraint: RuleConstraint, schema: JsonSchema): boolean {
  return samplesFor(schema).every((sample) => decides(rule, constraint, sample) === fits(sample, schema));
}

function decides({ property, constraints }: ValidationRule, constraint: RuleConstraint, value: unknown): unknown {
  const object = { [property]: value };
  try {
    return constraint.validate(value, { targetName: 'Object', property, object, value, constraints });
  } catch {
    return false;
  }
}

function fits(value: unknown, { not, ...schema }: JsonSchema): boolean {
  if (not !== undefined && excludedValues(not)?.includes(value) !== false) return false;
  return fitsKeywords(value, schema);
}

/** Returns sample values of every type, and values at the bounds of a schema. */
function samplesFor({ minimum, maximum, minLength, maxLength, minItems, maxItems, ...schema }: JsonSchema) {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  return [
    ...commonSamples,
    ...bounds.flatMap((bound) => [bound, bound + 1, bound - 1]),
    ...sizesNear(minLength, maxLength).map((size) => 'a'.repeat(size)),
    ...sizesNear(minItems, maxItems).map((size) => new Array<unknown>(size).fill('a')),
    ...(schema.enum ?? []),
    ...(Object.hasOwn(schema, 'const') ? [schema.const] : []),
  ];
}

// Larger samples would be slow without revealing more differences.
const largestSample = 256;

function sizesNear(...bounds: readonly (number | undefined)[]): readonly number[] {
  const sizes = bounds.flatMap((bound) => (bound === undefined ? [] : [bound, bound + 1, Math.max(0, bound - 1)]));
  return sizes.filter((size) => size <= largestSample);
}

const commonSamples: readonly unknown[] = Object.freeze([
  ...['', ' ', 'a', ' Some Text ', '7.5', '0', 'null', 'true', 'a\nb', '\u{1F600}', '\u00e9', 'a-b@c.de', 'A1'],
  ...[0, 1, -1, 7, 7.5, -0.25, 1e21, -1e21, 1e-7, Number.MAX_SAFE_INTEGER],
  ...[true, false, null],
  ...[[], [''], [1, 2, 3], [null], [[]], [{}]],
  ...[{}, { a: 1 }, { length: 0 }],
]);
