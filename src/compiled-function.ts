/**
 * Compiles a function from text, with values that the text may name; undefined where the process forbids code from
 * strings. Text per class is what makes a class cheap to call: a loop over its properties costs several times as much.
 *
 * @param scope values by the names that `body` has for them
 * @param body statements that return the function; everything in it that comes from outside is quoted by `JSON.stringify`
 */
export function compileFunction(scope: Readonly<Record<string, unknown>>, body: string): unknown {
  try {
    return new Function(...Object.keys(scope), `'use strict';\n${body}`)(...Object.values(scope));
  } catch {
    return undefined;
  }
}

/** A property of an object as an expression. */
export function memberOf(object: string, property: string): string {
  return `${object}[${JSON.stringify(property)}]`;
}

/**
 * Whether the object in a variable is certainly no plain one, as an expression: also of one without a prototype. In code
 * that nearly always meets objects of one shape, the accessor is several times as fast as `Object.getPrototypeOf`, which
 * V8 calls each time. An object that hides a `__proto__` of its own is believed: no JSON can make one.
 */
export function isNoPlainObject(variable: string): string {
  return hasAccessor
    ? `${variable}.__proto__ !== Object.prototype`
    : `Object.getPrototypeOf(${variable}) !== Object.prototype`;
}

const hasAccessor = readsPrototypes();

/** Node can be told to throw where `__proto__` is read, or to know no such thing (`--disable-proto`). */
function readsPrototypes(): boolean {
  try {
    return Reflect.get({}, '__proto__') === Object.prototype;
  } catch {
    return false;
  }
}
