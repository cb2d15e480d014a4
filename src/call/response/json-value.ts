import { OutputValidationError, ToolError } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import { encodeBase64 } from '../../base/text/base64.js';
import { isThenable } from '../../base/values/thenable.js';
import {
  isAnyArrayBuffer,
  isBoxedPrimitive,
  isDataView,
  isMap,
  isNativeError,
  isSet,
  isTypedArray,
  isUint8Array,
} from '../../base/values/value-kinds.js';

// Deeper data would overflow the stack of JSON.stringify or of the reader's JSON parser.
const maxDepth = 500;

/**
 * Copies a value deeply as JSON data, with the same result as `JSON.stringify`. In addition, it converts a bigint to a
 * string, a Map to an object, a Set or typed array to an array, and an ArrayBuffer or DataView to base64. Returns
 * undefined for a function, a symbol and undefined itself.
 *
 * @throws OutputValidationError if the value contains itself, is nested deeper than 500 levels, or throws when read.
 */
export function toJsonValue(value: unknown): unknown {
  return convertRoot(value, {});
}

/**
 * Copies the value that a tool returned as JSON data. Unlike `toJsonValue`, it rejects values that JSON.stringify would
 * drop or write as `{}` or `null`: a promise, a function or an Error, unless its `toJSON()` defines a JSON form; a symbol, NaN
 * and an infinity.
 *
 * @throws OutputValidationError that names the path of a rejected value, and in all cases in which `toJsonValue`
 * throws.
 */
export function toOutputJson(value: unknown): unknown {
  return convertRoot(value, { check: refuseUnrepresentable });
}

/**
 * Copies a value deeply like `toJsonValue`, but keeps each bigint, and reads those members of class instances that
 * `namesOf` returns.
 *
 * @throws OutputValidationError in all cases in which `toJsonValue` throws, and for a value of which JSON would drop
 * something: a function, a symbol, an Error, a promise, or an instance for which `namesOf` returns undefined.
 */
export function toComparableForm(value: unknown, namesOf: NamesOf): unknown {
  return convertRoot(value, { check: refuseIncomparable, namesOf, keepsBigInts: true });
}

/** A function that checks one value without a `toJSON()` before it is converted. */
type Check = (value: unknown, at: Location) => void;

/**
 * A function that returns the members of a class instance and their names in the converted data. It returns undefined for
 * an instance that has no JSON form.
 */
type NamesOf = (instance: object) => ReadonlyMap<string, string> | undefined;

/** The ways in which a conversion differs from `toJsonValue`. */
interface Conversion {
  readonly check?: Check;
  readonly namesOf?: NamesOf;
  readonly keepsBigInts?: true;
}

function convertRoot(value: unknown, conversion: Conversion): unknown {
  try {
    return convert(value, { key: '', parent: undefined, conversion });
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputValidationError(`The tool returned data that has no JSON form: ${reason}`, { cause: error });
  }
}

function refuseUnrepresentable(value: unknown, at: Location): void {
  const kind = unrepresentableKind(value);
  if (kind === undefined) return;
  const location = at.parent === undefined ? '' : ` at ${pathOf(at)}`;
  throw new OutputValidationError(`The tool returned ${kind.name}${location}, which has no JSON form. ${kind.fix}`);
}

function refuseIncomparable(value: unknown, at: Location): void {
  const kind = unrepresentableKind(value)?.name;
  if (kind !== undefined)
    throw new OutputValidationError(`The value at ${pathOf(at)} is ${kind}, which has no JSON form.`);
}

function unrepresentableKind(value: unknown): { readonly name: string; readonly fix: string } | undefined {
  if (typeof value === 'function') return { name: 'a function', fix: 'Return its result, or omit it.' };
  if (typeof value === 'symbol') return { name: 'a symbol', fix: 'Return its description, or omit it.' };
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { name: String(value), fix: 'Return a number, null or a text.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (isError(value)) {
    return { name: 'an Error', fix: 'Throw it, return ToolResult.fail(error), or return its message.' };
  }
  if (isThenable(value)) return { name: 'a promise', fix: 'Await it first.' };
  return undefined;
}

// Never `instanceof`: the value may come from another realm.
function isError(value: object): boolean {
  return isNativeError(value) || Object.prototype.toString.call(value) === '[object DOMException]';
}

function pathOf(at: Location): string {
  const steps: (string | number)[] = [];
  for (let step = at; step.parent !== undefined; step = step.parent.at) {
    if (!step.parent.isReplaced) steps.unshift(step.key);
  }
  return pointerOf(steps);
}

// Deeper data may contain itself, which `toJsonValue` detects.
const plainDepth = 8;

/**
 * Checks whether a value is plain data, for which `toJsonValue` cannot fail: a scalar, or an object or array of plain
 * data that has no `toJSON` method and is not nested deeper than eight levels.
 */
