import { seePage } from '../../base/errors/docs-page.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { isTypeScriptProgram } from '../../base/runtime/type-set-up.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import type { BindTarget, SchemaSource } from '../../tool/metadata/tool-options.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { propertyNames } from '../json-schema/property-names.js';
import { ArgumentNames } from './argument-names.js';
import { noNames } from './empty.js';
import {
  createParametersContract,
  createRootContract,
  describeContract,
  type InputContract,
} from './input-contract.js';
import { type InputDefinition, type InputParts, type ParameterSlot, readInputParts } from './input-parts.js';
import { createMissingDescriptionError } from './missing-description.js';
import { readSchemaSource } from './read-schema-source.js';

/** The replacement for the missing value of a bound parameter. */
export type Fallback =
  /** The value is omitted, because the method, a DTO's initialiser or the schema that parses the value handles it. */
  | { readonly kind: 'code' }
  /** The default of the schema. */
  | { readonly kind: 'value'; readonly value: unknown };

/** The settings that apply to every contract of an input. */
interface InputSettings {
  /** The names that models see. Undefined if no argument is renamed. */
  readonly argumentNames?: ArgumentNames | undefined;
  /** The schema that replaces the published and enforced schemas of the definition. */
  readonly description?: JsonSchema | undefined;
  readonly interpretation: Interpretation | undefined;
}

/**
 * The input of a tool, fixed by its definition: the parameter for each argument, the description of each argument, and
 * the parameters that the definition binds. Later bindings only change the contract; see `contract`.
 */
export class ToolInput {
  readonly #parts: InputParts;
  /** The property names of the schema that describes all arguments, once they have been read. */
  #rootPropertyNames: ReadonlySet<string> | undefined;
  /** The contract without bound names. Stored separately, because most tools need no map of contracts. */
  #unbound: InputContract | undefined;
  /** The contracts by their bound names. */
  #contracts: Map<string, InputContract> | undefined;
  /** The schema that replaces the published and enforced schemas of the definition. */
  readonly #description: JsonSchema | undefined;
  readonly #interpretation: Interpretation | undefined;
  readonly #argumentNames: ArgumentNames | undefined;

  private constructor(parts: InputParts, { description, interpretation, argumentNames }: InputSettings) {
    this.#argumentNames = argumentNames;
    this.#parts = parts;
    this.#description = description;
    this.#interpretation = interpretation;
  }

