import { types } from 'node:util';
import { OutputValidationError, ToolError } from '../errors.js';
import { toBase64 } from './content.js';

// Deeper data would overflow the stack of JSON.stringify, here or at the reader's side.
const maxDepth = 500;

/**
 * The JSON form of a value, as a copy that shares nothing with it: what `JSON.stringify` says, and beyond it bigint as
 * string, Map as object, Set as array, bytes as base64.
 *
 * @throws OutputValidationError if the value contains itself, is nested deeper than 500 levels, or refuses to be read.
 */
export function toJsonValue(value: unknown): unknown {
  try {
    return convert(value, '', []);
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputValidationError(`The tool returned data that has no JSON form: ${reason}`, { cause: error });
  }
}

// Deeper data is rare, and looked at by the walk that knows cycles.
const plainDepth = 8;

/** Whether a value is data for sure, and has a JSON form: scalars, and plain objects and arrays of such, not nested deep. */
export function isPlainData(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === plainDepth) return false;
  if (Array.isArray(value)) return arePlainItems(value, depth + 1);
  // Nothing that has a brand has this prototype.
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  if ('toJSON' in value) return false;
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'object' && !isPlainData(member, depth + 1)) return false;
  }
  return true;
}

function arePlainItems(items: readonly unknown[], depth: number): boolean {
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item === 'object' && !isPlainData(item, depth)) return false;
  }
  return true;
}

/** `parents` is the chain of objects above, as a stack that the walk pushes to and pops from. */
function convert(value: unknown, key: string, parents: object[]): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, key, parents);
    default:
      return undefined;
  }
}

function convertObject(value: object, key: string, parents: object[]): unknown {
  if (parents.includes(value)) throw new OutputValidationError('The tool returned data that contains itself.');
  if (parents.length >= maxDepth) {
    throw new OutputValidationError(`The tool returned data that is nested deeper than ${maxDepth} levels.`);
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  // Never `instanceof`: the value may come from another realm.
  if (!isPlain && types.isUint8Array(value)) return toBase64(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  const stated: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value;
  parents.push(value);
  const convertOwn = isPlain && !Array.isArray(value) ? convertPlain : convertMembers;
  const converted = stated === value ? convertOwn(value, parents) : convert(stated, key, parents);
  parents.pop();
  return converted;
}

/** Most data: worth a way of its own, for it is many times faster. */
function convertPlain(value: object, parents: object[]): unknown {
  const converted: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    setMember(converted, name, convert((value as Record<string, unknown>)[name], name, parents));
  }
  return converted;
}

function setMember(target: Record<string, unknown>, name: string, json: unknown): void {
  if (json === undefined) return;
  // Assigning to `__proto__` would set a prototype instead of a property.
  if (name === '__proto__') Object.defineProperty(target, name, { value: json, enumerable: true });
  else target[name] = json;
}

function convertMembers(value: object, parents: object[]): unknown {
  if (Array.isArray(value) || types.isSet(value)) {
    return Array.from(value as Iterable<unknown>, (item, index) => convert(item, String(index), parents) ?? null);
  }
  if (types.isBoxedPrimitive(value)) return convert(value.valueOf(), '', parents);
  const entries: Iterable<[unknown, unknown]> = types.isMap(value) ? value : Object.entries(value);
  const converted: Record<string, unknown> = {};
  for (const [name, entry] of entries) {
    setMember(converted, String(name), convert(entry, String(name), parents));
  }
  return converted;
}
