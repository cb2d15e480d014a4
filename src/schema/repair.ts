import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../json-schema.js';
import { stepsOf } from './json-pointer.js';

/**
 * The one forgiving step, for what models get wrong: `"5"` where a number is wanted, `"true"` where a boolean is, JSON
 * text where an object or array is, `null` for an optional property (what strict modes make them send). Only values
 * that failed are touched, never one that may be a string. Returns a repaired copy, or undefined if nothing applied.
 */
export function repairArguments(args: unknown, failures: readonly ErrorObject[], schema: JsonSchema): unknown {
  let repaired = args;
  let changed = false;
  for (const [path, about] of groupByPath(failures)) {
    const change = repairValue(about, schema);
    if (change === undefined) continue;
    repaired = replaceAt(repaired, stepsOf(path), change);
    changed = true;
  }
  return changed ? repaired : undefined;
}

type Change = { readonly kind: 'replace'; readonly value: unknown } | { readonly kind: 'remove' };

const unionKeywords = new Set(['anyOf', 'oneOf', 'if', 'type', 'enum', 'const']);

function groupByPath(failures: readonly ErrorObject[]): ReadonlyMap<string, readonly ErrorObject[]> {
  const groups = new Map<string, ErrorObject[]>();
  for (const failure of failures) {
    const group = groups.get(failure.instancePath);
    if (group === undefined) groups.set(failure.instancePath, [failure]);
    else group.push(failure);
  }
  return groups;
}

function repairValue(failures: readonly ErrorObject[], schema: JsonSchema): Change | undefined {
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

const JSON_NUMBER = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;

function wantedValue(text: string, { keyword, params, schema }: ErrorObject): { readonly value: unknown } | undefined {
  if (keyword === 'enum' || keyword === 'const') {
    const wanted = keyword === 'enum' ? (schema as readonly unknown[]) : [schema];
    const found = wanted.find((one) => typeof one !== 'string' && one !== null && JSON.stringify(one) === text.trim());
    return found === undefined ? undefined : { value: found };
  }
  if (keyword !== 'type') return undefined;
  const types = [params.type].flat() as readonly string[];
  if ((types.includes('number') || types.includes('integer')) && JSON_NUMBER.test(text)) {
    const value = Number(text);
    if (Number.isFinite(value) && (types.includes('number') || Number.isInteger(value))) return { value };
  }
  if (types.includes('boolean') && (text.trim() === 'true' || text.trim() === 'false')) {
    return { value: text.trim() === 'true' };
  }
  return parseContainer(text, types);
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

/** Whether a refused `null` stands in a property that its object does not require. */
function isOptionalNull(failure: ErrorObject, root: JsonSchema): boolean {
  const name = stepsOf(failure.instancePath).at(-1);
  const steps = stepsOf(decodeURIComponent(failure.schemaPath.slice(1)));
  if (name === undefined) return false;
  for (let at = steps.length - 2; at >= 0; at--) {
    if (steps[at] !== 'properties' || steps[at + 1] !== name) continue;
    const parent = schemaAt(root, steps.slice(0, at));
    return parent !== undefined && !(Array.isArray(parent.required) && parent.required.includes(name));
  }
  return isOptionalIn(failure, root, name);
}

// A property that is a `$ref` fails with the definition's own schema path; its parent is then found through the arguments.
function isOptionalIn(failure: ErrorObject, root: JsonSchema, name: string): boolean {
  const parents = stepsOf(failure.instancePath).slice(0, -1);
  let schema: JsonSchema | undefined = root;
  for (const step of parents) schema = schema === undefined ? undefined : propertyOf(schema, step, root);
  if (schema === undefined) return false;
  // By name only: taking an item out of an array would leave a hole in its place.
  return typeof schema.properties?.[name] === 'object' && !(schema.required ?? []).includes(name);
}

function propertyOf(schema: JsonSchema, step: string, root: JsonSchema): JsonSchema | undefined {
  const property = schema.properties?.[step] ?? (/^\d+$/.test(step) ? schema.items : undefined);
  if (typeof property !== 'object') return undefined;
  const { $ref } = property;
  return $ref === undefined ? property : schemaAt(root, stepsOf(decodeURIComponent($ref.slice(1))));
}

function schemaAt(root: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  let at: unknown = root;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return typeof at === 'object' && at !== null ? (at as JsonSchema) : undefined;
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
