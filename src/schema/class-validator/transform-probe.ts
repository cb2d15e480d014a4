import { memoize } from '../../base/values/memoize.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { transformer } from './transformer.js';
import {
  createTypeProbe,
  type Discriminator,
  isUnchanged,
  probedType,
  probeValues,
  resolveSubtypes,
} from './type-probe.js';

/** The effect of class-transformer on one property of a DTO. */
export interface TransformFacts {
  /** The name under which a caller sends the property; undefined if class-transformer never reads it from a caller. */
  readonly argument: string | undefined;
  /** The class or primitive that `@Type()` names. */
  readonly type: Constructor | undefined;
  /** The kind of collection, if the values are in a Set or a Map. */
  readonly collection: 'set' | 'map' | undefined;
  readonly discriminator: Discriminator | undefined;
  /** Whether `@Transform()` or other code changes the value in a way that `@Type()` does not explain. */
  readonly transformed: boolean;
}

/** The DTO that a probe examines. */
export interface ProbeTarget {
  readonly dto: DtoClass;
  readonly properties: Iterable<string>;
  /** Returns the classes that may be subtypes of a discriminator. */
  readonly candidates: () => Iterable<Constructor>;
}

/**
 * Determines the effects of class-transformer's decorators on a DTO. Because the storage of class-transformer is not
 * public, the probe lets class-transformer convert marked values and observes the results.
 *
 * It detects the names of `@Expose`, the properties that `@Exclude` excludes, the class or primitive of `@Type`, a
 * discriminator and its subtypes (those that have class-validator rules), and a `@Transform` that changes at least one
 * of the probe values or throws on it. It does not detect a `@Transform` that changes none of the probe values or that
 * only reads other properties, and `@Type` functions whose return value varies.
 *
 * No code runs on an instance of the DTO, because values are assigned to a recorder that only has its prototype. The
 * constructors of the classes that `@Type` names run without arguments, and the functions of `@Transform` run on probe
 * values. Their errors are caught.
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

/** Returns the values that property initialisers set if no arguments are sent, or an empty object if that throws. */
export const initialValues = memoize((dto: DtoClass): Readonly<Record<string, unknown>> => {
  try {
    // class-transformer always calls the constructor without arguments.
    return Object.freeze({ ...transformer.plainToInstance(dto as new () => object, {}) });
  } catch {
    return Object.freeze({});
  }
});

type TypeFacts = Omit<TransformFacts, 'argument'>;

/** The names under which callers send the properties, by property. */
type ArgumentNames = ReadonlyMap<string, string>;

const untouched: TypeFacts = { type: undefined, collection: undefined, discriminator: undefined, transformed: false };

function argumentNames(dto: DtoClass, properties: readonly string[]): ArgumentNames {
  const settable = properties.filter((property) => isSettable(dto.prototype, property));
  const together = askForNames(dto, settable);
  if (together.complete) return together.names;
  const names = new Map<string, string>();
  for (const property of settable) {
    const single = askForNames(dto, [property]);
    // If a `@Type` function threw before the external name was read, the internal name is the best guess.
    const name = single.names.get(property) ?? (single.complete ? undefined : property);
    if (name !== undefined) names.set(property, name);
  }
  return names;
}

/**
 * Reads the external names of these properties: it copies an object with the properties to a target that has a method
 * under every name. class-transformer does not overwrite methods, so it only reads the external names.
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

/** Checks whether a value can be assigned to a property, which excludes methods and getters without a setter. */
function isSettable(prototype: object, property: string): boolean {
  for (let owner: object | null = prototype; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, property);
    if (found !== undefined)
      return found.set !== undefined || (found.get === undefined && typeof found.value !== 'function');
  }
  return true;
}

/** The conversions of one probe value, by property. Properties on which class-transformer threw are absent. */
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
  const results = convertEach(dto, names, (property) => probes.get(property)?.value);
  const lists = conversions.find(({ value }) => Array.isArray(value))?.converted;
  const facts = new Map<string, TypeFacts>();
  for (const [property, name] of names) {
    const result = results.get(property);
    const isMap = result instanceof Map;
    const type = probedType(isMap ? entryOf(dto, property, name) : result);
    const collection = isMap ? 'map' : lists?.get(property) instanceof Set ? 'set' : undefined;
    const asked = probes.get(property)?.discriminator;
    const discriminator = asked && {
      ...asked,
      subtypes: resolveSubtypes({ dto, property, key: asked.property, base: type }, candidates()),
    };
    facts.set(property, { type, collection, discriminator, transformed: !results.has(property) });
  }
  return facts;
}

function entryOf(dto: DtoClass, property: string, name: string): unknown {
  const converted = convertEach(dto, new Map([[property, name]]), () => ({ entry: createTypeProbe().value })).get(
    property,
  );
  return converted instanceof Map ? converted.get('entry') : undefined;
}

/** Converts a value of each property with class-transformer. Properties on which it threw are absent. */
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
  let remaining = [...names];
  while (remaining.length > 0) {
    try {
      const plain = Object.fromEntries(remaining.map(([property, name]) => [name, valueFor(property)]));
      transformer.plainToClassFromExist(recorder, plain);
    } catch {
      // The properties before the one that threw are recorded. The next round resumes after it.
    }
    const failed = remaining.findIndex(([property]) => !converted.has(property));
    remaining = failed < 0 ? [] : remaining.slice(failed + 1);
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
