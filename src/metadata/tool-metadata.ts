import { brands, hasBrand } from '../brand.js';
import { DefinitionError } from '../errors.js';
import { type Constructor, classNameOf, type MethodRecord, readRecords } from './class-records.js';
import {
  type GeneratedParam,
  type GeneratedTool,
  type GeneratedTools,
  readGenerated,
  readGeneratedTool,
} from './generated-tools.js';
import {
  checkNames,
  entryNamed,
  type NamedParameters,
  type ParameterNames,
  parameterNames,
} from './parameter-names.js';
import { designParamTypesOf } from './reflect-store.js';
import { readSourceParams, type SourceParam } from './source-params.js';
import { checkToolName } from './tool-name.js';
import type { BindTarget, ParamOptions, ToolOptions } from './tool-options.js';

/** One parameter of a tool's method, put together from decorators, source text and emitted types. */
export interface ParamMetadata {
  readonly index: number;
  /** Undefined where nothing names it. */
  readonly name: string | undefined;
  /** Whether the model, a binding or the pipeline gives its value, or nobody does. */
  readonly role: 'argument' | 'binding' | 'context' | 'absent';
  readonly options: ParamOptions;
  readonly binding: BindTarget | undefined;
  readonly rest: boolean;
  readonly hasDefault: boolean;
  /** Present only when the default value is a literal. */
  readonly literalDefault: { readonly value: unknown } | undefined;
  /** The emitted run-time type; undefined where the compiler emitted none. */
  readonly designType: unknown;
  /** What was generated from its TypeScript type. */
  readonly generated: GeneratedParam | undefined;
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
  /** What was generated from the method's types and comments. */
  readonly generated: GeneratedTool | undefined;
}

/** A function's parameters as `params`, `bind` and `ctx` describe them; the same for methods and plain functions. */
export interface ParamDescription extends NamedParameters {
  readonly designTypes?: readonly unknown[] | undefined;
  /** How many parameters there are if nothing else tells. */
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
  const generated = readGenerated(target);
  const known = toolsByClass.get(target);
  // Records are replaced, never changed: the same ones mean the same tools.
  if (known !== undefined && isSame(known, { records, generated })) return known.tools;
  const tools = putTogether(target, records);
  toolsByClass.set(target, { records, generated, tools });
  return tools;
}

/** Everything that was said of a class and its parents. */
interface Said {
  readonly records: ReturnType<typeof readRecords>;
  readonly generated: readonly (GeneratedTools | undefined)[];
}

// Instances of a class share its tools. This is no memoize(), as the records of a class may change: decorators and generated
// schemas replace them.
const toolsByClass = new WeakMap<Constructor, Said & { readonly tools: readonly ToolMetadata[] }>();

function isSame(known: Said, { records, generated }: Said): boolean {
  if (known.records.length !== records.length || known.generated.length !== generated.length) return false;
  return (
    records.every(({ record }, index) => record === known.records[index]?.record) &&
    generated.every((tools, index) => tools === known.generated[index])
  );
}

function putTogether(target: Constructor, records: Said['records']): readonly ToolMetadata[] {
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
    const tool = describeMethod({ target, decorated: owner, method, record: { ...record, tool: record.tool } });
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
  checkCounts(description);
  const { source, designTypes, generated, length } = description;
  const count = source?.length ?? designTypes?.length ?? generated?.length ?? length;
  const names = parameterNames(description, count);
  const params = names.map((named, index) => describeParam(description, index, named));
  checkNames(description, names);
  return Object.freeze(params);
}

function describeParam(description: ParamDescription, index: number, names: ParameterNames): ParamMetadata {
  const { options, record } = description;
  const said = record?.params[index];
  const parsed = description.source?.[index];
  const generated = description.generated?.[index];
  const designType = description.designTypes?.[index];
  const named = entryNamed(options.params, names);
  const binding = said?.binding ?? bindingOf(entryNamed(options.bind, names));
  const isContext =
    said?.context === true ||
    generated?.context === true ||
    isContextType(designType) ||
    (options.ctx !== undefined && names.all.includes(options.ctx));
  return Object.freeze({
    index,
    name: named?.name ?? names.name,
    role: isContext
      ? 'context'
      : binding !== undefined
        ? 'binding'
        : generated?.absent === true
          ? 'absent'
          : 'argument',
    options: { ...said?.param, ...named },
    binding,
    // Where the code can be read, it knows best what it does.
    rest: parsed?.rest ?? generated?.rest ?? false,
    hasDefault: parsed?.hasDefault ?? generated?.default !== undefined,
    literalDefault: literalDefaultOf(generated, parsed),
    designType,
    generated,
  });
}

function literalDefaultOf(
  generated: GeneratedParam | undefined,
  parsed: SourceParam | undefined,
): ParamMetadata['literalDefault'] {
  if (generated?.default !== undefined) return { value: generated.default };
  return parsed !== undefined && 'default' in parsed ? { value: parsed.default } : undefined;
}

/** A tool's method, as a class and the decorators of it or a parent define it. */
interface DecoratedMethod {
  /** The class that is read. */
  readonly target: Constructor;
  /** The class on which the decorators stand. */
  readonly decorated: Constructor;
  readonly method: string;
  readonly record: MethodRecord & { readonly tool: ToolOptions };
}

function describeMethod({ target, decorated, method, record }: DecoratedMethod): ToolMetadata {
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
  const generated = readGeneratedTool(target, owner, method);
  const params = describeParams({
    where,
    options: record.tool,
    record,
    source: readSourceParams(owner, method, implementation),
    designTypes,
    generated: generated?.params,
    length: implementation.length,
  });
  return Object.freeze({
    className,
    method,
    name,
    options: record.tool,
    params,
    reflected: designTypes !== undefined,
    generated,
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

function checkCounts({ where, source, designTypes, generated }: ParamDescription): void {
  if (source !== undefined && designTypes !== undefined && source.length !== designTypes.length) {
    throw new DefinitionError(
      `${where}: its compiled text has ${source.length} parameters, its types ${designTypes.length}. ` +
        'The compiler rewrote the parameter list: set "target" to ES2018 or later in tsconfig.json.',
    );
  }
  const count = source?.length ?? designTypes?.length;
  if (generated === undefined || count === undefined || generated.length === count) return;
  const has = generated.length === 1 ? '1 parameter' : `${generated.length} parameters`;
  throw new DefinitionError(
    `${where}: its generated schema has ${has}, the method ${count}. Run 'toolwright generate'.`,
  );
}

function undecorated(owner: Constructor, method: string): DefinitionError {
  return new DefinitionError(`${classNameOf(owner)}.${method} has parameter decorators but no @Tool(). Add @Tool().`);
}

function bindingOf(said: string | BindTarget | undefined): BindTarget | undefined {
  return typeof said === 'string' ? { stateKey: said } : said;
}

function isContextType(designType: unknown): boolean {
  return typeof designType === 'function' && hasBrand(designType.prototype, brands.context);
}
