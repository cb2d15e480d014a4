import type { JsonSchema } from '../../../base/json/json-schema.js';
import { annotationKeywords } from '../../../schema/json-schema/annotation-keywords.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { isSameJson } from './definition.js';
import { effectOfRelation, type SchemaChange } from './schema-change.js';
import { isInteger } from './schema-variants.js';
import { comparePatterns } from './strings/compare-strings.js';

const lowerLimits = new Set(['minLength', 'minItems', 'minProperties', 'minContains']);
const upperLimits = new Set(['maxLength', 'maxItems', 'maxProperties', 'maxContains']);

/** The keywords that are compared elsewhere, or that reject no value. */
const otherKeywords = new Set([
  ...annotationKeywords,
  ...['$schema', '$id', '$anchor', 'type', 'enum', 'const', '$ref'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'items', 'prefixItems'],
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
]);

/** Compares the keywords of two schemas that limit values, such as `maxLength`, `pattern` and `format`. */
export function compareLimits(before: JsonSchema, after: JsonSchema, path: string): readonly SchemaChange[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keywords].flatMap((keyword): readonly SchemaChange[] => {
    const [old, now] = [limitOf(before, keyword), limitOf(after, keyword)];
    if (otherKeywords.has(keyword) || keyword.startsWith('x-') || isSameLimit(old, now)) return [];
    return [{ path, effect: effectOf(keyword, old, now), text: lineOf(keyword, old, now) }];
  });
  return [
    ...changes,
    ...bounds.flatMap((which) => compareBounds(which, before, after).map((one) => ({ path, ...one }))),
  ];
}

/** Checks whether two limits are the same, apart from the texts in them and from how one value is stated. */
function isSameLimit(one: unknown, other: unknown): boolean {
  return isSameJson(withoutTexts(one), withoutTexts(other));
}

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !textKeywords.has(key) || typeof inner === 'object');
  return Object.fromEntries(
    kept.map(([key, inner]) => (key === 'const' ? ['enum', [inner]] : [key, withoutTexts(inner)])),
  );
}

const textKeywords: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

const bounds = ['lowest', 'highest'] as const;

/** Compares the lowest or the highest number, however it is stated. */
function compareBounds(
  which: (typeof bounds)[number],
  before: JsonSchema,
  after: JsonSchema,
): readonly Omit<SchemaChange, 'path'>[] {
  const [old, now] = [boundOf(before, which), boundOf(after, which)];
  if (isSameJson(old, now)) return [];
  const text = lineOf(`${which} value`, old && shown(old), now && shown(now));
  if (now === undefined) return [{ effect: 'wider', text }];
  if (old === undefined) return [{ effect: 'narrower', text }];
  const isHigher = now.value > old.value || (now.value === old.value && now.isExcluded === (which === 'lowest'));
  return [{ effect: isHigher === (which === 'lowest') ? 'narrower' : 'wider', text }];
}

interface Bound {
  readonly value: number;
  readonly isExcluded: boolean;
}

function boundOf(schema: JsonSchema, which: 'lowest' | 'highest'): Bound | undefined {
  const isLow = which === 'lowest';
  const included = isLow ? schema.minimum : schema.maximum;
  const excluded = isLow ? schema.exclusiveMinimum : schema.exclusiveMaximum;
  const isStricter =
    included === undefined || (excluded !== undefined && (isLow ? excluded >= included : excluded <= included));
  if (excluded === undefined || !isStricter) {
    return included === undefined ? undefined : { value: included, isExcluded: false };
  }
  // The next whole number.
  if (isInteger(schema))
    return { value: isLow ? Math.floor(excluded) + 1 : Math.ceil(excluded) - 1, isExcluded: false };
  return { value: excluded, isExcluded: true };
}

function shown({ value, isExcluded }: Bound): string {
  return isExcluded ? `beyond ${value}` : `${value}`;
}

function lineOf(keyword: string, old: unknown, now: unknown): string {
  if (now === undefined) return `no longer has a ${keyword}`;
  const text = typeof now === 'string' ? now : JSON.stringify(now);
  return `has the ${keyword} ${text}${old === undefined ? '' : `, not ${typeof old === 'string' ? old : JSON.stringify(old)}`}`;
}

/** Returns the value of a keyword. One that rejects nothing counts as none. */
function limitOf(schema: JsonSchema, keyword: string): unknown {
  const value = schema[keyword];
  if ((keyword === 'multipleOf' || keyword === 'minContains') && value === 1) return undefined;
  if (keyword === 'dependentRequired' && addsNothing(value, schema)) return undefined;
  const isDefault = (value === 0 && /^min(?:Length|Items|Properties)$/.test(keyword)) || value === false;
  return isDefault ? undefined : value;
}

function addsNothing(dependent: unknown, { required = [] }: JsonSchema): boolean {
  const names = typeof dependent === 'object' && dependent !== null ? Object.values(dependent).flat() : [];
  return names.every((name) => required.includes(name));
}

function effectOf(keyword: string, old: unknown, now: unknown): SchemaChange['effect'] {
  if (now === undefined) return 'wider';
  if (old === undefined) return 'narrower';
  if (keyword === 'pattern') return effectOfRelation(comparePatterns(String(old), String(now)));
  if (typeof old !== 'number' || typeof now !== 'number') return 'other';
  if (lowerLimits.has(keyword)) return now > old ? 'narrower' : 'wider';
  if (upperLimits.has(keyword)) return now < old ? 'narrower' : 'wider';
  if (keyword !== 'multipleOf') return 'other';
  return Number.isInteger(old / now) ? 'wider' : Number.isInteger(now / old) ? 'narrower' : 'other';
}
