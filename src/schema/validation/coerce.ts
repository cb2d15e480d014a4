import { stepsOf } from '../../json-pointer.js';
import type { JsonSchema } from '../../json-schema.js';
import { listOf } from '../../list-of.js';
import { decodeFragment } from '../json-schema/schema-refs.js';
import { eachInPlace, isRecord } from '../json-schema/schema-walk.js';
import type { SchemaFailure } from './schema-failure.js';

/**
 * Coerces common mistakes of models: `"5"` instead of a number, `"true"` instead of a boolean, JSON text instead of an
 * object or array, and `null` for an optional property, which strict modes make models send. Only values that failed
 * are changed, and never a value that may be a string. Returns a coerced copy, or undefined if nothing was coerced.
 */
export function coerceArguments(args: unknown, failures: readonly SchemaFailure[], schema: JsonSchema): unknown {
  if (!failures.some(isCoercible)) return undefined;
  const copy = new PartialCopy(args);
  for (const [path, about] of groupByPath(failures)) {
    const change = coerceValue(about, schema);
    if (change !== undefined) copy.apply(change, stepsOf(path));
  }
  return copy.isChanged ? copy.value : undefined;
}

type Change = { readonly kind: 'replace'; readonly value: unknown } | { readonly kind: 'remove' };

const unionKeywords = new Set(['anyOf', 'oneOf', 'if', 'type', 'enum', 'const']);

/** Checks whether coercion can help with this kind of failure. */
function isCoercible({ data, keyword }: SchemaFailure): boolean {
  return data === null || (typeof data === 'string' && unionKeywords.has(keyword));
}

function groupByPath(failures: readonly SchemaFailure[]): ReadonlyMap<string, readonly SchemaFailure[]> {
  const groups = new Map<string, SchemaFailure[]>();
  for (const failure of failures) {
    const group = groups.get(failure.instancePath);
    if (group === undefined) groups.set(failure.instancePath, [failure]);
    else group.push(failure);
  }
  return groups;
}

function coerceValue(failures: readonly SchemaFailure[], schema: JsonSchema): Change | undefined {
  const value: unknown = failures[0]?.data;
  if (value === null)
    return failures.some((failure) => isOptionalNull(failure, schema)) ? { kind: 'remove' } : undefined;
  // A failure of another keyword, such as `pattern`, means that the value may be a string.
  if (typeof value !== 'string' || failures.some((failure) => !unionKeywords.has(failure.keyword))) return undefined;
  for (const failure of failures) {
    const parsed = coerceText(value, failure);
    if (parsed !== undefined) return { kind: 'replace', value: parsed.value };
  }
  return undefined;
}

function coerceText(text: string, { keyword, params, schema }: SchemaFailure): { readonly value: unknown } | undefined {
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

/** Returns the number that a text represents exactly. An ID such as `007` or one with too many digits is rejected. */
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

/** Checks whether a rejected `null` is the value of a property that a schema declares and does not require. */
function isOptionalNull(failure: SchemaFailure, root: JsonSchema): boolean {
  const steps = stepsOf(failure.instancePath);
  const name = steps.at(-1);
  if (name === undefined) return false;
  // The failure has the schema path of an inline property. A property behind a `$ref` is found by its instance path.
  return [...declaringSchema(failure, name, root), ...schemasFor(steps.slice(0, -1), root)].some(
    ({ properties = {}, required = [] }) => Object.hasOwn(properties, name) && !required.includes(name),
  );
}

function declaringSchema(failure: SchemaFailure, name: string, root: JsonSchema): readonly JsonSchema[] {
  const steps = stepsOf(decodeFragment(failure.schemaPath.slice(1)));
  const at = steps.findLastIndex((step, index) => step === 'properties' && steps[index + 1] === name);
  return at === -1 ? [] : schemaAt(root, steps.slice(0, at));
}

/** Returns every schema that applies to the value at a path of the arguments, except for the values of maps. */
function schemasFor(steps: readonly string[], root: JsonSchema): readonly JsonSchema[] {
  let schemas = collectApplicable([root], root);
  for (const step of steps) {
    const below = schemas.flatMap((schema) => schemasBelow(schema, step));
    schemas = collectApplicable(below, root);
  }
  return schemas;
}

function schemasBelow({ properties = {}, prefixItems, items }: JsonSchema, step: string): readonly unknown[] {
  if (Object.hasOwn(properties, step)) return [properties[step]];
  return /^\d+$/.test(step) ? [prefixItems?.[Number(step)] ?? items] : [];
}

/** Returns schemas together with all schemas that they refer to and are composed of. */
function collectApplicable(schemas: readonly unknown[], root: JsonSchema): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const visit = (schema: unknown): void => {
    if (!isRecord(schema) || found.has(schema)) return;
    found.add(schema);
    if (typeof schema.$ref === 'string') schemaAt(root, stepsOf(decodeFragment(schema.$ref.slice(1)))).forEach(visit);
    eachInPlace(schema, visit);
  };
  schemas.forEach(visit);
  return [...found];
}

/** Returns the schema at a path of the root in a list, or an empty list. */
function schemaAt(root: JsonSchema, steps: readonly string[]): readonly JsonSchema[] {
  let at: unknown = root;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return [];
    at = (at as Record<string, unknown>)[step];
  }
  return isRecord(at) ? [at] : [];
}

type Members = Record<string, unknown>;

/** A copy of arguments in which only the objects and arrays around a change are copied, each of them once. */
class PartialCopy {
  value: unknown;
  isChanged = false;
  readonly #copies = new Set<unknown>();

  constructor(value: unknown) {
    this.value = value;
  }

  /** Changes the value at a path. A path that an earlier change removed is left out. */
  apply(change: Change, steps: readonly string[]): void {
    const last = steps.at(-1);
    this.isChanged = true;
    if (last === undefined) {
      if (change.kind === 'replace') this.value = change.value;
      return;
    }
    this.value = this.#copyOnce(this.value);
    let holder = this.value;
    for (const step of steps.slice(0, -1)) {
      if (!isContainer(holder)) return;
      holder[step] = this.#copyOnce(holder[step]);
      holder = holder[step];
    }
    if (!isContainer(holder)) return;
    if (change.kind === 'replace') holder[last] = change.value;
    else delete holder[last];
  }

  #copyOnce(value: unknown): unknown {
    if (!isContainer(value) || this.#copies.has(value)) return value;
    const copy: unknown = Array.isArray(value) ? [...value] : { ...value };
    this.#copies.add(copy);
    return copy;
  }
}

function isContainer(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
