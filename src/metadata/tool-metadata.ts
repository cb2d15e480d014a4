import { brands, hasBrand } from '../brand.js';
import { DefinitionError } from '../errors.js';
import { type Constructor, classNameOf, type MethodRecord, readRecords } from './class-records.js';
import { designParamTypesOf } from './reflect-store.js';
import { readSourceParams, type SourceParam } from './source-params.js';
import { checkToolName } from './tool-name.js';
import type { BindTarget, ParamOptions, ToolOptions } from './tool-options.js';

/** One parameter of a tool's method, put together from decorators, source text and emitted types. */
export interface ParamMetadata {
  readonly index: number;
  /** Undefined where neither an option nor the source text names it. */
  readonly name: string | undefined;
  /** Whether the model, a binding or the pipeline gives its value. */
  readonly role: 'argument' | 'binding' | 'context';
  readonly options: ParamOptions;
  readonly binding: BindTarget | undefined;
  readonly rest: boolean;
  readonly hasDefault: boolean;
  /** Present only when the default value is a literal. */
  readonly literalDefault: { readonly value: unknown } | undefined;
  /** The emitted run-time type; undefined where the compiler emitted none. */
  readonly designType: unknown;
}

/** One tool as its class defines it: what a ToolSpec is built from. */
export interface ToolMetadata {
  readonly className: string;
  readonly method: string;
  readonly name: string;
  readonly options: ToolOptions;
  readonly params: readonly ParamMetadata[];
  /** Whether the compiler emitted `design:paramtypes` for the method. */
  readonly reflected: boolean;
}

/** A function's parameters as `params`, `bind` and `ctx` describe them; the same for methods and plain functions. */
export interface ParamDescription {
  /** `Class.method` or the function's name, for errors. */
  readonly where: string;
  readonly options: Pick<ToolOptions, 'params' | 'bind' | 'ctx'>;
  readonly record?: MethodRecord;
  readonly source: readonly SourceParam[] | undefined;
  readonly designTypes?: readonly unknown[] | undefined;
  /** How many parameters there are if neither source nor types tell. */
  readonly length: number;
}

/**
 * The tools of a class and its parents: inherited ones first, an override in its parent's place. An override without
 * `@Tool()` keeps its parent's definition; `enabled: false` removes the tool.
 *
 * @throws DefinitionError on a mistake in any of them.
 */
export function readTools(target: Constructor): readonly ToolMetadata[] {
  const records = readRecords(target);
  const known = toolsByClass.get(target);
  // Records are replaced, never changed: the same ones mean the same tools.
  if (known !== undefined && known.records.length === records.length) {
    if (records.every(({ record }, index) => record === known.records[index]?.record)) return known.tools;
  }
  const tools = putTogether(target, records);
  toolsByClass.set(target, { records, tools });
  return tools;
}

type OwnedRecords = ReturnType<typeof readRecords>;

// Not state: what a class's records say, remembered so that each instance need not read them again.
const toolsByClass = new WeakMap<
  Constructor,
  { readonly records: OwnedRecords; readonly tools: readonly ToolMetadata[] }
>();

function putTogether(target: Constructor, records: OwnedRecords): readonly ToolMetadata[] {
  const methods = new Map<string, { readonly owner: Constructor; readonly record: MethodRecord }>();
  for (const { owner, record } of [...records].reverse()) {
    for (const [method, said] of Object.entries(record.methods)) {
      if (said.tool === undefined) throw undecorated(owner, method);
      methods.set(method, { owner, record: said });
    }
  }
  const tools: ToolMetadata[] = [];
  const methodByName = new Map<string, string>();
  for (const [method, { owner, record }] of methods) {
    if (record.tool === undefined || record.tool.enabled === false) continue;
    const tool = describeMethod(owner, method, { ...record, tool: record.tool });
    const other = methodByName.get(tool.name);
    if (other !== undefined) {
      throw new DefinitionError(
        `${classNameOf(target)}: '${other}' and '${method}' are both named '${tool.name}'. Give one another @Tool({ name }).`,
      );
    }
    methodByName.set(tool.name, method);
    tools.push(tool);
  }
  return Object.freeze(tools);
}

/** The names of a class's tools. */
export function readToolNames(target: Constructor): readonly string[] {
  return readTools(target).map((tool) => tool.name);
}

