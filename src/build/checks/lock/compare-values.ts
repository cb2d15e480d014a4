import type { JsonSchema } from '../../../base/json/json-schema.js';
import { compareLimits } from './compare-limits.js';
import { isSameJson } from './definition.js';
import { effectOfRelation, type SchemaChange } from './schema-change.js';
import { isInteger, type SchemaVariant } from './schema-variants.js';
import { compareStrings } from './strings/compare-strings.js';

const stringKeywords: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength']);

/** Compares which values two variants list or limit, apart from what is in objects and lists. */
export function compareValues(before: SchemaVariant, after: SchemaVariant, path: string): readonly SchemaChange[] {
  const [old, now] = [withValues(before, after), withValues(after, before)];
  const types = compareTypes(old, now, path);
  if (old.type !== 'string' || now.type !== 'string') return [...types, ...compareListed(old, now, path)];
  const isText = (keyword: string): boolean => stringKeywords.has(keyword);
  const changes = compareListed(pick(old, isText), pick(now, isText), path);
  const areListed = isListed(old) || isListed(now);
  const others = areListed ? [] : compareLimits(without(old), without(now), path);
  const relation = changes.length === 0 ? 'same' : compareStrings(old, now);
  if (relation === 'same') return others;
  if (relation === undefined) return [...changes, ...others];
  return [...changes.map((change) => ({ ...change, effect: effectOfRelation(relation) })), ...others];
}

function without(variant: SchemaVariant): JsonSchema {
  return pick(variant, (keyword) => !stringKeywords.has(keyword)).schema;
}

function pick(variant: SchemaVariant, isPicked: (keyword: string) => boolean): SchemaVariant {
  const kept = Object.entries(variant.schema).filter(([keyword]) => isPicked(keyword));
  return { ...variant, schema: Object.fromEntries(kept) };
}

function isListed({ values }: SchemaVariant): boolean {
  return values !== undefined;
}

function compareListed(before: SchemaVariant, after: SchemaVariant, path: string): readonly SchemaChange[] {
  const [old, now] = [before.values, after.values];
  if (old === undefined && now === undefined) return compareLimits(before.schema, after.schema, path);
  if (old === undefined) {
    const effect = now?.every((value) => isAccepted(value, before)) === true ? 'narrower' : 'other';
    return [{ path, effect, text: `now allows only ${listOf(now)}` }];
  }
  if (now === undefined) {
    const effect = old.every((value) => isAccepted(value, after)) ? 'wider' : 'other';
    return [{ path, effect, text: `now allows more than ${listOf(old)}` }];
  }
  const removed = old.filter((value) => !now.some((other) => isSameJson(value, other)));
  const added = now.filter((value) => !old.some((other) => isSameJson(value, other)));
  const changes: SchemaChange[] = [];
  if (removed.length > 0) changes.push({ path, effect: 'narrower', text: `no longer allows ${listOf(removed)}` });
  if (added.length > 0) changes.push({ path, effect: 'wider', text: `now allows ${listOf(added)} too` });
  return changes;
}

// More whole numbers are not listed.
const maxNumbers = 1_000;

/** Lists the whole numbers within the limits of a variant, if another one lists its values. */
function withValues(variant: SchemaVariant, other: SchemaVariant): SchemaVariant {
  const { type, values, schema } = variant;
  if (type !== 'integer' || values !== undefined || other.values === undefined) return variant;
  const lowest = Math.max(schema.minimum ?? -Infinity, (schema.exclusiveMinimum ?? -Infinity) + 1);
  const highest = Math.min(schema.maximum ?? Infinity, (schema.exclusiveMaximum ?? Infinity) - 1);
  if (!(highest - lowest < maxNumbers)) return variant;
  const [first, count] = [Math.ceil(lowest), Math.floor(highest) - Math.ceil(lowest) + 1];
  const all = Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
  return { ...variant, values: all.filter((value) => isAccepted(value, variant)) };
}

/** Checks whether a number is within the limits of a variant. Other values are. */
function isAccepted(value: unknown, { type, schema }: SchemaVariant): boolean {
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const isWhole = Number.isInteger(value) || (type !== 'integer' && !isInteger(schema));
  const isMultiple = schema.multipleOf === undefined || Number.isInteger(value / schema.multipleOf);
  return (
    isWhole &&
    isMultiple &&
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum
  );
}

function compareTypes(before: SchemaVariant, after: SchemaVariant, path: string): readonly SchemaChange[] {
  if (before.type === after.type) return [];
  if (before.values !== undefined || after.values !== undefined) return [];
  const effect = after.type === 'number' || after.type === undefined ? 'wider' : 'narrower';
  return [{ path, effect, text: `is now ${nameOf(after)}, not ${nameOf(before)}` }];
}

/** Returns what a variant accepts, in a few words. */
export function nameOf({ type, values }: SchemaVariant): string {
  return values === undefined || type === 'null' ? (type ?? 'any value') : listOf(values);
}

const maxShown = 5;

function listOf(values: readonly unknown[] = []): string {
  const shown = values.slice(0, maxShown).map((value) => JSON.stringify(value));
  return values.length > maxShown ? `${shown.join(', ')} and ${values.length - maxShown} more` : shown.join(', ');
}
