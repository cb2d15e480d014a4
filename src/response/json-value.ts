import { types } from 'node:util';
import { OutputValidationError, ToolError } from '../errors.js';
import { toBase64 } from './content.js';

// Deeper data would overflow the stack of JSON.stringify, here or at the reader's side.
const maxDepth = 500;

/**
 * Copies a value as JSON data that shares nothing with it: what `JSON.stringify` would write, and beyond it bigint as
 * string, Map as object, Set as array, bytes as base64. Gives undefined for a function, a symbol and undefined itself.
 *
 * @throws OutputValidationError if the value contains itself, is nested deeper than 500 levels, or throws when it is read.
 */
export function toJsonValue(value: unknown): unknown {
  try {
    return convert(value, '', undefined);
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputValidationError(`The tool returned data that has no JSON form: ${reason}`, { cause: error });
  }
}

// Deeper data may contain itself; `toJsonValue` finds out.
const plainDepth = 8;

/**
 * Whether a value is plain data, which `toJsonValue` converts without fail: scalars, and objects and arrays of such that
 * have no `toJSON` and are not nested deeper than eight levels.
 */
export function isPlainData(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  if (depth === plainDepth || typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isPlainData(value[index], depth + 1)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) {
    if (!isPlainData((value as Readonly<Record<string, unknown>>)[name], depth + 1)) return false;
  }
  return true;
}

/** An object on the way to the value that is being converted. */
interface Parent {
  readonly value: object;
  readonly depth: number;
  readonly parent: Parent | undefined;
}

function convert(value: unknown, key: string | number, parent: Parent | undefined): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, key, parent);
    default:
      return undefined;
  }
}

function convertObject(value: object, key: string | number, parent: Parent | undefined): unknown {
  const depth = parent === undefined ? 1 : parent.depth + 1;
  if (depth > maxDepth) {
    throw new OutputValidationError(`The tool returned data that is nested deeper than ${maxDepth} levels.`);
  }
  for (let above = parent; above !== undefined; above = above.parent) {
    if (above.value === value) throw new OutputValidationError('The tool returned data that contains itself.');
  }
  const isArray = Array.isArray(value);
  const isPlain = isArray || Object.getPrototypeOf(value) === Object.prototype;
  // Never `instanceof`: the value may come from another realm.
  if (!isPlain && types.isUint8Array(value)) return toBase64(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  const stated: unknown = typeof toJSON === 'function' ? toJSON.call(value, String(key)) : value;
  const self = { value, depth, parent };
  if (stated !== value) return convert(stated, key, self);
  if (isArray) return convertItems(value, self);
  return isPlain ? convertMembers(value, self) : convertSpecial(value, self);
}

function convertItems(items: readonly unknown[], self: Parent): unknown[] {
  const converted = new Array<unknown>(items.length);
  for (let index = 0; index < items.length; index++) converted[index] = convert(items[index], index, self) ?? null;
  return converted;
}

function convertMembers(value: object, self: Parent): unknown {
  const converted: Record<string, unknown> = {};
  for (const name in value) {
    if (Object.hasOwn(value, name)) {
      setMember(converted, name, convert((value as Record<string, unknown>)[name], name, self));
    }
  }
  return converted;
}

/** Converts an object that is neither plain nor an array. An instance of a class is converted by its members. */
function convertSpecial(value: object, self: Parent): unknown {
  if (types.isSet(value)) return convertItems([...value], self);
  if (types.isBoxedPrimitive(value)) return convert(value.valueOf(), '', self);
  if (!types.isMap(value)) return convertMembers(value, self);
  const converted: Record<string, unknown> = {};
  for (const [name, entry] of value) setMember(converted, String(name), convert(entry, String(name), self));
  return converted;
}

function setMember(target: Record<string, unknown>, name: string, json: unknown): void {
  if (json === undefined) return;
  // Assigning to `__proto__` would set a prototype instead of a property.
  if (name === '__proto__') Object.defineProperty(target, name, { value: json, enumerable: true });
  else target[name] = json;
}
