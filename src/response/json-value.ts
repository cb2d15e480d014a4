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
    return convert(value, '', []);
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputValidationError(`The tool returned data that has no JSON form: ${reason}`, { cause: error });
  }
}

/** `parents` is the chain of objects above, as a stack that the walk pushes to and pops from. */
function convert(value: unknown, key: string | number, parents: object[]): unknown {
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

function convertObject(value: object, key: string | number, parents: object[]): unknown {
  if (parents.includes(value)) throw new OutputValidationError('The tool returned data that contains itself.');
  if (parents.length >= maxDepth) {
    throw new OutputValidationError(`The tool returned data that is nested deeper than ${maxDepth} levels.`);
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  // Never `instanceof`: the value may come from another realm.
  if (!isPlain && types.isUint8Array(value)) return toBase64(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  const stated: unknown = typeof toJSON === 'function' ? toJSON.call(value, String(key)) : value;
  parents.push(value);
  const converted = stated === value ? convertMembers(value, parents) : convert(stated, key, parents);
  parents.pop();
  return converted;
}

function convertMembers(value: object, parents: object[]): unknown {
  if (Array.isArray(value)) return convertItems(value, parents);
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    if (types.isSet(value)) return convertItems([...value], parents);
    if (types.isMap(value)) return convertMap(value, parents);
    if (types.isBoxedPrimitive(value)) return convert(value.valueOf(), '', parents);
  }
  const converted: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    setMember(converted, name, convert((value as Record<string, unknown>)[name], name, parents));
  }
  return converted;
}

function convertItems(items: readonly unknown[], parents: object[]): unknown[] {
  const converted = new Array<unknown>(items.length);
  for (let index = 0; index < items.length; index++) converted[index] = convert(items[index], index, parents) ?? null;
  return converted;
}

function convertMap(map: ReadonlyMap<unknown, unknown>, parents: object[]): unknown {
  const converted: Record<string, unknown> = {};
  for (const [name, entry] of map) setMember(converted, String(name), convert(entry, String(name), parents));
  return converted;
}

function setMember(target: Record<string, unknown>, name: string, json: unknown): void {
  if (json === undefined) return;
  // Assigning to `__proto__` would set a prototype instead of a property.
  if (name === '__proto__') Object.defineProperty(target, name, { value: json, enumerable: true });
  else target[name] = json;
}
