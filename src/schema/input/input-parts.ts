import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import type { ParamMetadata } from '../../metadata/tool-metadata.js';
import type { BindTarget, SchemaSource } from '../../metadata/tool-options.js';
import { inlineRoot } from '../json-schema/inline-root.js';
import { propertyNames } from '../json-schema/property-names.js';
import { withUsedDefinitions } from '../json-schema/used-definitions.js';
import type { GeneratedDefs } from '../typed/generated-types.js';
import { noEntries, noNames } from './nothing.js';
import { isFlattened, isOptional, readParameterSource, refinedBy, refinements } from './parameter-source.js';
import { readSchemaSource, type ValueSource } from './value-source.js';

/** Where one positional parameter of the method gets its value. */
export interface ParameterSlot {
  /** `whole`: all arguments as one value. `property`: one argument or binding. `context`: the ToolContext. */
  readonly from: 'whole' | 'property' | 'context';
  /** Under which its value is placed: the argument's name, or a stand-in for a parameter that needs none. */
  readonly name: string;
  readonly rest: boolean;
}

// No parameter has such a name. That it is the same in all tools keeps the objects that arguments are placed in alike.
const wholeSlot = '#whole';

/** The arguments of a tool whose one parameter takes them all: `whole` in its slot. */
export function alone(whole: unknown): Record<string, unknown> {
  // Written as it is: an object literal with a computed name is many times slower.
  return { '#whole': whole };
}

/** What a tool's input is read from. */
export interface InputDefinition {
  /** `Class.method` or the tool's name, for errors. */
  readonly where: string;
  readonly inputSchema: SchemaSource | undefined;
  /** Undefined for an executor that takes the arguments as one object. */
  readonly params: readonly ParamMetadata[] | undefined;
  /** Whether the compiler emitted run-time types. */
  readonly reflected: boolean;
  /** What the references in generated schemas lead to. */
  readonly $defs?: GeneratedDefs | undefined;
}

/** One argument that is described by itself. */
export interface ParameterInput {
  /** Whether the model may leave it out. */
  readonly isOptional: boolean;
  /** Whether the method itself has a value for it. */
  readonly hasDefault: boolean;
  /** The default that is stated elsewhere than in the method's own text. */
  readonly stated: Pick<JsonSchema, 'default'>;
  /** A bound parameter needs no type until it is unbound. */
  readonly readSource: () => ValueSource;
}

/** A tool's input, as its definition fixes it for good. */
export interface InputParts {
  readonly where: string;
  /** Undefined for an executor that takes the arguments as one object. */
  readonly slots: readonly ParameterSlot[] | undefined;
  /** The bindings that the definition itself makes. */
  readonly bindings: ReadonlyMap<string, BindTarget>;
  /** All arguments together, where one schema describes them. */
  readonly whole: ValueSource | undefined;
  /** What describes arguments one by one: all of them, or those that stand beside a whole. */
  readonly parameters: ReadonlyMap<string, ParameterInput>;
  /** The parameters without which the method does, as its types say. */
  readonly dispensable: ReadonlySet<string>;
}

/** Reads a tool's input from its definition: an explicit schema, else parameter by parameter. */
export function readInputParts(definition: InputDefinition): InputParts {
  const params = definition.params?.map((param) => ({ ...param, name: param.name ?? standInName(param) }));
  checkAssignable(params, definition.where);
  return definition.inputSchema !== undefined
    ? explicitParts(definition, definition.inputSchema, params)
    : parameterParts(definition, params ?? []);
}

type NamedParam = ParamMetadata & { readonly name: string };

