import { memoize } from '../../memoize.js';
import type { Constructor } from '../../metadata/class-records.js';
import { transformer } from './transformer.js';
import {
  createTypeProbe,
  type Discriminator,
  isUnchanged,
  probedType,
  probeValues,
  resolveSubtypes,
} from './type-probe.js';
import type { DtoClass } from './validation-rules.js';

/** What class-transformer does with one property of a DTO. */
export interface TransformFacts {
  /** The name under which a caller sends it; undefined if class-transformer never takes it from a caller. */
  readonly argument: string | undefined;
  /** The class or primitive that `@Type()` names. */
  readonly type: Constructor | undefined;
  /** Whether the values come in a Set or a Map. */
  readonly collection: 'set' | 'map' | undefined;
  readonly discriminator: Discriminator | undefined;
  /** Whether `@Transform()`, or something else, makes of the value what `@Type()` does not explain. */
  readonly transformed: boolean;
}

/** What a probe needs to know of a DTO. */
export interface ProbeTarget {
  readonly dto: DtoClass;
  readonly properties: Iterable<string>;
  /** Classes that may be subtypes of a discriminator. */
  readonly candidates: () => Iterable<Constructor>;
}

/**
 * Finds out what class-transformer's decorators say of a DTO. Its storage is not public, so this asks by doing: it
 * lets class-transformer convert marked values, and watches what comes of them.
 *
 * What it can see: the names of `@Expose`, what `@Exclude` keeps out, the class or primitive of `@Type`, a
 * discriminator and its subtypes (those that have class-validator rules), and that a `@Transform` changes, or throws
 * on, at least one of the probe values.
 * What it cannot see: a `@Transform` that leaves all probe values alone or that only looks at other properties, and
 * `@Type` functions that answer differently from case to case.
 *
 * Nothing runs on an instance of the DTO: values go into a recorder that only has its prototype. The constructors of
 * the classes that `@Type` names run, without arguments, and so do, on probe values, the functions of `@Transform`.
 * Whatever any of them throws stays here.
 */
export function probeTransforms(target: ProbeTarget): ReadonlyMap<string, TransformFacts> {
  const { dto } = target;
  const properties = [...target.properties];
  const names = argumentNames(dto, properties);
  const conversions = probeValues.map((probe) => ({ value: probe(), converted: convertEach(dto, names, probe) }));
  const types = probeTypes(target, names, conversions);
  const changed = changedProperties(conversions, types);
  const facts = new Map<string, TransformFacts>();
  for (const property of properties) {
    const argument = names.get(property);
    const type = changed.has(property) ? { ...untouched, transformed: true } : (types.get(property) ?? untouched);
    facts.set(property, { ...type, argument });
  }
  return facts;
}

/** The values that property initialisers leave when class-transformer is given no arguments. Empty if that throws. */
export const initialValues = memoize((dto: DtoClass): Readonly<Record<string, unknown>> => {
  try {
    // class-transformer calls the constructor without arguments, whatever it declares.
    return Object.freeze({ ...transformer.plainToInstance(dto as new () => object, {}) });
  } catch {
    return Object.freeze({});
  }
});

type TypeFacts = Omit<TransformFacts, 'argument'>;

/** By property, the name under which callers send it. */
type ArgumentNames = ReadonlyMap<string, string>;

const untouched: TypeFacts = { type: undefined, collection: undefined, discriminator: undefined, transformed: false };

function argumentNames(dto: DtoClass, properties: readonly string[]): ArgumentNames {
  const settable = properties.filter((property) => isSettable(dto.prototype, property));
  const together = askForNames(dto, settable);
  if (together.complete) return together.names;
  const names = new Map<string, string>();
  for (const property of settable) {
    const alone = askForNames(dto, [property]);
    // A `@Type` function threw before the outside name was asked for: then the inside name is the best guess.
    const name = alone.names.get(property) ?? (alone.complete ? undefined : property);
    if (name !== undefined) names.set(property, name);
  }
  return names;
}

/**
 * Copies an object with these properties to a target that has a method under every name: class-transformer leaves
 * methods alone, so it gets as far as asking for the outside names, and no further.
 */
