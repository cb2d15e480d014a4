import { seePage } from '../../base/errors/docs-page.js';
import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import type { ParamMetadata } from '../../tool/metadata/param-metadata.js';
import type { BindTarget, SchemaSource } from '../../tool/metadata/tool-options.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { inlineRoot } from '../json-schema/inline-root.js';
import { propertyNames } from '../json-schema/property-names.js';
import { withUsedDefinitions } from '../json-schema/used-definitions.js';
import type { GeneratedDefs } from '../typed/generated-types.js';
import type { ValueSource } from '../values/value-source.js';
import { noEntries, noNames } from './empty.js';
import { isFlattened, isOptional, readParameterSource, readRefinements, refineSchema } from './parameter-source.js';
import { readSchemaSource } from './read-schema-source.js';

/** The source of the value of one positional parameter of the method. */
export interface ParameterSlot {
  /** `root`: all arguments as one value. `property`: one argument or binding. `context`: the ToolContext. */
  readonly from: 'root' | 'property' | 'context';
  /** The key of the value: the argument's name, or a placeholder for a parameter that needs no name. */
  readonly name: string;
  readonly rest: boolean;
}

// No parameter can have this name. It is the same in all tools, so that their argument objects have one shape.
const rootSlot = '#root';

/** Wraps the arguments of a tool with one parameter for all of them: `value` becomes the value of the root slot. */
export function wrapSoleArgument(value: unknown): Record<string, unknown> {
  // Not `[rootSlot]`, because an object literal with a computed name is many times slower.
  return { '#root': value };
}

/** The definition from which a tool's input is read. */
export interface InputDefinition {
  /** `Class.method` or the tool's name, for errors. */
  readonly where: string;
  readonly inputSchema: SchemaSource | undefined;
  /** The names of arguments that a minifier renamed. */
  readonly mangledNames?: readonly string[];
  /** Undefined for an executor that receives the arguments as one object. */
  readonly params: readonly ParamMetadata[] | undefined;
  /** Whether the compiler emitted runtime types. */
  readonly reflected: boolean;
  /** Whether the parameters are those of a plain function, which has no decorators. @default false */
  readonly isFunction?: boolean | undefined;
  /** The definitions to which the references in generated schemas resolve. */
  readonly $defs?: GeneratedDefs | undefined;
  /** The limits and the engine for patterns; undefined for no limits and the native engine. */
  readonly interpretation?: Interpretation | undefined;
}

/** An argument with its own description. */
export interface ParameterInput {
  /** Whether the model may omit the argument. */
  readonly isOptional: boolean;
  /** Whether the method itself has a default for the parameter. */
  readonly hasDefault: boolean;
  /** The default that is declared outside the source text of the method. */
  readonly declared: Pick<JsonSchema, 'default'>;
  /**
   * Returns the source of its values. It is called late, because a bound parameter needs no type until it is unbound.
   */
  readonly readSource: () => ValueSource;
}

/** The parts of a tool's input that its definition fixes. */
export interface InputParts {
  readonly where: string;
  /** Undefined for an executor that receives the arguments as one object. */
  readonly slots: readonly ParameterSlot[] | undefined;
  /** The bindings that the definition declares. */
  readonly bindings: ReadonlyMap<string, BindTarget>;
  /** The source of all arguments, if one schema describes them. */
  readonly root: ValueSource | undefined;
  /** The arguments with their own descriptions: all of them, or those in addition to a root. */
  readonly parameters: ReadonlyMap<string, ParameterInput>;
  /** The parameters that the types of the method declare as optional. */
  readonly optionalParameters: ReadonlySet<string>;
  /** What the definition says of the data in arguments, by name. */
  readonly flow: ReadonlyMap<string, ParamFlow>;
  /** The name of the parameter that receives the root. Undefined if it has none, or has that of a property. */
  readonly flattened?: string | undefined;
}

/** Reads a tool's input from its definition: from an explicit schema, or else from each parameter. */
export function readInputParts(definition: InputDefinition): InputParts {
  const params = definition.params?.map((param) => ({ ...param, name: param.name ?? placeholderName(param) }));
  checkAssignable(params, definition.where);
  return definition.inputSchema !== undefined
    ? explicitParts(definition, definition.inputSchema, params)
    : parameterParts(definition, params ?? []);
}

type NamedParam = ParamMetadata & { readonly name: string };

function explicitParts(
  definition: InputDefinition,
  inputSchema: SchemaSource,
  described: readonly NamedParam[] | undefined,
): InputParts {
  const { where } = definition;
  const root = objectSource(readSchemaSource(inputSchema, `${where}: inputSchema`, 'input'), where);
  if (described === undefined) {
    return {
      where,
      root,
      slots: undefined,
      bindings: noEntries,
      parameters: noEntries,
      optionalParameters: noNames,
      flow: noEntries,
    };
  }
  const properties = propertyNames(root.published);
  const params = withContext(described, properties);
  const args = params.filter((param) => param.role === 'argument');
  const sole = args.length === 1 ? args[0] : undefined;
  const receivesRoot = sole !== undefined && !sole.rest && !properties.has(sole.name);
  if (!receivesRoot) checkReceivers(where, properties, params);
  if (sole !== undefined && !receivesRoot) checkInferred(definition, { root, properties, name: sole.name });
  // A bound parameter that is not a property of the schema is an extra parameter.
  const extraParameters = params.filter((param) => param.role === 'binding' && !properties.has(param.name));
  return {
    where,
    root: receivesRoot ? root : refineRoot(root, params, where),
    slots: params.map((param) => slotOf(param, receivesRoot && param === sole)),
    bindings: bindingsOf(params),
    optionalParameters: optionalParametersOf(params),
    flow: flowOf(params),
    parameters: parametersOf(extraParameters, definition),
    flattened: receivesRoot ? flattenedName(sole, root) : undefined,
  };
}

