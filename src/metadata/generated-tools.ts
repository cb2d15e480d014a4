import { DefinitionError } from '../errors.js';
import { previewValue } from '../value-preview.js';
import { type Constructor, classNameOf } from './class-records.js';
import { readOwn, writeOwn } from './reflect-store.js';
import type { ToolExample } from './tool-options.js';

/**
 * A schema in a generated module: JSON Schema 2020-12 with `$defs`, and beside it `instanceOf`, whose value is the class
 * that the method gets an instance of.
 */
export type GeneratedSchema = Readonly<Record<string, unknown>>;

/** What `toolwright generate` read of one parameter. */
export interface GeneratedParam {
  readonly name?: string | undefined;
  /** What the parameter takes; for a rest parameter, the array of all its values. */
  readonly schema?: GeneratedSchema | undefined;
  /** Whether the method does without a value. @default false */
  readonly optional?: boolean | undefined;
  /** Whether it is a rest parameter. @default false */
  readonly rest?: boolean | undefined;
  /** The default value, where it is a literal. */
  readonly default?: unknown;
  /** Whether it receives the ToolContext. @default false */
  readonly context?: boolean | undefined;
  /** Whether it is never sent: the overload that counts does not have it. @default false */
  readonly absent?: boolean | undefined;
}

/** What `toolwright generate` read of one method's types and comments. */
export interface GeneratedTool {
  readonly description?: string | undefined;
  /** By position. Left out where the tool has an `inputSchema` of its own. */
  readonly params?: readonly GeneratedParam[] | undefined;
  /** What the method returns. */
  readonly returns?: GeneratedSchema | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  /** What the references in this tool's schemas lead to. */
  readonly $defs?: Readonly<Record<string, GeneratedSchema>> | undefined;
}

/** What was generated for the methods of one class, by method name. Replaced when more is said, never changed. */
export type GeneratedTools = Readonly<Record<string, GeneratedTool>>;

const GENERATED = Symbol.for('toolwright.GeneratedTools@1');

/**
 * Says what the methods of a class take and return, as their TypeScript types do. Generated modules call it; of two calls
 * for one method the later one counts.
 *
 * @param tools - By method name.
 * @throws DefinitionError if `target` is no class, or has no such method.
 */
export function defineToolSchemas(target: Constructor, tools: GeneratedTools): void {
  const methods = Object.keys(tools);
  checkClass(target, methods);
  for (const method of methods) checkMethod(target, method);
  const home = homeOf(target);
  // Without a prototype, so that a method called `constructor` or `toString` is an entry like any other.
  const known: Record<string, GeneratedTool> = Object.assign(Object.create(null), readOwn(home, GENERATED));
  for (const [method, tool] of Object.entries(tools)) known[method] = frozenTool(tool);
  writeOwn(home, GENERATED, Object.freeze(known));
}

/** What was generated for a class and each of its parents, the class itself first; undefined where nothing was. */
export function readGenerated(target: Constructor): readonly (GeneratedTools | undefined)[] {
  const found: (GeneratedTools | undefined)[] = [];
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    found.push(readOwn(homeOf(at), GENERATED) as GeneratedTools | undefined);
  }
  return found;
}

/** What was generated for a method: by the class that is read, or the nearest of its parents down to `owner`. */
export function readGeneratedTool(target: Constructor, owner: Constructor, method: string): GeneratedTool | undefined {
  const last = homeOf(owner);
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const home = homeOf(at);
    const generated = readOwn(home, GENERATED) as GeneratedTools | undefined;
    if (generated?.[method] !== undefined) return generated[method];
    if (home === last) return undefined;
  }
  return undefined;
}

/** The class that an instance's prototype names: a decorator may have put a proxy in the class's place. */
function homeOf(target: Constructor): Constructor {
  const prototype: unknown = target.prototype;
  const own: unknown = isObject(prototype) ? prototype.constructor : undefined;
  return typeof own === 'function' ? own : target;
}

/** A copy of our own: the generated module's objects stay as they are. Schemas are copied where they are handed out. */
function frozenTool(tool: GeneratedTool): GeneratedTool {
  const params = tool.params?.map((param) => Object.freeze({ ...param }));
  return Object.freeze({ ...tool, ...(params === undefined ? {} : { params: Object.freeze(params) }) });
}

function checkClass(target: unknown, methods: readonly string[]): void {
  if (typeof target === 'function' && isObject(target.prototype)) return;
  throw new DefinitionError(
    `defineToolSchemas: the class of ${methods.map((method) => `'${method}'`).join(', ') || 'no methods'} is no class but ` +
      `${previewValue(target)}. Import the generated module after the classes, and run 'toolwright generate'.`,
  );
}

function checkMethod(target: Constructor, method: string): void {
  // What every object inherits, such as `toString`, is none of the class's methods.
  for (let at: unknown = target.prototype; isObject(at) && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, method)) return;
  }
  throw new DefinitionError(
    `${classNameOf(target)}.${method}: there is a generated schema, but no such method. Run 'toolwright generate'.`,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