function explicitParts(
  definition: InputDefinition,
  inputSchema: SchemaSource,
  params: readonly NamedParam[] | undefined,
): InputParts {
  const { where } = definition;
  const whole = objectSource(readSchemaSource(inputSchema, `${where}: inputSchema`, 'input'), where);
  if (params === undefined) {
    return { where, whole, slots: undefined, bindings: noEntries, parameters: noEntries, dispensable: noNames };
  }
  const properties = propertyNames(whole.published);
  const args = params.filter((param) => param.role === 'argument');
  const sole = args.length === 1 ? args[0] : undefined;
  const takesWhole = sole !== undefined && !sole.rest && !properties.has(sole.name);
  if (!takesWhole) checkTakers(where, properties, params);
  // A bound parameter that is no property of the schema stands beside it.
  const beside = params.filter((param) => param.role === 'binding' && !properties.has(param.name));
  return {
    where,
    whole: takesWhole ? whole : refinedWhole(whole, params, where),
    slots: params.map((param) => slotOf(param, takesWhole && param === sole)),
    bindings: bindingsOf(params),
    dispensable: dispensableOf(params),
    parameters: parametersOf(beside, definition),
  };
}

function parameterParts(definition: InputDefinition, params: readonly NamedParam[]): InputParts {
  const { where } = definition;
  const args = params.filter((param) => param.role === 'argument');
  const sole = args.length === 1 ? args[0] : undefined;
  const source = sole === undefined ? undefined : readParameterSource(sole, definition);
  const rooted = sole === undefined || source === undefined ? undefined : rootedSource(sole, source);
  if (sole !== undefined && rooted !== undefined && (isFlattened(sole, rooted) || isOpenPattern(sole, rooted))) {
    checkBeside(params, rooted, where);
    const bound = params.filter((param) => param.role === 'binding');
    return {
      where,
      whole: rooted,
      slots: params.map((param) => slotOf(param, param === sole)),
      bindings: bindingsOf(params),
      dispensable: dispensableOf(params),
      parameters: parametersOf(bound, definition),
    };
  }
  for (const param of args) checkNamed(param, where);
  checkDistinct(params, where);
  const ownArguments = params.filter(({ role }) => role === 'argument' || role === 'binding');
  return {
    where,
    whole: undefined,
    slots: params.map((param) => slotOf(param, false)),
    bindings: bindingsOf(params),
    dispensable: dispensableOf(params),
    parameters: parametersOf(ownArguments, definition),
  };
}

function parametersOf(params: readonly NamedParam[], definition: InputDefinition): InputParts['parameters'] {
  if (params.length === 0) return noEntries;
  return new Map(
    params.map((param) => {
      let source: ValueSource | undefined;
      const readSource = (): ValueSource => {
        source ??= readParameterSource(param, definition);
        return source;
      };
      const hasDefault = param.hasDefault || param.rest;
      return [
        param.name,
        { isOptional: isOptional(param), hasDefault, stated: statedDefault(param), readSource },
      ] as const;
    }),
  );
}

function statedDefault({ options, literalDefault }: ParamMetadata): ParameterInput['stated'] {
  if ('default' in options) return { default: options.default };
  return literalDefault === undefined ? {} : { default: literalDefault.value };
}

/** What a sole parameter takes, with its properties in sight. */
function rootedSource(param: NamedParam, source: ValueSource): ValueSource {
  const rooted = { ...source, published: withInlineRoot(source.published), enforced: withInlineRoot(source.enforced) };
  if (!isOpenPattern(param, rooted)) return rooted;
  const { default: _, ...published } = rooted.published;
  return { ...rooted, published };
}

/**
 * Whether a parameter is a pattern such as `{ limit = 5 } = {}`, of an object that requires nothing: it has no name to
 * be an argument by, and no arguments at all are what its default says.
 */
function isOpenPattern(param: NamedParam, { published }: ValueSource): boolean {
  const { properties = {}, required = [], type } = published;
  if (param.name !== standInName(param) || JSON.stringify(param.literalDefault?.value) !== '{}') return false;
  return type === 'object' && required.length === 0 && Object.keys(properties).length > 0;
}

function withInlineRoot(schema: JsonSchema): JsonSchema {
  const rooted = inlineRoot(schema);
  return rooted === schema ? schema : withUsedDefinitions(rooted);
}

function slotOf(param: NamedParam, isWhole: boolean): ParameterSlot {
  const from = param.role === 'context' ? 'context' : isWhole ? 'whole' : 'property';
  return Object.freeze({ from, name: isWhole ? wholeSlot : param.name, rest: param.rest });
}

