import { createRecord, freezeTool, type GeneratedTool } from './generated-tools.js';
import { readOwn, writeOwn } from './reflect-store.js';

/** The description of one function that the build plugin derives from its types and comments. */
export interface GeneratedFunction extends GeneratedTool {
  /** The name of the function in the source text, which a minifier may have changed. */
  readonly name?: string | undefined;
}

const GENERATED = Symbol.for('toolwright.GeneratedFunction@1');

/**
 * Declares the parameters and the return value of a function as its TypeScript types define them, and returns the
 * function. The build plugin passes the functions to it that the program makes tools of. If it is called several times for
 * a function, the last call wins.
 *
 * @param create - Returns the description. It is called when a tool is created from the function.
 */
export function defineFunctionSchema<T>(target: T, create: () => GeneratedFunction): T {
  if (typeof target === 'function') writeOwn(target, GENERATED, create);
  return target;
}

/**
 * Declares the parameters and the return values of the functions that an object contains, and returns the object. The
 * build plugin passes the objects to it whose functions the program registers.
 *
 * @param functions - Returns the descriptions by the names of the properties.
 */
export function defineFunctionSchemas<T>(target: T, functions: Readonly<Record<string, () => GeneratedFunction>>): T {
  if (typeof target !== 'object' || target === null) return target;
  for (const [name, create] of Object.entries(functions)) defineFunctionSchema(Reflect.get(target, name), create);
  return target;
}

/**
 * Returns the generated description of a function. Undefined for a function without one.
 *
 * @throws DefinitionError if the description refers to a class that is not initialized yet.
 */
export function readGeneratedFunction(target: unknown, name: string): GeneratedFunction | undefined {
  const create = typeof target === 'function' ? readOwn(target, GENERATED) : undefined;
  return isFactory(create) ? freezeTool(createRecord(`${name}: its parameters are`, create)) : undefined;
}

function isFactory(value: unknown): value is () => GeneratedFunction {
  return typeof value === 'function';
}