function askForNames(dto: DtoClass, properties: readonly string[]): { names: ArgumentNames; complete: boolean } {
  const names = new Map<string, string>();
  let inside: string | undefined;
  let isAsking = false;
  const target: object = new Proxy(Object.create(dto.prototype), {
    get: (_, key) => {
      if (key === 'constructor') isAsking = true;
      else if (typeof key === 'string' && !isAsking) inside = key;
      else if (typeof key === 'string' && inside !== undefined) {
        if (properties.includes(inside)) names.set(inside, key);
        isAsking = false;
        return emptyMethod;
      }
      return key === 'constructor' ? emptyMethod : undefined;
    },
  });
  const source: object = Object.create(dto.prototype);
  for (const property of properties) Object.defineProperty(source, property, { value: true, enumerable: true });
  try {
    transformer.classToClassFromExist(source, target);
    return { names, complete: true };
  } catch {
    return { names, complete: false };
  }
}

function emptyMethod(): void {}

/** Whether a caller's value can be assigned: not to a getter alone, nor over a method. */
function isSettable(prototype: object, property: string): boolean {
  for (let owner: object | null = prototype; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, property);
    if (found !== undefined)
      return found.set !== undefined || (found.get === undefined && typeof found.value !== 'function');
  }
  return true;
}

/** What class-transformer made of one probe value, by property. Properties on which it threw are missing. */
interface Conversion {
  readonly value: unknown;
  readonly converted: ReadonlyMap<string, unknown>;
}

function probeTypes(
  { dto, candidates }: ProbeTarget,
  names: ArgumentNames,
  conversions: readonly Conversion[],
): ReadonlyMap<string, TypeFacts> {
  const probes = new Map([...names.keys()].map((property) => [property, createTypeProbe()]));
  const wholes = convertEach(dto, names, (property) => probes.get(property)?.value);
  const lists = conversions.find(({ value }) => Array.isArray(value))?.converted;
  const facts = new Map<string, TypeFacts>();
  for (const [property, name] of names) {
    const whole = wholes.get(property);
    const isMap = whole instanceof Map;
    const type = probedType(isMap ? entryOf(dto, property, name) : whole);
    const collection = isMap ? 'map' : lists?.get(property) instanceof Set ? 'set' : undefined;
    const asked = probes.get(property)?.discriminator;
    const discriminator = asked && {
      ...asked,
      subtypes: resolveSubtypes({ dto, property, key: asked.property, base: type }, candidates()),
    };
    facts.set(property, { type, collection, discriminator, transformed: !wholes.has(property) });
  }
  return facts;
}

function entryOf(dto: DtoClass, property: string, name: string): unknown {
  const converted = convertEach(dto, new Map([[property, name]]), () => ({ entry: createTypeProbe().value })).get(
    property,
  );
  return converted instanceof Map ? converted.get('entry') : undefined;
}

/** By property, what class-transformer makes of its value. Properties on which it threw are missing. */
function convertEach(
  dto: DtoClass,
  names: ArgumentNames,
  valueFor: (property: string) => unknown,
): ReadonlyMap<string, unknown> {
  const converted = new Map<string, unknown>();
  const recorder = new Proxy(Object.create(dto.prototype), {
    get: (_, key) => (key === 'constructor' ? dto : undefined),
    set: (_, key, result) => {
      if (typeof key === 'string' && !converted.has(key)) converted.set(key, result);
      return true;
    },
  });
  let left = [...names];
  while (left.length > 0) {
    try {
      const plain = Object.fromEntries(left.map(([property, name]) => [name, valueFor(property)]));
      transformer.plainToClassFromExist(recorder, plain);
    } catch {
      // What came before the property that threw is recorded; the next round goes on behind it.
    }
    const failed = left.findIndex(([property]) => !converted.has(property));
    left = failed < 0 ? [] : left.slice(failed + 1);
  }
  return converted;
}

function changedProperties(
  conversions: readonly Conversion[],
  types: ReadonlyMap<string, TypeFacts>,
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const { value, converted } of conversions) {
    for (const [property, type] of types) {
      if (!converted.has(property) || !isUnchanged(value, converted.get(property), type)) changed.add(property);
    }
  }
  return changed;
}
