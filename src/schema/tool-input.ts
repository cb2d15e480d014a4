import { DefinitionError } from '../errors.js';
import type { JsonSchema } from '../json-schema.js';
import type { ParamMetadata } from '../metadata/tool-metadata.js';
import type { BindTarget, SchemaSource } from '../metadata/tool-options.js';
import { inlineRoot } from './inline-root.js';
import { type InputContract, parametersContract, wholeContract } from './input-contract.js';
import { isFlattened, readParameterSource } from './parameter-source.js';
import { readSchemaSource, type ValueSource } from './value-source.js';

/** Where one positional parameter of the method gets its value. */
export interface ParameterSlot {
  /** `whole`: all arguments as one value. `property`: one argument or binding. `context`: the ToolContext. */
  readonly from: 'whole' | 'property' | 'context';
  /** The argument's name, or a stand-in for a parameter that needs none. */
  readonly name: string;
  readonly rest: boolean;
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
}

/**
 * What a tool takes, as its definition fixes it for good: which argument goes to which parameter, what describes it,
 * and which parameters are bound from the start. Bindings made later change only what the model sees: see `contract`.
 */
export class ToolInput {
  readonly where: string;
  /** Undefined for an executor that takes the arguments as one object. */
  readonly slots: readonly ParameterSlot[] | undefined;
  /** The bindings that the definition itself makes. */
  readonly bindings: ReadonlyMap<string, BindTarget>;
  /** All arguments together, where one schema describes them. */
  readonly #whole: ValueSource | undefined;
  /** What describes arguments one by one: all of them, or those that stand beside a whole. Read when first needed. */
  readonly #parameters: ReadonlyMap<string, ParameterInput>;
  readonly #contracts = new Map<string, InputContract>();

  private constructor(parts: InputParts) {
    this.where = parts.where;
    this.slots = parts.slots;
    this.bindings = parts.bindings;
    this.#whole = parts.whole;
    this.#parameters = parts.parameters;
  }

  /** Reads a tool's input from its definition: explicit schema, else parameter by parameter. */
  static read(definition: InputDefinition): ToolInput {
    const params = definition.params?.map((param) => ({ ...param, name: param.name ?? standInName(param) }));
    const parts =
      definition.inputSchema !== undefined
        ? explicitParts(definition, definition.inputSchema, params)
        : parameterParts(definition, params ?? []);
    const input = new ToolInput(parts);
    // Builds the schema now, so that a parameter that nothing types fails here and not at the first call.
    input.contract(new Set(parts.bindings.keys()));
    return input;
  }

  /** Whether `name` can be bound: a parameter, or a top-level property of the schema. */
  has(name: string): boolean {
    return this.#parameters.has(name) || Object.hasOwn(this.#whole?.published.properties ?? {}, name);
  }

  /** Whether `name` is a property of the one schema that describes all arguments, not a parameter beside it. */
  isOfWhole(name: string): boolean {
    return !this.#parameters.has(name) && this.has(name);
  }

