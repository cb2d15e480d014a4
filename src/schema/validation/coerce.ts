import { stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { listOf } from '../../base/values/list-of.js';
import { memoize } from '../../base/values/memoize.js';
import type { SchemaFailure } from '../interpreter/schema-failure.js';
import { decodeFragment } from '../json-schema/schema-refs.js';
import { eachInPlace, isRecord } from '../json-schema/schema-walk.js';

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
  const text = value.trim();
  const parsed = findListed(text, failures) ?? parseAs(typesOf(failures), text);
  return parsed === undefined ? undefined : { kind: 'replace', value: parsed.value };
}

/** The value that a text represents. */
interface Parsed {
  readonly value: unknown;
}

/** Maps the values of an `enum` by their JSON text. Strings and `null` are left out, because no text is coerced to them. */
const valuesByText = memoize((values: readonly unknown[]): ReadonlyMap<string, Parsed> => {
  const written = values.filter((value) => typeof value !== 'string' && value !== null);
  return new Map(written.map((value) => [JSON.stringify(value), { value }]));
});

/** Finds the value of an `enum` or `const` that rejected a text. */
function findListed(text: string, failures: readonly SchemaFailure[]): Parsed | undefined {
  for (const { keyword, schema } of failures) {
    if (keyword !== 'enum' && keyword !== 'const') continue;
    const found = valuesByText(keyword === 'enum' ? (schema as readonly unknown[]) : [schema]).get(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function typesOf(failures: readonly SchemaFailure[]): ReadonlySet<string> {
  return new Set(failures.flatMap(({ keyword, params }) => (keyword === 'type' ? listOf<string>(params.type) : [])));
}

function parseAs(types: ReadonlySet<string>, text: string): Parsed | undefined {
  if (types.has('number') || types.has('integer')) {
    const value = exactNumber(text);
    if (value !== undefined && (types.has('number') || Number.isInteger(value))) return { value };
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return { value: text === 'true' };
  return parseContainer(text, types);
}

/** Returns the number that a text represents exactly. An ID such as `007` or one with too many digits is rejected. */
function exactNumber(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : undefined;
}

function parseContainer(text: string, types: ReadonlySet<string>): Parsed | undefined {
  const [opening] = text;
  if (!((opening === '{' && types.has('object')) || (opening === '[' && types.has('array')))) return undefined;
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
