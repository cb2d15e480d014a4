import type { Constructor } from '../../metadata/class-records.js';
import { transformer } from './plain-transformer.js';
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
  const facts = new Map<string, TransformFacts>();
  for (const property of target.properties) {
    const argument = argumentName(dto, property);
    facts.set(property, argument === undefined ? untouched : probeProperty(target, property, argument));
  }
  for (const property of changedProperties(dto, facts)) {
    facts.set(property, { ...untouched, argument: facts.get(property)?.argument, transformed: true });
  }
  return facts;
}

/** What class-transformer makes of no arguments at all: what property initialisers leave. Empty if that throws. */
export function initialValues(dto: DtoClass): Readonly<Record<string, unknown>> {
  try {
    // class-transformer calls the constructor without arguments, whatever it declares.
    return { ...transformer.plainToInstance(dto as new () => object, {}) };
  } catch {
    return {};
  }
}

const untouched: TransformFacts = {
  argument: undefined,
  type: undefined,
  collection: undefined,
  discriminator: undefined,
  transformed: false,
};

/**
 * Copies an object with just this property to a target that has a method under every name: class-transformer leaves
 * methods alone, so it gets as far as asking for the outside name, and no further.
 */
function argumentName(dto: DtoClass, property: string): string | undefined {
  if (!isSettable(dto.prototype, property)) return undefined;
  const names = new Map<string, string>();
  let inside: string | undefined;
  let isAsking = false;
  const target: object = new Proxy(Object.create(dto.prototype), {
    get: (_, key) => {
      if (key === 'constructor') isAsking = true;
      else if (typeof key === 'string' && !isAsking) inside = key;
      else if (typeof key === 'string' && inside !== undefined) {
        names.set(inside, key);
        isAsking = false;
        return emptyMethod;
      }
      return key === 'constructor' ? emptyMethod : undefined;
    },
  });
  try {
    const source: object = Object.create(dto.prototype, { [property]: { value: true, enumerable: true } });
    transformer.classToClassFromExist(source, target);
  } catch {
    // A `@Type` function threw before the outside name was asked for.
    return names.get(property) ?? property;
  }
  return names.get(property);
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

function probeProperty({ dto, candidates }: ProbeTarget, property: string, argument: string): TransformFacts {
  const convert = (value: unknown): Conversion => {
    const converted = convertEach(dto, new Map([[property, argument]]), () => value);
    return converted.has(property) ? { done: true, result: converted.get(property) } : { done: false };
  };
  const probe = createTypeProbe();
  const whole = convert(probe.value);
  const { discriminator } = probe;
  if (!whole.done) return { ...untouched, argument, transformed: true };
  const list = convert([]);
  const isMap = whole.result instanceof Map;
  const collection = isMap ? 'map' : list.done && list.result instanceof Set ? 'set' : undefined;
  const type = probedType(isMap ? entryOf(convert({ entry: createTypeProbe().value })) : whole.result);
  if (discriminator === undefined) return { ...untouched, argument, type, collection };
  const subtypes = resolveSubtypes({ dto, property, key: discriminator.property, base: type }, candidates());
  return { ...untouched, argument, type, collection, discriminator: { ...discriminator, subtypes } };
}

type Conversion = { readonly done: true; readonly result: unknown } | { readonly done: false };

function entryOf(conversion: Conversion): unknown {
  return conversion.done && conversion.result instanceof Map ? conversion.result.get('entry') : undefined;
}

/** By property, what class-transformer makes of `value()`. Properties on which it threw are missing. */
function convertEach(
  dto: DtoClass,
  names: ReadonlyMap<string, string>,
  value: () => unknown,
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
      transformer.plainToClassFromExist(recorder, Object.fromEntries(left.map(([, name]) => [name, value()])));
    } catch {
      // What came before the property that threw is recorded; the next round goes on behind it.
    }
    const failed = left.findIndex(([property]) => !converted.has(property));
    left = failed < 0 ? [] : left.slice(failed + 1);
  }
  return converted;
}

function changedProperties(dto: DtoClass, facts: ReadonlyMap<string, TransformFacts>): ReadonlySet<string> {
  const names = new Map<string, string>();
  for (const [property, { argument }] of facts) if (argument !== undefined) names.set(property, argument);
  const changed = new Set<string>();
  for (const value of probeValues) {
    const converted = convertEach(dto, names, value);
    for (const property of names.keys()) {
      const { type, collection } = facts.get(property) ?? untouched;
      const isExplained =
        converted.has(property) && isUnchanged(value(), converted.get(property), { type, collection });
      if (!isExplained) changed.add(property);
    }
  }
  return changed;
}
