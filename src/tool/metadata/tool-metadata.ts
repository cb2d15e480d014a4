import { DefinitionError } from '../../base/errors/errors.js';
import { classNameOf } from '../../base/values/class-name.js';
import { type Constructor, type MethodRecord, readRecords } from './class-records.js';
import { type GeneratedTool, type GeneratedTools, readGenerated, readGeneratedTool } from './generated-tools.js';
import { findMangledNames } from './mangled-names.js';
import type { Offer } from './offer-options.js';
import { describeParams, type ParamMetadata } from './param-metadata.js';
import { separateBindings } from './property-bindings.js';
import { designParamTypesOf } from './reflect-store.js';
import { readSourceParams } from './source-params.js';
import { checkToolName } from './tool-name.js';
import type { ToolOptions } from './tool-options.js';

/** The definition of a tool by its class, from which a ToolSpec is created. */
export interface ToolMetadata {
  readonly className: string;
  readonly method: string;
  readonly name: string;
  readonly options: ToolOptions;
  /** What the method offers. Undefined for a tool. */
  readonly offer: Offer | undefined;
  readonly params: readonly ParamMetadata[];
  /** The bindings whose names are no parameters. They can be properties of the `inputSchema`. */
  readonly propertyBindings: NonNullable<ToolOptions['bind']>;
  /** The options of the method that this one overrides. What they say of names that the override lacks is ignored. */
  readonly inherited: ToolOptions | undefined;
  /** The names of arguments that a minifier renamed. */
  readonly mangledNames: readonly string[];
  /** Whether the compiler emitted `design:paramtypes` for the method. */
  readonly reflected: boolean;
  /** The description generated from the method's types and comments. */
  readonly generated: GeneratedTool | undefined;
  /** The implementation that runs instead of the method (`MethodImplementation`). */
  readonly implementation: object | undefined;
}

/**
 * Returns the tools of a class and its parents, inherited tools first. An override has the position of the overridden
 * tool. An override without `@Tool()` uses the definition of its parent, and the options of one with `@Tool()` are merged
 * over those of its parent. `enabled: false` removes the tool.
 *
 * @throws DefinitionError if two tools have the same name, or if a method has parameter decorators but no `@Tool()`.
 */
export function readTools(target: Constructor): readonly DeclaredTool[] {
  return readDeclared(target).tools;
}

/**
 * Returns the resources, prompts and completions of a class and its parents, by the rules of `readTools`.
 *
 * @throws DefinitionError for the reasons of `readTools`.
 */
export function readOffers(target: Constructor): readonly DeclaredTool[] {
  return readDeclared(target).offers;
}

/** The tools of a class, and what else it offers. */
interface DeclaredMethods {
  readonly tools: readonly DeclaredTool[];
  readonly offers: readonly DeclaredTool[];
}

function readDeclared(target: Constructor): DeclaredMethods {
  const records = readRecords(target);
  const generated = readGenerated(target);
  const cached = toolsByClass.get(target);
  // Records are replaced, never changed, so identical records mean identical tools.
  if (cached !== undefined && isSame(cached, { records, generated })) return cached;
  const declared = assembleTools(target, records);
  const tools = Object.freeze(declared.filter(({ isOffer }) => !isOffer));
  const read = { records, generated, tools, offers: Object.freeze(declared.filter(({ isOffer }) => isOffer)) };
  toolsByClass.set(target, read);
  return read;
}

/** The records of a class and its parents. */
interface ClassSources {
  readonly records: ReturnType<typeof readRecords>;
  readonly generated: readonly (GeneratedTools | undefined)[];
}

// Instances of a class share its tools. memoize() does not fit, because decorators and generated schemas may replace
// the records of a class.
const toolsByClass = new WeakMap<Constructor, ClassSources & DeclaredMethods>();

function isSame(cached: ClassSources, { records, generated }: ClassSources): boolean {
  if (cached.records.length !== records.length || cached.generated.length !== generated.length) return false;
  return (
    records.every(({ record }, index) => record === cached.records[index]?.record) &&
    generated.every((tools, index) => tools === cached.generated[index])
  );
}

function assembleTools(target: Constructor, records: ClassSources['records']): readonly DeclaredTool[] {
  const methods = new Map<string, DecoratedMethod>();
  for (const { owner, record } of [...records].reverse()) {
    for (const [method, methodRecord] of Object.entries(record.methods)) {
      const { tool } = methodRecord;
      if (tool === undefined) throw createUndecoratedError(owner, method, methodRecord);
      const overridden = methods.get(method)?.record;
      // A method that is a tool in one class, and a resource in another one, shares no options.
      const inherited = overridden?.offer?.kind === methodRecord.offer?.kind ? overridden?.tool : undefined;
      const merged = inherited === undefined ? tool : mergeOptions(inherited, tool);
      methods.set(method, { target, decorated: owner, method, inherited, record: { ...methodRecord, tool: merged } });
    }
  }
  const tools: DeclaredTool[] = [];
  const methodByName = new Map<string, string>();
  for (const [method, decorated] of methods) {
    const { tool } = decorated.record;
    if (tool.enabled === false) continue;
    const name = tool.name ?? method;
    const key = `${decorated.record.offer?.kind ?? 'tool'} ${name}`;
    const other = methodByName.get(key);
    if (other !== undefined) {
      throw new DefinitionError(
        `${classNameOf(target)}: '${other}' and '${method}' are both named '${name}'. ` +
          `Rename one with ${decorated.record.offer === undefined ? '@Tool({ name })' : 'the option name'}.`,
      );
    }
    methodByName.set(key, method);
    tools.push(new DeclaredTool(name, decorated));
  }
  return Object.freeze(tools);
}

