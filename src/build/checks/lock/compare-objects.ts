import type { JsonSchema } from '../../../base/json/json-schema.js';
import { compareConditions } from './compare-conditions.js';
import { comparePatternProperties } from './compare-pattern-properties.js';
import { compareValues } from './compare-values.js';
import { conditionKeywords } from './conditions.js';
import { isSameJson } from './definition.js';
import { plainObject } from './plain-object.js';
import { effectOfRelation, type ObjectPlace, type SchemaChange } from './schema-change.js';
import type { SchemaVariant } from './schema-variants.js';
import { joinPath } from './schema-words.js';
import type { Relation } from './strings/compare-strings.js';

/** Compares two schemas of objects. */
export function compareObjects(
  before: SchemaVariant,
  after: SchemaVariant,
  place: ObjectPlace,
): readonly SchemaChange[] {
  const [old, now] = [plainObject(before.schema, place.isClosed), plainObject(after.schema, place.isClosed)];
  const areClosed = [old, now].every(({ additionalProperties = !place.isClosed }) => additionalProperties === false);
  const relation = compareConditions(old, now, areClosed);
  const limited = (one: SchemaVariant): SchemaVariant => (relation === undefined ? one : withoutConditions(one));
  const required = relation === 'same' ? [] : compareRequired(old, now, place);
  return [
    ...compareValues(limited(before), limited(after), place.path),
    ...(hasOtherConditions(old, now) ? describeRelation(relation, place) : []),
    ...required,
    ...compareProperties(old, now, place),
    ...comparePatternProperties(old, now, place),
    ...compareNames(old, now, place),
    ...compareFurther(old, now, place),
  ];
}

function withoutConditions({ schema, ...variant }: SchemaVariant): SchemaVariant {
  const kept = Object.entries(schema).filter(([keyword]) => !conditionKeywords.has(keyword));
  return { ...variant, schema: Object.fromEntries(kept) };
}

/** Checks whether other conditions than `required` have changed. */
function hasOtherConditions(before: JsonSchema, after: JsonSchema): boolean {
  return [...conditionKeywords].some((key) => key !== 'required' && !isSameJson(before[key], after[key]));
}

function describeRelation(relation: Relation | undefined, { path }: ObjectPlace): readonly SchemaChange[] {
  if (relation === undefined || relation === 'same') return [];
  const texts = {
    wider: 'now allows more combinations of its properties',
    narrower: 'allows fewer combinations of its properties',
    other: 'allows other combinations of its properties',
  };
  return [{ path, effect: effectOfRelation(relation), text: texts[relation] }];
}

function compareRequired(before: JsonSchema, after: JsonSchema, { path }: ObjectPlace): readonly SchemaChange[] {
  const [was, is] = [new Set(before.required), new Set(after.required)];
  const hasProperty = ({ properties = {} }: JsonSchema, name: string): boolean => Object.hasOwn(properties, name);
  const isKept = (name: string): boolean => hasProperty(before, name) === hasProperty(after, name);
  return [...new Set([...was, ...is])]
    .filter((name) => was.has(name) !== is.has(name) && isKept(name))
    .map((name) => ({
      path: joinPath(path, name),
      effect: is.has(name) ? 'narrower' : 'wider',
      text: is.has(name) ? 'is now required' : 'is now optional',
    }));
}

function compareProperties(before: JsonSchema, after: JsonSchema, place: ObjectPlace): readonly SchemaChange[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): readonly SchemaChange[] => {
    const path = joinPath(place.path, name);
    if (!Object.hasOwn(now, name)) return [{ path, effect: 'other', text: 'was removed' }];
    if (Object.hasOwn(old, name)) return place.compare(old[name], now[name], path);
    const isNeeded = place.direction === 'input' && after.required?.includes(name) === true;
    if (isNeeded) return [{ path, effect: 'other', text: 'was added, and is required' }];
    return [{ path, effect: 'added', text: 'was added' }];
  });
}

/** Compares which names the properties may have. */
function compareNames(before: JsonSchema, after: JsonSchema, { path, compare }: ObjectPlace): readonly SchemaChange[] {
  const [old = {}, now = {}] = [before.propertyNames, after.propertyNames];
  const changes = compare(namesOf(old), namesOf(now), path);
  return changes.map((change) => ({ ...change, text: `has names of properties of which it ${change.text}` }));
}

function namesOf(schema: unknown): unknown {
  return typeof schema === 'object' ? { ...schema, type: 'string' } : schema;
}

/** Compares whether further properties are allowed. */
function compareFurther(before: JsonSchema, after: JsonSchema, place: ObjectPlace): readonly SchemaChange[] {
  const { path, isClosed, compare } = place;
  const { additionalProperties: old = !isClosed } = before;
  const { additionalProperties: now = !isClosed } = after;
  if (isSameJson(old, now)) return [];
  if (old === false) return [{ path, effect: 'added', text: 'now allows further properties' }];
  if (now === false) return [{ path, effect: 'narrower', text: 'no longer allows further properties' }];
  return compare(old, now, joinPath(path, '*'));
}
