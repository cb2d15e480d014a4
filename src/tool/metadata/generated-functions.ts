import { DefinitionError } from '../../base/errors/errors.js';
import { createRecord, freezeTool, type GeneratedTool } from './generated-tools.js';
import { readOwn, writeOwn } from './reflect-store.js';

/** The description of one function that the build plugin or `toolwright generate` derives from its types and comments. */
export interface GeneratedFunction extends GeneratedTool {
  /** The name of the function in the source text, which a minifier may have changed. */
  readonly name?: string | undefined;
}

/** The description of a function, and what is known of its source text. */
export interface FunctionDescription extends GeneratedFunction {
  /**
   * Whether the source text has the described parameters. That of a wrapper may have others, and so may the text that a
   * compiler made of the function after the build plugin. @default false
   */
  readonly isOfSource?: boolean | undefined;
}

/** A function that a generated module imports and that may not be initialized yet, with its description. */
interface ImportedFunction {
  readonly target: () => unknown;
  readonly create: () => GeneratedFunction;
}

const GENERATED = Symbol.for('toolwright.GeneratedFunction@1');
const USED_WITHOUT = Symbol.for('toolwright.UsedFunction@1');
const IMPORTED = Symbol.for('toolwright.ImportedFunctions@1');

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
 * Declares the parameters and the return value of a function that a generated module imports. In an import cycle, the
 * module of the function may run later, so the function is read when it is initialized.
 *
 * @param target - Returns the function.
 * @param create - Returns the description. It is called when a tool of the function is first needed.
 * @throws DefinitionError if a tool of the function was used before.
 */
export function defineImportedFunction(target: () => unknown, create: () => GeneratedFunction): void {
  const imported = { target, create };
  if (!isDefined(imported)) setWaiting([...waitingFunctions(), imported]);
}

/**
 * Returns the generated description of a function. Undefined for a function without one.
 *
 * @throws DefinitionError if the description refers to a class that is not initialized yet.
 */
export function readGeneratedFunction(target: unknown, name: string): FunctionDescription | undefined {
  if (typeof target !== 'function') return undefined;
  const create = readOwn(target, GENERATED) ?? readImported(target);
  return isFactory(create) ? freezeTool(createRecord(`${name}: its parameters are`, create)) : undefined;
}

/** Notes that a tool of a function is used without a generated description, so that a later one is not ignored silently. */
export function noteUseWithoutDescription(target: object): void {
  writeOwn(target, USED_WITHOUT, true);
}

/** Returns the factory of a description that could not be assigned to its function before. */
function readImported(target: object): unknown {
  const waiting = waitingFunctions();
  if (waiting.length === 0) return undefined;
  setWaiting(waiting.filter((one) => !isDefined(one)));
  return readOwn(target, GENERATED);
}

/** Assigns a description to its function. Returns false if the function is not initialized yet. */
function isDefined({ target, create }: ImportedFunction): boolean {
  let found: unknown;
  try {
    found = target();
  } catch {
    // A constant cannot be read before its declaration has run.
    return false;
  }
  // The module loader of CommonJS returns undefined for it.
  if (typeof found !== 'function') return false;
  if (readOwn(found, USED_WITHOUT) === true) throw createLateError(found.name);
  writeOwn(found, GENERATED, (): FunctionDescription => {
    const created = create();
    return { ...created, isOfSource: created.name !== undefined };
  });
  return true;
}

function createLateError(name: string): DefinitionError {
  return new DefinitionError(
    `${name || 'A function'}: its tool was used before the generated module was loaded. Import the generated module before ` +
      'the module that uses the tool.',
  );
}

// A function that is not initialized has no place for its description yet.
function waitingFunctions(): readonly ImportedFunction[] {
  return (readOwn(Function, IMPORTED) as readonly ImportedFunction[] | undefined) ?? [];
}

function setWaiting(waiting: readonly ImportedFunction[]): void {
  writeOwn(Function, IMPORTED, Object.freeze([...waiting]));
}

function isFactory(value: unknown): value is () => FunctionDescription {
  return typeof value === 'function';
}