/** Puts together what is known of each parameter. Throws a DefinitionError on options that name no parameter. */
export function describeParams(description: ParamDescription): readonly ParamMetadata[] {
  const { source, designTypes, record } = description;
  checkCounts(description);
  const count = source?.length ?? designTypes?.length ?? description.length;
  const params = Array.from({ length: count }, (_, index): ParamMetadata => {
    const said = record?.params[index];
    const parsed = source?.[index];
    const name = said?.param?.name ?? parsed?.name;
    const names = [name, parsed?.name];
    const named = entryNamed(description.options.params, names);
    const binding = said?.binding ?? bindingOf(entryNamed(description.options.bind, names));
    const designType = designTypes?.[index];
    const { ctx } = description.options;
    const isContext = said?.context === true || isContextType(designType) || (ctx !== undefined && names.includes(ctx));
    return Object.freeze({
      index,
      name: named?.name ?? name,
      role: isContext ? 'context' : binding !== undefined ? 'binding' : 'argument',
      options: { ...said?.param, ...named },
      binding,
      rest: parsed?.rest ?? false,
      hasDefault: parsed?.hasDefault ?? false,
      literalDefault: parsed !== undefined && 'default' in parsed ? { value: parsed.default } : undefined,
      designType,
    });
  });
  checkNames(description, source);
  return Object.freeze(params);
}

function describeMethod(
  decorated: Constructor,
  method: string,
  record: MethodRecord & { readonly tool: ToolOptions },
): ToolMetadata {
  const owner = ownerOf(decorated, method);
  const className = classNameOf(owner);
  const where = `${className}.${method}`;
  const implementation = implementationOf(owner, method);
  if (implementation === undefined) {
    throw new DefinitionError(`${where} is no longer a method of its class. Whatever removed it must put one there.`);
  }
  const name = record.tool.name ?? method;
  checkToolName(name, where);
  const designTypes = designParamTypesOf(owner.prototype, method);
  const params = describeParams({
    where,
    options: record.tool,
    record,
    source: readSourceParams(owner, method, implementation),
    designTypes,
    length: implementation.length,
  });
  return Object.freeze({
    className,
    method,
    name,
    options: record.tool,
    params,
    reflected: designTypes !== undefined,
  });
}

/** The class that has the method itself: a parent, where a TC39 class decorator put a subclass in the class's place. */
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
  // Decorators that bind `this` leave a getter of the method. Its text is not the method's: stand in one without text.
  return get === undefined ? undefined : Function.prototype;
}

function checkCounts({ where, source, designTypes }: ParamDescription): void {
  if (source === undefined || designTypes === undefined || source.length === designTypes.length) return;
  throw new DefinitionError(
    `${where}: its compiled text has ${source.length} parameters, its types ${designTypes.length}. ` +
      'The compiler rewrote the parameter list: set "target" to ES2018 or later in tsconfig.json.',
  );
}

function checkNames({ where, options, record }: ParamDescription, source: readonly SourceParam[] | undefined): void {
  const known = new Set<string>();
  for (const param of source ?? []) if (param.name !== undefined) known.add(param.name);
  for (const said of Object.values(record?.params ?? {}))
    if (said.param?.name !== undefined) known.add(said.param.name);
  const entries: [string, readonly string[]][] = [
    ['params', Object.keys(options.params ?? {})],
    ['bind', Object.keys(options.bind ?? {})],
    ['ctx', options.ctx === undefined ? [] : [options.ctx]],
  ];
  for (const [option, names] of entries) {
    for (const name of names) {
      if (known.has(name)) continue;
      throw new DefinitionError(
        `${where}: '${option}' names '${name}', which is not a parameter. ${thoseOf(known, source)}`,
      );
    }
  }
}

function thoseOf(known: ReadonlySet<string>, source: readonly SourceParam[] | undefined): string {
  if (known.size > 0) return `It has ${[...known].join(', ')}.`;
  return source === undefined ? 'Its parameter names cannot be read: it is native, or bound.' : 'It has none.';
}

function undecorated(owner: Constructor, method: string): DefinitionError {
  return new DefinitionError(`${classNameOf(owner)}.${method} has parameter decorators but no @Tool(). Add @Tool().`);
}

/** The entry for a parameter, by its name as an argument or by the one in the source text. */
function entryNamed<T>(
  entries: Readonly<Record<string, T>> | undefined,
  names: readonly (string | undefined)[],
): T | undefined {
  if (entries === undefined) return undefined;
  const name = names.find((one) => one !== undefined && Object.hasOwn(entries, one));
  return name === undefined ? undefined : entries[name];
}

function bindingOf(said: string | BindTarget | undefined): BindTarget | undefined {
  return typeof said === 'string' ? { stateKey: said } : said;
}

function isContextType(designType: unknown): boolean {
  return typeof designType === 'function' && hasBrand(designType.prototype, brands.context);
}