  get #rootNames(): ReadonlySet<string> {
    const { root } = this.#parts;
    this.#rootPropertyNames ??= root === undefined ? noNames : propertyNames(root.published);
    return this.#rootPropertyNames;
  }

  /** Reads a tool's input from its definition. Throws a DefinitionError that begins with the definition's `where`. */
  static read(definition: InputDefinition): ToolInput {
    const { mangledNames = [] } = definition;
    const input = new ToolInput(readParts(definition), { interpretation: definition.interpretation });
    const isNamedBySchema = definition.inputSchema !== undefined;
    if (!isNamedBySchema && mangledNames.some((name) => input.has(name))) throw createMangledError(definition);
    // Builds the schema now, so that a parameter without a type fails here and not in the first call.
    input.contract(new Set(input.bindings.keys()));
    return input;
  }

  /**
   * Returns a copy of this input with another JSON Schema for publishing and validation. The assignment of arguments to
   * parameters and the parsed values do not change.
   *
   * @throws DefinitionError if the schema has a property that is not an argument, or is not a JSON Schema for objects.
   */
  describedBy(schema: SchemaSource, where: string): ToolInput {
    const { published, parse } = readSchemaSource(schema, `${where}: inputSchema`, 'input');
    if (parse !== undefined || published.type !== 'object') {
      throw new DefinitionError(`${where}: the replacement inputSchema must be a JSON Schema of type 'object'.`);
    }
    const unknown = [...propertyNames(published)].find((name) => !this.has(name));
    if (unknown !== undefined) {
      throw new DefinitionError(
        `${where}: inputSchema has a property '${unknown}', which is not an argument. The arguments are ${this.names().join(', ')}.`,
      );
    }
    return new ToolInput(this.#parts, { ...this.#settings, description: published });
  }

  /**
   * Returns a copy of this input in which models see and send other names for some arguments.
   *
   * @throws DefinitionError on a name that is no argument, on a new name that another argument has, and on a schema whose
   * properties cannot be renamed.
   */
  renameArguments(renames: Readonly<Record<string, string>>, where: string): ToolInput {
    const argumentNames = (this.#argumentNames ?? new ArgumentNames(new Map())).rename(renames, this.names(), where);
    const renamed = new ToolInput(this.#parts, { ...this.#settings, argumentNames });
    renamed.contract(noNames);
    return renamed;
  }

  /** The names that models see. Undefined if no argument is renamed. */
  get argumentNames(): ArgumentNames | undefined {
    return this.#argumentNames;
  }

  get #settings(): InputSettings {
    return {
      description: this.#description,
      interpretation: this.#interpretation,
      argumentNames: this.#argumentNames,
    };
  }

  #definedName(name: string): string {
    return this.#argumentNames?.toDefined(name) ?? name;
  }

  /** The limits and the engine for patterns; undefined for no limits and the native engine. */
  get interpretation(): Interpretation | undefined {
    return this.#interpretation;
  }

  /** The slots of the parameters; undefined for an executor that receives the arguments as one object. */
  get slots(): readonly ParameterSlot[] | undefined {
    return this.#parts.slots;
  }

  /**
   * What the definition says of the data in arguments, by JSON Pointer, in which the step `*` is any key or index.
   *
   * @param bound - The names of bound parameters, whose types may be unknown.
   */
  flow(bound: ReadonlySet<string>): Readonly<Record<string, ParamFlow>> {
    const { root, parameters, flow } = this.#parts;
    const within = [...parameters].flatMap(([name, { readSource }]) => {
      if (bound.has(this.#argumentNames?.toPublished(name) ?? name)) return [];
      const entries = Object.entries(readSource().flow?.() ?? {});
      return entries.map(([pointer, said]) => [`${pointerOf([name])}${pointer}`, said] as const);
    });
    const own = [...flow].map(([name, said]) => [pointerOf([name]), said] as const);
    const ofClasses = [...Object.entries(root?.flow?.() ?? {}), ...within].map(([pointer, { decides, kind }]) => {
      return [pointer, { decides, kind }] as const;
    });
    const entries: readonly (readonly [string, ParamFlow])[] = [...ofClasses, ...own];
    return Object.fromEntries(entries.map(([pointer, said]) => [this.#publishedPointer(pointer), said]));
  }

  #publishedPointer(pointer: string): string {
    const names = this.#argumentNames;
    if (names === undefined) return pointer;
    const [name = '', ...steps] = stepsOf(pointer);
    return pointerOf([names.toPublished(name) ?? name, ...steps]);
  }

  /** The bindings that the definition declares. */
  get bindings(): ReadonlyMap<string, BindTarget> {
    return this.#parts.bindings;
  }

  /** Checks whether `name` can be bound, as a parameter or a top-level property of the schema. */
  has(name: string): boolean {
    return this.names().includes(name);
  }

  /** Whether one schema describes all arguments. */
  get hasRoot(): boolean {
    return this.#parts.root !== undefined;
  }

  /** Checks whether `name` is a property of the schema that describes all arguments, and not an extra parameter. */
  isRootProperty(name: string): boolean {
    const defined = this.#definedName(name);
    return !this.#parts.parameters.has(defined) && this.#rootNames.has(defined);
  }

  /** Returns the published schema of an argument that is a property of the root, also if it is bound. */
  rootProperty(name: string): JsonSchema | boolean | undefined {
    return this.#parts.root?.published.properties?.[this.#definedName(name)];
  }

  /** Returns every name that can be bound. */
  names(): readonly string[] {
    const names = [...new Set([...this.#rootNames, ...this.#parts.parameters.keys()])];
    return names.map((name) => this.#argumentNames?.toPublished(name) ?? name);
  }

  /** Returns the fallback for an argument if it is bound and has no value, or undefined if it has no fallback. */
  fallbackFor(published: string): Fallback | undefined {
    return this.#fallbackFor(this.#definedName(published));
  }

  #fallbackFor(name: string): Fallback | undefined {
    const { parameters, root, optionalParameters } = this.#parts;
    const parameter = parameters.get(name);
    if (parameter?.hasDefault === true) return { kind: 'code' };
    const published = parameter === undefined ? root?.published.properties?.[name] : parameter.declared;
    if (typeof published !== 'object' || !('default' in published)) {
      return parameter?.isOptional === true || optionalParameters.has(name) ? { kind: 'code' } : undefined;
    }
    // If no enforced schema declares the properties, the parser fills in the defaults itself.
    const isFilledByParser = root?.parse !== undefined && root.enforced.properties === undefined;
    if (parameter === undefined && isFilledByParser) return { kind: 'code' };
    return { kind: 'value', value: published.default };
  }

  /** Returns the contract in which the `bound` names are hidden. */
  contract(bound: ReadonlySet<string>): InputContract {
    if (bound.size === 0) {
      this.#unbound ??= this.#build(noNames);
      return this.#unbound;
    }
    this.#contracts ??= new Map();
    const key = JSON.stringify([...bound].sort());
    const contract = this.#contracts.get(key) ?? this.#build(bound);
    this.#contracts.set(key, contract);
    return contract;
  }

  #build(hidden: ReadonlySet<string>): InputContract {
    const names = this.#argumentNames;
    const contract = this.#buildDefined(
      names === undefined ? hidden : new Set([...hidden].map((name) => names.toDefined(name))),
    );
    const renamed = names === undefined ? contract : names.publishContract(contract);
    return this.#description === undefined ? renamed : describeContract(renamed, this.#description);
  }

  /** Builds a contract with the names of the definition. */
  #buildDefined(bound: ReadonlySet<string>): InputContract {
    const { root, parameters, slots, flattened } = this.#parts;
    const open = [...parameters]
      .filter(([name]) => !bound.has(name))
      .map(([name, { isOptional, readSource }]) => ({ name, isOptional, source: readSource() }));
    const rootName = slots?.find((slot) => slot.from === 'root')?.name;
    const built =
      root === undefined
        ? createParametersContract(open, bound)
        : createRootContract({ root, rootName, extraParameters: open, bound });
    const defaulted = open.filter(({ name }) => parameters.get(name)?.hasDefault === true);
    const codeDefaults =
      defaulted.length === 0
        ? undefined
        : new Map(
            defaulted.map(({ name, source: { parse } }) => [name, parse === undefined ? 'plain' : 'parsed'] as const),
          );
    return { ...built, interpretation: this.#interpretation, codeDefaults, flattened };
  }
}

/** Reads the parts of an input. A problem of a parameter that a minifier renamed is reported together with the cause. */
function readParts(definition: InputDefinition): InputParts {
  const { mangledNames = [] } = definition;
  try {
    return readInputParts(definition);
  } catch (cause) {
    const isConcerned = DefinitionError.is(cause) && mangledNames.some((name) => cause.message.includes(`'${name}'`));
    if (!isConcerned || isTypeScriptProgram()) throw cause;
    throw createNameError(
      definition,
      `${cause.message} The names ${mangledNames.join(', ')} look like those of a minifier: ${nameFixes}.` +
        seePage('compilers-and-bundlers'),
      cause,
    );
  }
}

const nameFixes =
  'name each parameter with @Param({ name }) or params: [{ name }]; generate the metadata of the class; preserve the ' +
  "names of parameters in the minifier; set names: 'source' if these are your own names";

function createMangledError(definition: InputDefinition): DefinitionError {
  const { where, mangledNames = [] } = definition;
  return createNameError(
    definition,
    `${where}: a minifier renamed its parameters, so that a model would see the names ${mangledNames.join(', ')}. ` +
      `Fix one of: ${nameFixes}.${seePage('compilers-and-bundlers')}`,
  );
}

/** Creates the error of renamed parameters. A generated description of a function contains their names. */
function createNameError({ isFunction }: InputDefinition, message: string, cause?: unknown): DefinitionError {
  return isFunction === true
    ? createMissingDescriptionError(message, cause)
    : new DefinitionError(message, cause === undefined ? {} : { cause });
}
