import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isSchemaObject } from '../../../format/schema-pointer.js';
import {
  conditionKeywords,
  isCondition,
  meets,
  others,
  partsOf,
  recordOf,
  type Sample,
  valuesOf,
} from './conditions.js';
import type { Relation } from './strings/compare-strings.js';

// More combinations of properties are not compared.
const maxSamples = 20_000;

/**
 * Compares which properties may occur together, by all combinations of those that the schemas name. Returns undefined if
 * there are too many, or if a condition depends on more than plain values.
 */
export function compareConditions(before: JsonSchema, after: JsonSchema, isClosed: boolean): Relation | undefined {
  const [old, now] = [conditionsOf(before, isClosed), conditionsOf(after, isClosed)];
  if (old === undefined || now === undefined) return undefined;
  const samples = samplesOf([old, now], [before, after]);
  if (samples === undefined) return undefined;
  const [keeps, addsNothing] = [
    samples.every((sample) => !meets(sample, old) || meets(sample, now)),
    samples.every((sample) => !meets(sample, now) || meets(sample, old)),
  ];
  if (keeps) return addsNothing ? 'same' : 'wider';
  return addsNothing ? 'narrower' : 'other';
}

/** Returns the conditions of a schema. Returns undefined if they are not decided by which properties there are. */
function conditionsOf(schema: JsonSchema, isClosed: boolean): JsonSchema | undefined {
  const { required = [], minProperties = 0 } = schema;
  const isImplied = (keyword: string): boolean => keyword === 'minProperties' && minProperties <= required.length;
  const own = Object.entries(schema).filter(([keyword]) => conditionKeywords.has(keyword) && !isImplied(keyword));
  const areDecided = own.every(([keyword, value]) => {
    // In an open object, other properties count too.
    if (keyword.endsWith('Properties')) return isClosed && schema.patternProperties === undefined;
    return partsOf(keyword, value).every((part) => isCondition(part));
  });
  return areDecided ? Object.fromEntries(own) : undefined;
}

/** Returns all combinations of the properties that conditions name, with the values that they name and another one. */
function samplesOf(conditions: readonly JsonSchema[], schemas: readonly JsonSchema[]): readonly Sample[] | undefined {
  const tests = new Map<string, Set<unknown>>();
  const counts = conditions.some(({ minProperties, maxProperties }) => (minProperties ?? maxProperties) !== undefined);
  const names = counts ? schemas.flatMap(({ properties = {} }) => Object.keys(properties)) : [];
  for (const name of [...names, ...conditions.flatMap((one) => one.required ?? [])]) tests.set(name, new Set());
  for (const condition of conditions) collectTests(condition, tests);
  let samples: readonly Sample[] = [new Map()];
  for (const [name, values] of tests) {
    const all = [...values, ...(areAllValues(values, name, schemas) ? [] : [others])];
    if (samples.length * (all.length + 1) > maxSamples) return undefined;
    samples = samples.flatMap((sample) => [sample, ...all.map((value) => new Map([...sample, [name, value]]))]);
  }
  return samples;
}

/** Checks whether a property has no other values in each schema. */
function areAllValues(values: ReadonlySet<unknown>, name: string, schemas: readonly JsonSchema[]): boolean {
  return (
    values.size > 0 &&
    schemas.every(({ properties }) => valuesOf(properties?.[name])?.every((value) => values.has(value)) ?? false)
  );
}

/** Collects the properties that a condition names, with the values that it names. */
function collectTests(schema: unknown, tests: Map<string, Set<unknown>>): void {
  if (!isSchemaObject(schema)) return;
  const add = (name: string, values: readonly unknown[] = []): void => {
    tests.set(name, new Set([...(tests.get(name) ?? []), ...values]));
  };
  const { required = [], dependentRequired, dependentSchemas, properties = {} } = schema;
  for (const name of required) add(name);
  for (const name of Object.entries(recordOf(dependentRequired)).flat(2)) add(String(name));
  for (const name of Object.keys(recordOf(dependentSchemas))) add(name);
  for (const [name, test] of Object.entries(properties)) add(name, valuesOf(test));
  for (const [keyword, value] of Object.entries(schema)) {
    if (conditionKeywords.has(keyword)) for (const part of partsOf(keyword, value)) collectTests(part, tests);
  }
}
