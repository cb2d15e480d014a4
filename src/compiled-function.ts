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
