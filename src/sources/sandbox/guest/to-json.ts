import {
  apply,
  getPrototypeOf,
  hide,
  indexOf,
  listPrototype,
  plainPrototype,
  slice,
  stringify,
  tagOf,
} from './built-ins.js';
import { referenceMark } from './guest-api.js';
import type { OpaqueValues } from './opaque.js';

/** The error of a value that has no JSON form. */
export class JsonError extends TypeError {}

hide(JsonError.prototype, 'name', 'JsonError');

/** The classes whose instances JSON would write as if they were empty, or in a form that loses what they are. */
const classNames = (
  'Map Set WeakMap WeakSet WeakRef Promise RegExp ArrayBuffer SharedArrayBuffer DataView Error Generator ' +
  'AsyncGenerator Symbol BigInt Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array ' +
  'BigInt64Array BigUint64Array Float16Array Float32Array Float64Array'
).split(' ');

/**
 * Writes a value as JSON text. Returns undefined for undefined.
 *
 * @throws JsonError if the value, or a part of it, has no JSON form.
 */
export function toJson(value: unknown): string | undefined {
  return write(() => stringify(value, check));
}

/**
 * Writes arguments as JSON text, with references in the place of opaque values.
 *
 * @throws JsonError if they, or a part of them, have no JSON form.
 */
export function toArgumentJson(args: readonly unknown[], opaque: OpaqueValues): string | undefined {
  const replace = (key: string, value: unknown): unknown => {
    if (typeof value === 'string')
      return apply(indexOf, value, [referenceMark]) === 0 ? `${referenceMark}!${value}` : value;
    const reference = typeof value === 'object' && value !== null ? opaque.referenceOf(value) : undefined;
    return reference === undefined ? check(key, value) : referenceMark + reference;
  };
  return write(() => opaque.whileSending(() => stringify(args, replace)));
}

function write(stringifyValue: () => string | undefined): string | undefined {
  try {
    return stringifyValue();
  } catch (error) {
    if (error instanceof JsonError) throw error;
    const isCycle = error instanceof TypeError && apply(indexOf, `${error.message}`, ['circular']) >= 0;
    if (isCycle) throw new JsonError('It contains itself, which has no JSON form.');
    throw error;
  }
}

function check(key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    const prototype = getPrototypeOf(value);
    if (prototype === plainPrototype || prototype === listPrototype || prototype === null) return value;
    const name = apply(slice, apply(tagOf, value, []), [8, -1]);
    for (let index = 0; index < classNames.length; index++) {
      if (classNames[index] === name) refuse(key, `a value of the class ${name}`);
    }
    return value;
  }
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    refuse(key, `a ${typeof value}`);
  }
  return value;
}

function refuse(key: string, kind: string): never {
  const at = key === '' ? 'It' : `Its property ${stringify(key)}`;
  throw new JsonError(`${at} is ${kind}, which has no JSON form.`);
}