/**
 * Gives the context to the second of two parameters, neither of which is a property: the first one receives the entire
 * object. Without types, nothing else says that a parameter is the context.
 */
function withContext(params: readonly NamedParam[], properties: ReadonlySet<string>): readonly NamedParam[] {
  const isPlain = ({ role, rest, hasDefault, name }: NamedParam): boolean =>
    role === 'argument' && !rest && !hasDefault && !properties.has(name);
  const [first, second, ...others] = params;
  if (first === undefined || second === undefined || others.length > 0 || properties.size === 0) return params;
  const isTyped =
    second.generated !== undefined || second.designType !== undefined || second.options.type !== undefined;
  return isPlain(first) && isPlain(second) && !isTyped ? [first, { ...second, role: 'context' }] : params;
}

function parameterParts(definition: InputDefinition, params: readonly NamedParam[]): InputParts {
  const { where } = definition;
  const args = params.filter((param) => param.role === 'argument');
  const sole = args.length === 1 ? args[0] : undefined;
  const source = sole === undefined ? undefined : readParameterSource(sole, definition);
  const rooted = sole === undefined || source === undefined ? undefined : inlineRootSource(sole, source);
  if (sole !== undefined && rooted !== undefined && (isFlattened(sole, rooted) || isOpenPattern(sole, rooted))) {
    checkBoundNames(params, rooted, where);
    const bound = params.filter((param) => param.role === 'binding');
    return {
      where,
      root: rooted,
      slots: params.map((param) => slotOf(param, param === sole)),
      bindings: bindingsOf(params),
      optionalParameters: optionalParametersOf(params),
      flow: flowOf(params),
      parameters: parametersOf(bound, definition),
      flattened: flattenedName(sole, rooted),
    };
  }
  for (const param of args) checkNamed(param, where);
  checkDistinct(params, where);
  const ownArguments = params.filter(({ role }) => role === 'argument' || role === 'binding');
  return {
    where,
    root: undefined,
    slots: params.map((param) => slotOf(param, false)),
    bindings: bindingsOf(params),
    optionalParameters: optionalParametersOf(params),
    flow: flowOf(params),
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
        { isOptional: isOptional(param), hasDefault, declared: declaredDefault(param), readSource },
      ] as const;
    }),
  );
}

function declaredDefault({ options, literalDefault }: ParamMetadata): ParameterInput['declared'] {
  if ('default' in options) return { default: options.default };
  return literalDefault === undefined ? {} : { default: literalDefault.value };
}

/** Returns the source of a sole parameter with its root schema inlined, so that its properties are visible. */
function inlineRootSource(param: NamedParam, source: ValueSource): ValueSource {
  const rooted = { ...source, published: withInlineRoot(source.published), enforced: withInlineRoot(source.enforced) };
  if (!isOpenPattern(param, rooted)) return rooted;
  const { default: _, ...published } = rooted.published;
  return { ...rooted, published };
}

/**
 * Checks whether a parameter is a pattern such as `{ limit = 5 } = {}` for an object without required properties. It
 * has no name that an argument could use, and its default corresponds to a call without arguments.
 */
function isOpenPattern(param: NamedParam, { published }: ValueSource): boolean {
  const { properties = {}, required = [], type } = published;
  if (param.name !== placeholderName(param) || JSON.stringify(param.literalDefault?.value) !== '{}') return false;
  return type === 'object' && required.length === 0 && Object.keys(properties).length > 0;
}

function flattenedName(param: NamedParam, { published }: ValueSource): string | undefined {
  const { name } = param;
  return name === placeholderName(param) || propertyNames(published).has(name) ? undefined : name;
}

function withInlineRoot(schema: JsonSchema): JsonSchema {
  const rooted = inlineRoot(schema);
  return rooted === schema ? schema : withUsedDefinitions(rooted);
}

function slotOf(param: NamedParam, isRoot: boolean): ParameterSlot {
  const from = param.role === 'context' ? 'context' : isRoot ? 'root' : 'property';
  return Object.freeze({ from, name: isRoot ? rootSlot : param.name, rest: param.rest });
}

function bindingsOf(params: readonly NamedParam[]): ReadonlyMap<string, BindTarget> {
  if (params.every(({ binding }) => binding === undefined)) return noEntries;
  const bindings = new Map<string, BindTarget>();
  for (const param of params) if (param.binding !== undefined) bindings.set(param.name, param.binding);
  return bindings;
}

