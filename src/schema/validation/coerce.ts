import type { ErrorObject } from 'ajv/dist/2020.js';
import { stepsOf } from '../../json-pointer.js';
import type { JsonSchema } from '../../json-schema.js';
import { listOf } from '../../list-of.js';
import { decodeFragment } from '../json-schema/schema-refs.js';
import { eachInPlace, isRecord } from '../json-schema/schema-walk.js';

/**
 * Coerces what models get wrong: `"5"` where a number is wanted, `"true"` where a boolean is, JSON
 * text where an object or array is, `null` for an optional property (what strict modes make them send). Only values
 * that failed are touched, never one that may be a string. Returns a coerced copy, or undefined if nothing applied.
 */
export function coerceArguments(args: unknown, failures: readonly ErrorObject[], schema: JsonSchema): unknown {
  if (!failures.some(isCoercible)) return undefined;
  let coerced = args;
  let changed = false;
  for (const [path, about] of groupByPath(failures)) {
    const change = coerceValue(about, schema);
    if (change === undefined) continue;
    coerced = replaceAt(coerced, stepsOf(path), change);
    changed = true;
  }
  return changed ? coerced : undefined;
}

type Change = { readonly kind: 'replace'; readonly value: unknown } | { readonly kind: 'remove' };

const unionKeywords = new Set(['anyOf', 'oneOf', 'if', 'type', 'enum', 'const']);

/** Whether a failure is of a kind that coercion may help, whatever else is wrong with its value. */
function isCoercible({ data, keyword }: ErrorObject): boolean {
  return data === null || (typeof data === 'string' && unionKeywords.has(keyword));
}

function groupByPath(failures: readonly ErrorObject[]): ReadonlyMap<string, readonly ErrorObject[]> {
  const groups = new Map<string, ErrorObject[]>();
  for (const failure of failures) {
    const group = groups.get(failure.instancePath);
    if (group === undefined) groups.set(failure.instancePath, [failure]);
    else group.push(failure);
  }
  return groups;
}

function coerceValue(failures: readonly ErrorObject[], schema: JsonSchema): Change | undefined {
  const value: unknown = failures[0]?.data;
  if (value === null)
    return failures.some((failure) => isOptionalNull(failure, schema)) ? { kind: 'remove' } : undefined;
  // A failure of another keyword means that some form of the value may be a string: it is meant as one.
  if (typeof value !== 'string' || failures.some((failure) => !unionKeywords.has(failure.keyword))) return undefined;
  for (const failure of failures) {
    const parsed = wantedValue(value, failure);
    if (parsed !== undefined) return { kind: 'replace', value: parsed.value };
  }
  return undefined;
}

function wantedValue(text: string, { keyword, params, schema }: ErrorObject): { readonly value: unknown } | undefined {
  if (keyword === 'enum' || keyword === 'const') {
    const wanted = keyword === 'enum' ? (schema as readonly unknown[]) : [schema];
    const found = wanted.find((one) => typeof one !== 'string' && one !== null && JSON.stringify(one) === text.trim());
    return found === undefined ? undefined : { value: found };
  }
  if (keyword !== 'type') return undefined;
  const types = listOf<string>(params.type);
  if (types.includes('number') || types.includes('integer')) {
    const value = exactNumber(text);
    if (value !== undefined && (types.includes('number') || Number.isInteger(value))) return { value };
  }
  if (types.includes('boolean') && (text.trim() === 'true' || text.trim() === 'false')) {
    return { value: text.trim() === 'true' };
  }
  return parseContainer(text, types);
}

/** The number that is written exactly so: an id such as `007` or one with too many digits would be changed. */
function exactNumber(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text.trim() ? value : undefined;
}

function parseContainer(text: string, types: readonly string[]): { readonly value: unknown } | undefined {
  const opening = text.trimStart()[0];
  if (!((opening === '{' && types.includes('object')) || (opening === '[' && types.includes('array'))))
    return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether a refused `null` stands in a property that some schema of its object declares and does not require. */
function isOptionalNull(failure: ErrorObject, root: JsonSchema): boolean {
  const steps = stepsOf(failure.instancePath);
  const name = steps.at(-1);
  if (name === undefined) return false;
  // The failure tells the place of an inline property, wherever that is; one that is a `$ref` is found by its path.
  return [...declaringSchema(failure, name, root), ...schemasFor(steps.slice(0, -1), root)].some(
    ({ properties = {}, required = [] }) => Object.hasOwn(properties, name) && !required.includes(name),
  );
}

function declaringSchema(failure: ErrorObject, name: string, root: JsonSchema): readonly JsonSchema[] {
  const steps = stepsOf(decodeFragment(failure.schemaPath.slice(1)));
  const at = steps.findLastIndex((step, index) => step === 'properties' && steps[index + 1] === name);
  return at === -1 ? [] : schemaAt(root, steps.slice(0, at));
}

/** Every schema that judges what stands at a path of the arguments, but for what maps hold. */
function schemasFor(steps: readonly string[], root: JsonSchema): readonly JsonSchema[] {
  let schemas = judgingTogether([root], root);
  for (const step of steps) {
    const below = schemas.flatMap((schema) => schemasBelow(schema, step));
    schemas = judgingTogether(below, root);
  }
  return schemas;
}

function schemasBelow({ properties = {}, prefixItems, items }: JsonSchema, step: string): readonly unknown[] {
  if (Object.hasOwn(properties, step)) return [properties[step]];
  return /^\d+$/.test(step) ? [prefixItems?.[Number(step)] ?? items] : [];
}

/** Schemas with all that they refer to and are composed of. */
function judgingTogether(schemas: readonly unknown[], root: JsonSchema): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const visit = (held: unknown): void => {
    if (!isRecord(held) || found.has(held)) return;
    found.add(held);
    if (typeof held.$ref === 'string') schemaAt(root, stepsOf(decodeFragment(held.$ref.slice(1)))).forEach(visit);
    eachInPlace(held, visit);
  };
  schemas.forEach(visit);
  return [...found];
}

/** The schema at a place of the root, if there is one. */
function schemaAt(root: JsonSchema, steps: readonly string[]): readonly JsonSchema[] {
  let at: unknown = root;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return [];
    at = (at as Record<string, unknown>)[step];
  }
  return isRecord(at) ? [at] : [];
}

function replaceAt(value: unknown, steps: readonly string[], change: Change): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change.kind === 'replace' ? change.value : value;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (rest.length > 0 || change.kind === 'replace') copy[step] = replaceAt(copy[step], rest, change);
  else delete copy[step];
  return copy;
}
