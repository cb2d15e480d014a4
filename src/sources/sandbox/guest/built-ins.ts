// The built-in functions that the prelude needs while a program runs. It keeps them, so that a program that replaces them
// disturbs only itself. For the same reason, code that runs then uses no `for` … `of`, no spreading and no destructuring
// of arrays, which call the iterator of arrays.
export const { apply, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
export const { stringify, parse } = JSON;
export const PromiseClass = Promise;
export const ErrorClass = Error;
export const { then } = Promise.prototype;
export const { get: mapGet, set: mapSet, has: mapHas, delete: mapDelete } = Map.prototype;
export const { get: weakGet, set: weakSet } = WeakMap.prototype;
export const { slice, indexOf } = String.prototype;
export const { toString: tagOf } = Object.prototype;
export const plainPrototype: object = Object.prototype;
export const listPrototype: object = Array.prototype;
export const { prototype: StringPrototype } = String;
export const { prototype: NumberPrototype } = Number;
export const { prototype: BooleanPrototype } = Boolean;
export const { isArray: isList } = Array;
export const ObjectClass = Object;
export const ProxyClass = Proxy;
export const TypeErrorClass = TypeError;
export const { hasOwn, keys: keysOf, getOwnPropertyNames: namesOf } = Object;

const { defineProperty } = Reflect;

/** Defines a property, whatever the prototypes of the object and of descriptors contain. */
export function define(target: object, name: string, value: unknown): void {
  const descriptor = { __proto__: null, value, writable: true, configurable: true, enumerable: true };
  defineProperty(target, name, descriptor);
}

/** Defines a property that is not enumerable. */
export function hide(target: object, name: string, value: unknown): void {
  const descriptor = { __proto__: null, value, writable: true, configurable: true };
  defineProperty(target, name, descriptor);
}
