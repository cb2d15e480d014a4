import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import type { BindTarget, SchemaSource } from '../../metadata/tool-options.js';
import { propertyNames } from '../json-schema/property-names.js';
import { describedContract, type InputContract, parametersContract, wholeContract } from './input-contract.js';
import { type InputDefinition, type InputParts, type ParameterSlot, readInputParts } from './input-parts.js';
import { noNames } from './nothing.js';
import { readSchemaSource } from './value-source.js';

/** What stands in for a bound parameter that has no value. */
export type Fallback =
  /** The method, a DTO's initialiser or the schema that makes the value does without: it is simply left out. */
  | { readonly kind: 'code' }
  /** The schema's default. */
  | { readonly kind: 'value'; readonly value: unknown };

/**
 * What a tool takes, as its definition fixes it for good: which argument goes to which parameter, what describes it,
 * and which parameters are bound from the start. Bindings made later change only what the model sees: see `contract`.
 */
export class ToolInput {
  readonly #parts: InputParts;
  /** The properties of the one schema that describes all arguments, once they were asked for. */
  #knownNames: ReadonlySet<string> | undefined;
  /** Where no name is bound, as in most tools: thousands of them shall not hold a map each. */
  #unbound: InputContract | undefined;
  /** By the names that are bound. */
  #contracts: Map<string, InputContract> | undefined;
  /** What the model sees in the place of what the definition says. */
  readonly #description: JsonSchema | undefined;

  private constructor(parts: InputParts, description?: JsonSchema) {
    this.#parts = parts;
    this.#description = description;
  }

  get #wholeNames(): ReadonlySet<string> {
    const { whole } = this.#parts;
    this.#knownNames ??= whole === undefined ? noNames : propertyNames(whole.published);
    return this.#knownNames;
  }

  /** Reads a tool's input from its definition. Throws a DefinitionError that begins with the definition's `where`. */
  static read(definition: InputDefinition): ToolInput {
    const input = new ToolInput(readInputParts(definition));
    // Builds the schema now, so that a parameter that nothing types fails here and not at the first call.
    input.contract(new Set(input.bindings.keys()));
    return input;
  }

  /**
   * The same input under another JSON Schema: what the model sees and what is judged. Where each argument goes, and
   * what the method receives, stays as it is.
   *
   * @throws DefinitionError if the schema names what is no argument, or is none for JSON objects.
   */
  describedBy(schema: SchemaSource, where: string): ToolInput {
    const { published, parse } = readSchemaSource(schema, `${where}: inputSchema`, 'input');
    if (parse !== undefined || published.type !== 'object') {
      throw new DefinitionError(`${where}: another inputSchema must be a JSON Schema of type 'object'.`);
    }
    const unknown = [...propertyNames(published)].find((name) => !this.has(name));
    if (unknown !== undefined) {
      throw new DefinitionError(
        `${where}: inputSchema has a property '${unknown}', which is no argument. They are ${this.names().join(', ')}.`,
      );
    }
    return new ToolInput(this.#parts, published);
  }

  /** Undefined for an executor that takes the arguments as one object. */
  get slots(): readonly ParameterSlot[] | undefined {
    return this.#parts.slots;
  }

  /** The bindings that the definition itself makes. */
  get bindings(): ReadonlyMap<string, BindTarget> {
    return this.#parts.bindings;
  }

  /** Whether `name` can be bound: a parameter, or a top-level property of the schema. */
  has(name: string): boolean {
    return this.#parts.parameters.has(name) || this.#wholeNames.has(name);
  }

  /** Whether `name` is a property of the one schema that describes all arguments, not a parameter beside it. */
  isRootProperty(name: string): boolean {
    return !this.#parts.parameters.has(name) && this.#wholeNames.has(name);
  }

  /** Every name that can be bound. */
  names(): readonly string[] {
    return [...new Set([...this.#wholeNames, ...this.#parts.parameters.keys()])];
  }

  /** What stands in for `name` where it is bound and has no value; undefined if nothing does. */
  fallbackFor(name: string): Fallback | undefined {
    const { parameters, whole, dispensable } = this.#parts;
    const parameter = parameters.get(name);
    if (parameter?.hasDefault === true) return { kind: 'code' };
    const published = parameter === undefined ? whole?.published.properties?.[name] : parameter.stated;
    if (typeof published !== 'object' || !('default' in published)) {
      return parameter?.isOptional === true || dispensable.has(name) ? { kind: 'code' } : undefined;
    }
    // Whoever makes the whole of what no schema states fills in its defaults itself.
    const isMade = whole?.parse !== undefined && whole.enforced.properties === undefined;
    if (parameter === undefined && isMade) return { kind: 'code' };
    return { kind: 'value', value: published.default };
  }

  /** What the model sees and what is enforced once the `bound` names are hidden. */
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

  #build(bound: ReadonlySet<string>): InputContract {
    const { whole, parameters, slots } = this.#parts;
    const open = [...parameters]
      .filter(([name]) => !bound.has(name))
      .map(([name, { isOptional, readSource }]) => ({ name, isOptional, source: readSource() }));
    const wholeName = slots?.find((slot) => slot.from === 'whole')?.name;
    const built =
      whole === undefined ? parametersContract(open, bound) : wholeContract({ whole, wholeName, beside: open, bound });
    return this.#description === undefined ? built : describedContract(built, this.#description);
  }
}