function flowOf(params: readonly NamedParam[]): ReadonlyMap<string, ParamFlow> {
  const said = params.flatMap(({ name, options: { decides, kind, readers } }) => {
    const isSaid = decides !== undefined || kind !== undefined || readers !== undefined;
    return isSaid ? [[name, Object.freeze({ decides, kind, readers })] as const] : [];
  });
  return said.length === 0 ? noEntries : new Map(said);
}

function optionalParametersOf(params: readonly NamedParam[]): ReadonlySet<string> {
  const names = params.filter(({ generated }) => generated?.optional === true).map(({ name }) => name);
  return names.length === 0 ? noNames : new Set(names);
}

/** Checks that an explicit schema describes an object, because the arguments of a tool are an object. */
function objectSource(source: ValueSource, where: string): ValueSource {
  const published = withUsedDefinitions(inlineRoot(source.published));
  if (published.type === undefined || published.type === 'object') {
    const typed: JsonSchema = published.type === 'object' ? published : { ...published, type: 'object' };
    return { ...source, published: typed, enforced: source.parse === undefined ? typed : source.enforced };
  }
  throw new DefinitionError(
    `${where}: inputSchema has type ${String(published.type)}, but arguments are an object. Use type 'object'.`,
  );
}

/** Adds the keywords of `@Param()` to the properties of an explicit schema that the parameters receive. */
function refineRoot(root: ValueSource, params: readonly NamedParam[], where: string): ValueSource {
  const { properties } = root.published;
  const refined = params.flatMap((param) => {
    const property = properties?.[param.name];
    const keywords = readRefinements(param, `${where}: parameter '${param.name}'`);
    if (property === undefined || Object.keys(keywords).length === 0) return [];
    return [[param.name, refineSchema(property === true ? {} : property || { not: {} }, keywords)] as const];
  });
  if (refined.length === 0) return root;
  const published = { ...root.published, properties: { ...properties, ...Object.fromEntries(refined) } };
  const { authored: _, ...source } = root;
  return { ...source, published, enforced: source.parse === undefined ? published : source.enforced };
}

interface InferredParameter {
  readonly root: ValueSource;
  readonly properties: ReadonlySet<string>;
  readonly name: string;
}

/**
 * Rejects a function whose only parameter has the name of the only property of a schema of zod or another library: it would
 * receive the property, and TypeScript infers the entire object.
 */
function checkInferred({ isFunction, where }: InputDefinition, { root, properties, name }: InferredParameter): void {
  if (isFunction !== true || root.parse === undefined || properties.size !== 1 || !properties.has(name)) return;
  throw new DefinitionError(
    `${where}: the parameter '${name}' has the name of the only property of inputSchema, and its type is the entire ` +
      `object. Destructure it, as in ({ ${name} }) => …, or give it a name that is not a property.`,
  );
}

function checkReceivers(where: string, properties: ReadonlySet<string>, params: readonly NamedParam[]): void {
  for (const property of properties) {
    if (params.some((param) => param.name === property && param.role !== 'context')) continue;
    throw new DefinitionError(
      `${where}: no parameter receives property '${property}' of inputSchema. Name a parameter '${property}', ` +
        'or declare one parameter for the entire object, with a name that is not a property.',
    );
  }
  for (const param of params) {
    if (param.role !== 'argument' || properties.has(param.name)) continue;
    if (param.hasDefault || param.generated?.optional === true) continue;
    throw new DefinitionError(
      `${where}: parameter '${param.name}' is not a property of inputSchema. Fix one of: add the property; ` +
        `bind the parameter; set ctx: '${param.name}'.${seePage('troubleshooting')}`,
    );
  }
}

/** Rejects the name `__proto__`, because values are assigned by the names of their parameters. */
function checkAssignable(params: readonly NamedParam[] = [], where: string): void {
  if (!params.some(({ name, role }) => name === '__proto__' && role !== 'context')) return;
  throw new DefinitionError(`${where}: '__proto__' cannot be the name of an argument. Rename the parameter.`);
}

function checkNamed(param: NamedParam, where: string): void {
  if (param.name !== placeholderName(param)) return;
  throw new DefinitionError(
    `${where}: parameter #${param.index + 1} has no name in the source text. Set it with @Param({ name }).`,
  );
}

function checkDistinct(params: readonly NamedParam[], where: string): void {
  const seen = new Set<string>();
  for (const { name } of params) {
    if (seen.has(name)) throw new DefinitionError(`${where}: two parameters are named '${name}'. Rename one.`);
    seen.add(name);
  }
}

function checkBoundNames(params: readonly NamedParam[], { published }: ValueSource, where: string): void {
  const properties = propertyNames(published);
  for (const { name, role } of params) {
    if (role !== 'binding' || !properties.has(name)) continue;
    throw new DefinitionError(
      `${where}: the bound parameter '${name}' has the name of one of the arguments. Rename one of them.`,
    );
  }
}

// A parameter's name in source text cannot begin with '#', so a placeholder never equals a real name.
function placeholderName(param: ParamMetadata): string {
  return `#${param.index + 1}`;
}