function bindingsOf(params: readonly NamedParam[]): ReadonlyMap<string, BindTarget> {
  if (params.every(({ binding }) => binding === undefined)) return noEntries;
  const bindings = new Map<string, BindTarget>();
  for (const param of params) if (param.binding !== undefined) bindings.set(param.name, param.binding);
  return bindings;
}

function dispensableOf(params: readonly NamedParam[]): ReadonlySet<string> {
  const names = params.filter(({ generated }) => generated?.optional === true).map(({ name }) => name);
  return names.length === 0 ? noNames : new Set(names);
}

/** An explicit schema must describe an object: a tool's arguments always are one. */
function objectSource(source: ValueSource, where: string): ValueSource {
  const published = inlineRoot(source.published);
  if (published.type === undefined || published.type === 'object') {
    const typed: JsonSchema = published.type === 'object' ? published : { ...published, type: 'object' };
    return { ...source, published: typed, enforced: source.parse === undefined ? typed : source.enforced };
  }
  throw new DefinitionError(
    `${where}: inputSchema is a schema for ${String(published.type)}. Arguments are an object.`,
  );
}

/** An explicit schema with what `@Param()` says of parameters that take one of its properties each. */
function refinedWhole(whole: ValueSource, params: readonly NamedParam[], where: string): ValueSource {
  const { properties } = whole.published;
  const refined = params.flatMap((param) => {
    const property = properties?.[param.name];
    const keywords = refinements(param, `${where}: parameter '${param.name}'`);
    if (property === undefined || Object.keys(keywords).length === 0) return [];
    return [[param.name, refinedBy(property === true ? {} : property || { not: {} }, keywords)] as const];
  });
  if (refined.length === 0) return whole;
  const published = { ...whole.published, properties: { ...properties, ...Object.fromEntries(refined) } };
  const { authored: _, ...source } = whole;
  return { ...source, published, enforced: source.parse === undefined ? published : source.enforced };
}

function checkTakers(where: string, properties: ReadonlySet<string>, params: readonly NamedParam[]): void {
  for (const property of properties) {
    if (params.some((param) => param.name === property && param.role !== 'context')) continue;
    throw new DefinitionError(
      `${where}: no parameter takes property '${property}' of inputSchema. Name a parameter '${property}', ` +
        'or have one parameter that takes the whole object and is not named like a property.',
    );
  }
  for (const param of params) {
    if (param.role !== 'argument' || properties.has(param.name)) continue;
    if (param.hasDefault || param.generated?.optional === true) continue;
    throw new DefinitionError(
      `${where}: parameter '${param.name}' is no property of inputSchema. Add it, bind it, or say ctx: '${param.name}'.`,
    );
  }
}

/** Values are handed on by the names of their parameters: one under `__proto__` would become a prototype. */
function checkAssignable(params: readonly NamedParam[] = [], where: string): void {
  if (!params.some(({ name, role }) => name === '__proto__' && role !== 'context')) return;
  throw new DefinitionError(`${where}: '__proto__' is never an argument. Rename it.`);
}

function checkNamed(param: NamedParam, where: string): void {
  if (param.name !== standInName(param)) return;
  throw new DefinitionError(
    `${where}: parameter #${param.index + 1} has no name in the source text. Say it with @Param({ name }).`,
  );
}

function checkDistinct(params: readonly NamedParam[], where: string): void {
  const seen = new Set<string>();
  for (const { name } of params) {
    if (seen.has(name)) throw new DefinitionError(`${where}: two parameters are named '${name}'. Rename one.`);
    seen.add(name);
  }
}

function checkBeside(params: readonly NamedParam[], { published }: ValueSource, where: string): void {
  const properties = propertyNames(published);
  for (const { name, role } of params) {
    if (role !== 'binding' || !properties.has(name)) continue;
    throw new DefinitionError(
      `${where}: the bound parameter '${name}' has the name of one of the arguments. Rename one of them.`,
    );
  }
}

// '#' cannot begin an argument's name in source text, so that a stand-in never meets a real one.
function standInName(param: ParamMetadata): string {
  return `#${param.index + 1}`;
}
