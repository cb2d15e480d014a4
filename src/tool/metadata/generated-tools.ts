import { DefinitionError } from '../../base/errors/errors.js';
import { classNameOf } from '../../base/values/class-name.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Constructor } from './class-records.js';
import { readOwn, writeOwn } from './reflect-store.js';
import type { BindTarget, ToolExample } from './tool-options.js';

/**
 * A schema in a generated module: JSON Schema 2020-12 with `$defs`, extended by three keywords. `instanceOf` is the class
 * of which the method receives an instance. `dtoCandidate` is a class for which this holds if it has class-validator
 * rules. `valueNames` has the numbers of an enum by their names.
 */
export type GeneratedSchema = Readonly<Record<string, unknown>>;

/** The description of one parameter that `toolwright generate` produces. */
export interface GeneratedParam {
  readonly name?: string | undefined;
  /** The schema of the parameter; for a rest parameter, the schema of the array of its values. */
  readonly schema?: GeneratedSchema | undefined;
  /** Whether the parameter is optional. @default false */
  readonly optional?: boolean | undefined;
  /** Whether the parameter is a rest parameter. @default false */
  readonly rest?: boolean | undefined;
  /** The default value, if it is a literal. */
  readonly default?: unknown;
  /** Whether the parameter receives the ToolContext. @default false */
  readonly context?: boolean | undefined;
  /** Whether the parameter is never sent because the first overload does not declare it. @default false */
  readonly absent?: boolean | undefined;
}

/** The description of one method that `toolwright generate` derives from its types and comments. */
export interface GeneratedTool {
  readonly description?: string | undefined;
  /** The parameters, by position. Undefined if the tool declares an `inputSchema`. */
  readonly params?: readonly GeneratedParam[] | undefined;
  /** The bindings that the types of parameters declare, by the position of the parameter. */
  readonly bindings?: Readonly<Record<string, BindTarget>> | undefined;
  /** The schema of the method's return value. */
  readonly returns?: GeneratedSchema | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  /** The definitions to which the schemas of this tool refer. */
  readonly $defs?: Readonly<Record<string, GeneratedSchema>> | undefined;
}

/**
 * The generated descriptions of one class's methods, by method name. Later calls replace the object, never change it.
 */
export type GeneratedTools = Readonly<Record<string, GeneratedTool>>;

/** A function that returns the generated descriptions of a class. The build plugin inserts one into each class. */
export type GeneratedToolsFactory = () => GeneratedTools;

const GENERATED = Symbol.for('toolwright.GeneratedTools@1');
const PENDING = Symbol.for('toolwright.PendingTools@1');

/**
 * Declares the parameters and return values of a class's methods as their TypeScript types define them. Generated
 * modules and the build plugin call this function. If it is called several times for a method, the last call wins.
 *
 * @param tools - The descriptions by method name, or a function that returns them. The function is called when the tools
 * of the class are first read, so it may refer to classes that are declared later in the module or in an import cycle.
 * @throws DefinitionError if `target` is not a class. If `tools` is an object, also if the class has no such method.
 */
export function defineToolSchemas(target: Constructor, tools: GeneratedTools | GeneratedToolsFactory): void {
  if (typeof tools === 'function') {
    checkClass(target, []);
    postpone(target, tools);
    return;
  }
  const methods = Object.keys(tools);
  checkClass(target, methods);
  for (const method of methods) checkMethod(target, method);
  // The order of the calls decides, so an object waits for the functions that were passed before it.
  if (pendingOf(unwrapClass(target)).length > 0) postpone(target, () => tools);
  else mergeTools(unwrapClass(target), [tools]);
}

/**
 * Returns the generated descriptions of a class and each parent, the class first. Undefined for a class without any.
 *
 * @throws DefinitionError if a description refers to a class that is not initialized yet, or to a missing method.
 */
export function readGenerated(target: Constructor): readonly (GeneratedTools | undefined)[] {
  const found: (GeneratedTools | undefined)[] = [];
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    found.push(readOwnTools(unwrapClass(at)));
  }
  return found;
}

