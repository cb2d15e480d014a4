import type { JsonSchema } from '../base/json/json-schema.js';
import { joinSentences } from '../base/text/join-sentences.js';
import { literalText } from './literal-text.js';
import { isSchemaObject } from './schema-pointer.js';

type Description = (value: unknown, schema: JsonSchema) => string | undefined;

const descriptions: Readonly<Record<string, Description>> = {
  minLength: (value) => `At least ${count(value, 'character')}.`,
  maxLength: (value) => `At most ${count(value, 'character')}.`,
  pattern: (value) => `Must match the regular expression \`${String(value)}\`.`,
  format: (value) => `Format: ${String(value)}.`,
  contentEncoding: (value) => `Encoded as ${String(value)}.`,
  contentMediaType: (value) => `Media type: ${String(value)}.`,
  contentSchema: (value) => `The decoded text must match ${json(value)}.`,
  minimum: (value) => `At least ${String(value)}.`,
  exclusiveMinimum: (value) => `Greater than ${String(value)}.`,
  maximum: (value) => `At most ${String(value)}.`,
  exclusiveMaximum: (value) => `Less than ${String(value)}.`,
  multipleOf: (value) => `A multiple of ${String(value)}.`,
  minItems: (value) => `At least ${count(value, 'item')}.`,
  maxItems: (value) => `At most ${count(value, 'item')}.`,
  uniqueItems: (value) => (value === true ? 'Items must be unique.' : undefined),
  contains: describeContains,
  unevaluatedItems: (value) => `Further items must match ${json(value)}.`,
  minProperties: (value) => `At least ${count(value, 'property', 'properties')}.`,
  maxProperties: (value) => `At most ${count(value, 'property', 'properties')}.`,
  propertyNames: (value) => `Property names must match ${json(value)}.`,
  patternProperties: describePatternProperties,
  additionalProperties: describeOtherProperties,
  unevaluatedProperties: describeOtherProperties,
  dependentRequired: describeDependentRequired,
  dependentSchemas: describeDependentSchemas,
  if: describeCondition,
  not: (value) => `Must not match ${json(value)}.`,
  allOf: (value) => `Must also match every one of ${json(value)}.`,
  anyOf: (value) => `Must also match at least one of ${json(value)}.`,
  oneOf: (value) => `Must also match exactly one of ${json(value)}.`,
  $ref: (value) => `Must also match ${String(value)}.`,
  enum: (value) => `One of: ${list(value)}.`,
  const: (value) => `Always ${literalText(value)}.`,
  default: (value) => `Defaults to ${literalText(value)}.`,
  examples: (value) => `Examples: ${list(value)}.`,
  deprecated: (value) => (value === true ? 'Deprecated.' : undefined),
};

/**
 * Describes the constraint of a keyword in a sentence for a model. Returns undefined if the keyword has no constraint
 * that can be described.
 */
export function describeConstraint(keyword: string, schema: JsonSchema): string | undefined {
  const toSentence = Object.hasOwn(descriptions, keyword) ? descriptions[keyword] : undefined;
  return toSentence?.(schema[keyword], schema);
}

/** Adds sentences to the end of a description. */
export function addSentences(description: string | undefined, sentences: readonly string[]): string | undefined {
  return sentences.length === 0 ? description : joinSentences(description, sentences.join(' '));
}

function count(value: unknown, unit: string, units = `${unit}s`): string {
  return `${String(value)} ${value === 1 ? unit : units}`;
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(literalText).join(', ') : literalText(value);
}

function describeContains(value: unknown, schema: JsonSchema): string {
  const least = schema.minContains ?? 1;
  const most = schema.maxContains;
  const upTo = most === undefined ? '' : ` and at most ${String(most)}`;
  return `At least ${String(least)}${upTo} of the items must match ${json(value)}.`;
}

function describePatternProperties(value: unknown): string | undefined {
  if (!isSchemaObject(value)) return undefined;
  const sentences = Object.entries(value).map(
    ([pattern, schema]) => `Properties whose name matches \`${pattern}\` must match ${json(schema)}.`,
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function describeOtherProperties(value: unknown): string | undefined {
  if (value === false) return undefined;
  if (value === true || (isSchemaObject(value) && Object.keys(value).length === 0)) {
    return 'Further properties of any name are allowed.';
  }
  return `Further properties of any name are allowed; each must match ${json(value)}.`;
}

function describeDependentRequired(value: unknown): string | undefined {
  if (!isSchemaObject(value)) return undefined;
  const sentences = Object.entries(value).map(
    ([name, others]) => `If ${literalText(name)} is present, also required: ${list(others)}.`,
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function describeDependentSchemas(value: unknown): string | undefined {
  if (!isSchemaObject(value)) return undefined;
  const sentences = Object.entries(value).map(
    ([name, schema]) => `If ${literalText(name)} is present, the object must match ${json(schema)}.`,
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function describeCondition(value: unknown, schema: JsonSchema): string | undefined {
  const yes = schema.then === undefined ? undefined : `it must match ${json(schema.then)}`;
  const no = schema.else === undefined ? undefined : `it must match ${json(schema.else)}`;
  if (yes === undefined && no === undefined) return undefined;
  if (yes === undefined) return `Unless the value matches ${json(value)}, ${no}.`;
  return `If the value matches ${json(value)}, ${yes}${no === undefined ? '' : `; otherwise ${no}`}.`;
}
