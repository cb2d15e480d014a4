import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { compileSchema } from '../validation/schema-compiler.js';
import { isPlainObject } from '../values/copy-json.js';
import { parseParts, type ValuePart } from '../values/parameter-parsers.js';
import type { ParseResult, ValueParser } from '../values/value-parser.js';
import { accept, type Conversion, conversionTo } from './conversions.js';
import { copyWithDefinitions } from './copy-schema.js';
import { dtoEngineFor } from './dto-engine.js';
import { dtoClassOf, type GeneratedTypes } from './generated-types.js';
import { createChooser } from './union-choice.js';

/** Converts an accept value to the value that the method receives. Values without conversions are not copied. */
export type Decode = (value: unknown) => ParseResult | Promise<ParseResult>;

/**
 * Creates the parser of the values that a generated schema describes. Its parts are compiled when they are first
 * needed. Bound values are added to the parsed object without conversion.
 */
export function createDecoder(schema: GeneratedSchema, types: GeneratedTypes, where: string): ValueParser {
  const decode = new DecoderCompiler(types, where).compile(schema) ?? accept;
  return (value, bound) => {
    const parsed = decode(value);
    if (bound === undefined) return parsed;
    const bind = (one: ParseResult): ParseResult => (one.ok ? accept({ ...(one.value as object), ...bound }) : one);
    return parsed instanceof Promise ? parsed.then(bind) : bind(parsed);
  };
}

/** Compiles schemas to decoders. Each schema is compiled once, because types may refer to themselves. */
class DecoderCompiler {
  readonly #types: GeneratedTypes;
  readonly #where: string;
  readonly #decoders = new Map<GeneratedSchema, Decode>();

  constructor(types: GeneratedTypes, where: string) {
    this.#types = types;
    this.#where = where;
  }

  /** Returns the decoder of a schema, or undefined if nothing in it is converted. */
  compile(schema: unknown): Decode | undefined {
    if (!isRecord(schema) || !this.#types.converts(schema)) return undefined;
    const existing = this.#decoders.get(schema);
    if (existing !== undefined) return existing;
    let compiled: Decode | undefined;
    const decode: Decode = (value) => {
      compiled ??= this.#compileSchema(schema);
      return compiled(value);
    };
    this.#decoders.set(schema, decode);
    return decode;
  }

  #compileSchema(schema: GeneratedSchema): Decode {
    const dto = dtoClassOf(schema);
    if (dto !== undefined) return dtoEngineFor(dto, this.#where).parserOf(dto);
    const conversion = conversionTo(schema.instanceOf);
    const allOf = Array.isArray(schema.allOf) ? schema.allOf : [];
    // Unions come first, because their branches validate values that are not yet converted.
    const steps = [
      this.#compileUnion(schema.anyOf),
      this.#compileUnion(schema.oneOf),
      this.compile(this.#types.target(schema)),
      ...allOf.map((part) => this.compile(part)),
      this.#compileObject(schema),
      this.#compileArray(schema),
      conversion === undefined ? undefined : this.#compileLeaf(schema, conversion),
    ];
    return sequence(steps.filter((step) => step !== undefined));
  }

  #compileUnion(branches: unknown): Decode | undefined {
    if (!Array.isArray(branches)) return undefined;
    const decoders = branches.map((branch) => this.compile(branch));
    if (decoders.every((decode) => decode === undefined)) return undefined;
    const choose = createChooser(branches, this.#types, this.#where);
    return (value) => (decoders[choose(value) ?? -1] ?? accept)(value);
  }

  #compileObject(schema: GeneratedSchema): Decode | undefined {
    const properties = mapOf(schema.properties);
    const patterns = [...mapOf(schema.patternProperties)].map(([pattern, held]) => ({
      pattern: new RegExp(pattern, 'u'),
      decode: this.compile(held),
    }));
    const decoders = new Map([...properties].map(([name, held]) => [name, this.compile(held)]));
    const further = this.compile(schema.additionalProperties);
    const all = [...decoders.values(), ...patterns.map(({ decode }) => decode), further];
    if (all.every((decode) => decode === undefined)) return undefined;
    const decodersOf = (name: string): readonly (Decode | undefined)[] => {
      const matching = patterns.filter(({ pattern }) => pattern.test(name)).map(({ decode }) => decode);
      if (properties.has(name)) return [decoders.get(name), ...matching];
      return matching.length > 0 ? matching : [further];
    };
    return (value) => (isPlainObject(value) ? decodeMembers(value, decodersOf) : accept(value));
  }

  #compileArray(schema: GeneratedSchema): Decode | undefined {
    const first = (Array.isArray(schema.prefixItems) ? schema.prefixItems : []).map((held) => this.compile(held));
    const items = this.compile(schema.items);
    if ([...first, items].every((decode) => decode === undefined)) return undefined;
    const decoderAt = (index: number): Decode | undefined => (index < first.length ? first[index] : items);
    return (value) => (Array.isArray(value) ? decodeItems(value, decoderAt) : accept(value));
  }

  #compileLeaf(schema: GeneratedSchema, convert: Conversion): Decode {
    let accepts: ((value: unknown) => boolean) | undefined;
    return (value) => {
      const parsed = convert(value);
      if (parsed.ok) return parsed;
      // If the schema rejects the value as well, its own issue is reported, which is more precise.
      accepts ??= compileSchema(copyWithDefinitions(schema, this.#types), this.#where).accepts;
      return accepts(value) ? parsed : accept(value);
    };
  }
}

function sequence(steps: readonly Decode[]): Decode {
  const [only, ...more] = steps;
  if (only !== undefined && more.length === 0) return only;
  return (value) => steps.reduce<ReturnType<Decode>>(andThen, accept(value));
}

function andThen(parsed: ReturnType<Decode>, step: Decode): ReturnType<Decode> {
  if (parsed instanceof Promise) return parsed.then((one) => andThen(one, step));
  return parsed.ok ? step(parsed.value) : parsed;
}

function decodeMembers(
  value: Readonly<Record<string, unknown>>,
  decodersOf: (name: string) => readonly (Decode | undefined)[],
): ReturnType<Decode> {
  const parts: (ValuePart & { readonly step: string })[] = [];
  for (const [name, member] of Object.entries(value)) {
    const steps = decodersOf(name).filter((decode) => decode !== undefined);
    if (steps.length > 0) parts.push({ step: name, value: member, parse: sequence(steps) });
  }
  return parseParts(parts, (members) => {
    const changed = parts.map(({ step }, index) => [step, members[index]] as const);
    return changed.every(([name, member]) => member === value[name])
      ? value
      : { ...value, ...Object.fromEntries(changed) };
  });
}

function decodeItems(items: readonly unknown[], decoderAt: (index: number) => Decode | undefined): ReturnType<Decode> {
  const parts = items.map((value, step) => ({ step, value, parse: decoderAt(step) ?? accept }));
  return parseParts(parts, (decoded) => (decoded.every((item, index) => item === items[index]) ? items : decoded));
}

function mapOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(isRecord(value) ? Object.entries(value) : []);
}