/** Returns the generated description of a method from the class itself or its nearest parent, up to `owner`. */
export function readGeneratedTool(target: Constructor, owner: Constructor, method: string): GeneratedTool | undefined {
  const last = unwrapClass(owner);
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const home = unwrapClass(at);
    const generated = readOwnTools(home);
    if (generated?.[method] !== undefined) return generated[method];
    if (home === last) return undefined;
  }
  return undefined;
}

function postpone(target: Constructor, create: GeneratedToolsFactory): void {
  const home = unwrapClass(target);
  writeOwn(home, PENDING, Object.freeze([...pendingOf(home), create]));
}

function pendingOf(home: Constructor): readonly GeneratedToolsFactory[] {
  return (readOwn(home, PENDING) as readonly GeneratedToolsFactory[] | undefined) ?? [];
}

function readOwnTools(home: Constructor): GeneratedTools | undefined {
  const pending = pendingOf(home);
  if (pending.length > 0) {
    const created = pending.map((create) => createTools(home, create));
    for (const tools of created) for (const method of Object.keys(tools)) checkMethod(home, method);
    mergeTools(home, created);
    writeOwn(home, PENDING, undefined);
  }
  return readOwn(home, GENERATED) as GeneratedTools | undefined;
}

function createTools(home: Constructor, create: GeneratedToolsFactory): GeneratedTools {
  return createRecord(`${classNameOf(home)}: its tools are`, create);
}

/**
 * Calls a function that returns generated descriptions.
 *
 * @param subject - The beginning of the message.
 * @throws DefinitionError if a description refers to a class that is not initialized yet.
 */
export function createRecord<T>(subject: string, create: () => T): T {
  try {
    return create();
  } catch (error) {
    const reason = error instanceof Error ? error.message : previewValue(error);
    throw new DefinitionError(
      `${subject} read before a class that their parameters use is initialized (${reason}). ` +
        'Fix one of: declare that class before the first use of the tools; break the import cycle; use the tools later.',
      { cause: error },
    );
  }
}

function mergeTools(home: Constructor, added: readonly GeneratedTools[]): void {
  // The object has no prototype, so that a method named `constructor` or `toString` is an ordinary entry.
  const merged: Record<string, GeneratedTool> = Object.assign(Object.create(null), readOwn(home, GENERATED));
  for (const tools of added) {
    for (const [method, tool] of Object.entries(tools)) merged[method] = freezeTool(tool);
  }
  writeOwn(home, GENERATED, Object.freeze(merged));
}

/** Returns the class that the prototype refers to, because a decorator may have replaced the class with a proxy. */
function unwrapClass(target: Constructor): Constructor {
  const prototype: unknown = target.prototype;
  const own: unknown = isObject(prototype) ? prototype.constructor : undefined;
  return typeof own === 'function' ? own : target;
}

/**
 * Creates a frozen copy. The objects of the generated module are not changed. Schemas are copied when they are read.
 */
export function freezeTool<T extends GeneratedTool>(tool: T): T {
  const params = tool.params?.map((param) => Object.freeze({ ...param }));
  const bindings = tool.bindings && Object.freeze({ ...tool.bindings });
  return Object.freeze({
    ...tool,
    ...(params === undefined ? {} : { params: Object.freeze(params) }),
    ...(bindings === undefined ? {} : { bindings }),
  });
}

function checkClass(target: unknown, methods: readonly string[]): void {
  if (typeof target === 'function' && isObject(target.prototype)) return;
  const names = methods.map((method) => `'${method}'`).join(', ') || 'tools';
  throw new DefinitionError(
    `defineToolSchemas() expects a class with ${names}, but got ${previewValue(target)}. ` +
      "Import the generated module after the classes, and run 'toolwright generate'.",
  );
}

function checkMethod(target: Constructor, method: string): void {
  // Methods that every object inherits, such as `toString`, are not methods of the class.
  for (let at: unknown = target.prototype; isObject(at) && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, method)) return;
  }
  throw new DefinitionError(
    `${classNameOf(target)}.${method} has a generated schema but does not exist. Run 'toolwright generate'.`,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