  /** Every name that can be bound. */
  names(): readonly string[] {
    return [...new Set([...Object.keys(this.#whole?.published.properties ?? {}), ...this.#parameters.keys()])];
  }

  /** Whether a call may leave `name` without a value, because the code or the schema then supplies one. */
  canOmit(name: string): boolean {
    const parameter = this.#parameters.get(name);
    if (parameter !== undefined) return parameter.optional;
    return !(this.#whole?.published.required ?? []).includes(name);
  }

  /** What the model sees and what is enforced once the `bound` names are hidden. */
  contract(bound: ReadonlySet<string>): InputContract {
    const key = [...bound].sort().join('\n');
    const known = this.#contracts.get(key);
    if (known !== undefined) return known;
    const open = [...this.#parameters]
      .filter(([name]) => !bound.has(name))
      .map(([name, { optional, readSource }]) => ({ name, optional, source: readSource() }));
    const built =
      this.#whole === undefined
        ? parametersContract(open, bound)
        : wholeContract({ whole: this.#whole, wholeName: this.#wholeName(), beside: open, bound });
    this.#contracts.set(key, built);
    return built;
  }

  #wholeName(): string | undefined {
    return this.slots?.find((slot) => slot.from === 'whole')?.name;
  }
}

/** One argument: whether it may be left out, and what describes it. */
interface ParameterInput {
  readonly optional: boolean;
  /** A bound parameter needs no type until it is unbound. */
  readonly readSource: () => ValueSource;
}

interface InputParts {
  readonly where: string;
  readonly slots: readonly ParameterSlot[] | undefined;
  readonly bindings: ReadonlyMap<string, BindTarget>;
  readonly whole: ValueSource | undefined;
  readonly parameters: ReadonlyMap<string, ParameterInput>;
}

type NamedParam = ParamMetadata & { readonly name: string };

function explicitParts(
  definition: InputDefinition,
  inputSchema: SchemaSource,
  params: readonly NamedParam[] | undefined,
): InputParts {
  const { where } = definition;
  const whole = objectSource(readSchemaSource(inputSchema, `${where}: inputSchema`, 'input'), where);
  if (params === undefined) return { where, whole, slots: undefined, bindings: new Map(), parameters: new Map() };
  const properties = whole.published.properties ?? {};
  const args = params.filter((param) => param.role === 'argument');
  const sole = args.length === 1 ? args[0] : undefined;
  const takesWhole = sole !== undefined && !Object.hasOwn(properties, sole.name);
  if (!takesWhole) checkTakers(where, whole.published, params);
  // A bound parameter that is no property of the schema stands beside it.
  const beside = params.filter((param) => param.role === 'binding' && !Object.hasOwn(properties, param.name));
  return {
    where,
    whole,
    slots: params.map((param) => slotOf(param, takesWhole && param === sole)),
    bindings: bindingsOf(params),
    parameters: lazyParameters(beside, definition),
  };
}

function parameterParts(definition: InputDefinition, params: readonly NamedParam[]): InputParts {
  const { where } = definition;
  const args = params.filter((param) => param.role === 'argument');
  const sole = args.length === 1 ? args[0] : undefined;
  const source = sole === undefined ? undefined : readParameterSource(sole, definition);
  const rooted = source === undefined ? undefined : { ...source, published: inlineRoot(source.published) };
  if (sole !== undefined && rooted !== undefined && isFlattened(sole, rooted)) {
    checkBeside(params, rooted, definition.where);
    return {
      where,
      whole: rooted,
      slots: params.map((param) => slotOf(param, param === sole)),
      bindings: bindingsOf(params),
      parameters: lazyParameters(
        params.filter((param) => param.role === 'binding'),
        definition,
      ),
    };
  }
  for (const param of args) checkNamed(param, where);
  checkDistinct(params, where);
  return {
    where,
    whole: undefined,
    slots: params.map((param) => slotOf(param, false)),
    bindings: bindingsOf(params),
    parameters: lazyParameters(
      params.filter((param) => param.role !== 'context'),
      definition,
    ),
  };
}

function lazyParameters(params: readonly NamedParam[], definition: InputDefinition): InputParts['parameters'] {
  return new Map(
    params.map((param) => {
      const optional = param.hasDefault || param.rest || param.options.optional === true || 'default' in param.options;
      let source: ValueSource | undefined;
      const readSource = (): ValueSource => {
        source ??= readParameterSource(param, definition);
        return source;
      };
      return [param.name, { optional, readSource }] as const;
    }),
  );
}

function slotOf(param: NamedParam, isWhole: boolean): ParameterSlot {
  const from = param.role === 'context' ? 'context' : isWhole ? 'whole' : 'property';
  return Object.freeze({ from, name: param.name, rest: param.rest });
}

function bindingsOf(params: readonly NamedParam[]): ReadonlyMap<string, BindTarget> {
  const bindings = new Map<string, BindTarget>();
  for (const param of params) if (param.binding !== undefined) bindings.set(param.name, param.binding);
  return bindings;
}

/** An explicit schema must describe an object: a tool's arguments always are one. */
function objectSource(source: ValueSource, where: string): ValueSource {
  const published = inlineRoot(source.published);
  if (published.type === undefined || published.type === 'object') {
    const typed: JsonSchema = { ...published, type: 'object' };
    return { ...source, published: typed, enforced: source.receive === undefined ? typed : source.enforced };
  }
  throw new DefinitionError(
    `${where}: inputSchema is a schema for ${String(published.type)}. Arguments are an object.`,
  );
}

function checkTakers(where: string, schema: JsonSchema, params: readonly NamedParam[]): void {
  const properties = Object.keys(schema.properties ?? {});
  for (const property of properties) {
    if (params.some((param) => param.name === property && param.role !== 'context')) continue;
    throw new DefinitionError(
      `${where}: no parameter takes property '${property}' of inputSchema. Name a parameter '${property}', ` +
        'or have one parameter that takes the whole object.',
    );
  }
  for (const param of params) {
    if (param.role !== 'argument' || param.hasDefault || properties.includes(param.name)) continue;
    throw new DefinitionError(
      `${where}: parameter '${param.name}' is no property of inputSchema. Add it, bind it, or say ctx: '${param.name}'.`,
    );
  }
}

function checkNamed(param: NamedParam, where: string): void {
  if (param.name === '__proto__') throw new DefinitionError(`${where}: '__proto__' is never an argument. Rename it.`);
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
  for (const { name, role } of params) {
    if (role !== 'binding' || !Object.hasOwn(published.properties ?? {}, name)) continue;
    throw new DefinitionError(
      `${where}: the bound parameter '${name}' has the name of one of the arguments. Rename one of them.`,
    );
  }
}

// '#' cannot begin an argument's name in source text, so that a stand-in never meets a real one.
function standInName(param: ParamMetadata): string {
  return `#${param.index + 1}`;
}