export function isPlainData(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
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

/** Copies plain data as JSON data, with the same result as `toJsonValue`. */
export function copyPlainData(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = new Array<unknown>(value.length);
    for (let index = 0; index < value.length; index++) items[index] = copyPlainData(value[index]) ?? null;
    return items;
  }
  const members: Record<string, unknown> = {};
  for (const name in value) {
    if (Object.hasOwn(value, name)) {
      setMember(members, name, copyPlainData((value as Readonly<Record<string, unknown>>)[name]));
    }
  }
  return members;
}

/** The location of a value in the converted data. */
interface Location {
  /** The key or index in the parent; empty at the root. */
  readonly key: string | number;
  readonly parent: Parent | undefined;
  readonly conversion: Conversion;
}

/** An object that contains the value that is being converted. */
interface Parent {
  readonly value: object;
  readonly depth: number;
  readonly at: Location;
  /** Whether the value that is being converted is the return value of the object's `toJSON()`. */
  readonly isReplaced: boolean;
}

function convert(value: unknown, at: Location): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      at.conversion.check?.(value, at);
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return at.conversion.keepsBigInts === true ? value : value.toString();
    case 'object':
      return value === null ? null : convertObject(value, at);
    case 'function':
      return convertFunction(value, at);
    default:
      at.conversion.check?.(value, at);
      return undefined;
  }
}

// biome-ignore lint/complexity/noBannedTypes: a function of unknown signature has no other common type.
function convertFunction(value: Function, at: Location): unknown {
  const { check } = at.conversion;
  if (check === undefined) return undefined;
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return convertObject(value, at);
  check(value, at);
  return undefined;
}

function convertObject(value: object, at: Location): unknown {
  const { parent, conversion } = at;
  const depth = parent === undefined ? 1 : parent.depth + 1;
  if (depth > maxDepth) {
    throw new OutputValidationError(`The tool returned data that is nested deeper than ${maxDepth} levels.`);
  }
  for (let above = parent; above !== undefined; above = above.at.parent) {
    if (above.value === value) throw new OutputValidationError('The tool returned data that contains itself.');
  }
  const isArray = Array.isArray(value);
  const isPlain = isArray || Object.getPrototypeOf(value) === Object.prototype;
  // Never `instanceof`: the value may come from another realm.
  if (!isPlain && isUint8Array(value)) return encodeBase64(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  const stated: unknown = typeof toJSON === 'function' ? toJSON.call(value, String(at.key)) : value;
  const self = { value, depth, at, isReplaced: stated !== value };
  if (stated !== value) return convert(stated, { key: at.key, parent: self, conversion });
  conversion.check?.(value, at);
  if (isArray) return convertItems(value, self);
  return isPlain ? convertMembers(value, self) : convertSpecial(value, self);
}

function convertItems(items: readonly unknown[], parent: Parent): unknown[] {
  const { conversion } = parent.at;
  const converted = new Array<unknown>(items.length);
  for (let key = 0; key < items.length; key++) {
    converted[key] = convert(items[key], { key, parent, conversion }) ?? null;
  }
  return converted;
}

function convertMembers(value: object, parent: Parent): unknown {
  const { conversion } = parent.at;
  const converted: Record<string, unknown> = {};
  for (const key in value) {
    if (Object.hasOwn(value, key)) {
      setMember(converted, key, convert((value as Record<string, unknown>)[key], { key, parent, conversion }));
    }
  }
  return converted;
}

/** Converts an instance of a class by its members. */
function convertInstance(instance: object, parent: Parent): unknown {
  const { conversion } = parent.at;
  const { namesOf } = conversion;
  if (namesOf === undefined) return convertMembers(instance, parent);
  const names = namesOf(instance);
  if (names === undefined) {
    throw new OutputValidationError(`The value at ${pathOf(parent.at)} does not show its content. Give it a toJSON().`);
  }
  const converted: Record<string, unknown> = {};
  for (const [key, name] of names) {
    setMember(converted, name, convert(Reflect.get(instance, key), { key, parent, conversion }));
  }
  return converted;
}

/** Converts an object that is neither plain nor an array. */
function convertSpecial(value: object, parent: Parent): unknown {
  const { conversion } = parent.at;
  if (isSet(value)) return convertItems([...value], parent);
  if (isBoxedPrimitive(value)) return convert(value.valueOf(), { key: '', parent, conversion });
  if (isTypedArray(value)) return convertItems(Array.from<unknown>(value), parent);
  if (isAnyArrayBuffer(value)) return encodeBase64(new Uint8Array(value));
  if (isDataView(value)) return encodeBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (!isMap(value)) return convertInstance(value, parent);
  const converted: Record<string, unknown> = {};
  for (const [name, entry] of value) {
    setMember(converted, String(name), convert(entry, { key: String(name), parent, conversion }));
  }
  return converted;
}

function setMember(target: Record<string, unknown>, name: string, json: unknown): void {
  if (json === undefined) return;
  // Assigning to `__proto__` would set a prototype instead of a property.
  if (name === '__proto__') Object.defineProperty(target, name, { value: json, enumerable: true });
  else target[name] = json;
}