/**
 * Merges the options of an override over those of its parent, `params` and `bind` by parameter. `enabled` is not inherited:
 * `@Tool()` on an override of a removed tool makes it a tool again.
 */
function mergeOptions(inherited: ToolOptions, own: ToolOptions): ToolOptions {
  const { params = inherited.params, bind = inherited.bind } = own;
  return Object.freeze({
    ...inherited,
    enabled: undefined,
    ...own,
    ...(params === undefined ? {} : { params: { ...inherited.params, ...params } }),
    ...(bind === undefined ? {} : { bind: { ...inherited.bind, ...bind } }),
  });
}

/** Returns the names of a class's tools. */
export function readToolNames(target: Constructor): readonly string[] {
  return readTools(target).map((tool) => tool.name);
}

/** A tool as its class declares it. Its parameters are described when they are first needed. */
export class DeclaredTool {
  readonly method: string;
  readonly name: string;
  /** Whether the method is a resource, a prompt or a completion. */
  readonly isOffer: boolean;
  readonly #decorated: DecoratedMethod;
  #metadata: ToolMetadata | undefined;

  constructor(name: string, decorated: DecoratedMethod) {
    this.name = name;
    this.method = decorated.method;
    this.isOffer = decorated.record.offer !== undefined;
    this.#decorated = decorated;
  }

  /** Describes the tool. Throws a DefinitionError on a mistake in its method or options. */
  describe(): ToolMetadata {
    this.#metadata ??= describeMethod(this.#decorated);
    return this.#metadata;
  }
}

/** A tool's method in a class, with the decorators of the class or of a parent. */
interface DecoratedMethod {
  /** The class whose tools are read. */
  readonly target: Constructor;
  /** The class that the decorators were applied to. */
  readonly decorated: Constructor;
  readonly method: string;
  /** The options of the method that this one overrides. */
  readonly inherited: ToolOptions | undefined;
  readonly record: MethodRecord & { readonly tool: ToolOptions };
}

function describeMethod({ target, decorated: owned, method, inherited, record }: DecoratedMethod): ToolMetadata {
  const owner = ownerOf(owned, method);
  const className = classNameOf(owner);
  const where = `${className}.${method}`;
  const implementation = implementationOf(owner, method);
  if (implementation === undefined) {
    throw new DefinitionError(`${where} no longer exists. Restore the method, or remove its @Tool().`);
  }
  const name = record.tool.name ?? method;
  checkToolName(name, where);
  const designTypes = designParamTypesOf(owner.prototype, method);
  const generated = readGeneratedTool(target, owner, method);
  const source = readSourceParams(owner, method, implementation);
  const decorated = Object.values(record.params).map(({ param }) => param);
  const names = [...decorated, ...(source ?? []), ...(generated?.params ?? [])].map((param) => param?.name);
  const { own, propertyBindings } = separateBindings(record.tool, names);
  const params = describeParams({
    where,
    options: { ...record.tool, bind: own },
    inherited,
    record,
    source,
    designTypes,
    generated: generated?.params,
    bindings: generated?.bindings,
    length: implementation.length,
  });
  return Object.freeze({
    className,
    method,
    name,
    options: record.tool,
    offer: record.offer && Object.freeze({ ...record.offer, owner: target }),
    params,
    propertyBindings,
    inherited,
    mangledNames: findMangledNames(params, owner, record.tool.names),
    reflected: designTypes !== undefined,
    generated,
    implementation: record.implementation,
  });
}

/**
 * Returns the class that declares the method: a parent if a TC39 class decorator replaced the class with a subclass.
 */
function ownerOf(decorated: Constructor, method: string): Constructor {
  for (let at: unknown = decorated; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const prototype: unknown = at.prototype;
    if (typeof prototype === 'object' && prototype !== null && Object.hasOwn(prototype, method)) return at;
  }
  return decorated;
}

function implementationOf(owner: Constructor, method: string): Constructor | undefined {
  const { value, get } = Object.getOwnPropertyDescriptor(owner.prototype, method) ?? {};
  if (typeof value === 'function') return value;
  // Decorators that bind `this` replace the method with a getter. The getter's text is not the text of the method, so a
  // function without text is used instead.
  return get === undefined ? undefined : Function.prototype;
}

function createUndecoratedError(owner: Constructor, method: string, record: MethodRecord): DefinitionError {
  const found = record.implementation === undefined ? 'parameter decorators' : 'an operation';
  return new DefinitionError(`${classNameOf(owner)}.${method} has ${found} but no @Tool(). Add @Tool().`);
}
