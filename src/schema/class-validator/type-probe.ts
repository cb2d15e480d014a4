import type { Constructor } from '../../tool/metadata/class-records.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { transformer } from './transformer.js';

/** A discriminator: the property of a base class that selects the subtype of a value. */
export interface Discriminator {
  /** The property whose value names the subtype. */
  readonly property: string;
  /** Whether the instance retains that property. */
  readonly kept: boolean;
  /** The subtypes that were found, in the order of their declaration. */
  readonly subtypes: readonly Subtype[];
}

/** One subtype of a discriminator. */
export interface Subtype {
  readonly name: string;
  readonly type: Constructor;
}

/** A value that records how class-transformer converts it. */
export interface TypeProbe {
  readonly value: object;
  /** The discriminator that class-transformer read from the value, available after the conversion. */
  readonly discriminator: Omit<Discriminator, 'subtypes'> | undefined;
}

/** Creates a value whose conversion reveals the type, and that records the read of a discriminator. */
export function createTypeProbe(): TypeProbe {
  let property: string | undefined;
  let kept = true;
  const value = new Proxy(
    {},
    {
      get: (target, key) => (key === Symbol.toPrimitive ? toPrimitive : Reflect.get(target, key)),
      has: (_, key) => {
        if (typeof key === 'string') property = key;
        return true;
      },
      deleteProperty: () => {
        kept = false;
        return true;
      },
    },
  );
  return {
    value,
    get discriminator() {
      return property === undefined ? undefined : { property, kept };
    },
  };
}

function toPrimitive(hint: string): string | number {
  return hint === 'string' ? '' : 0;
}

/** Returns the type that converted a type probe to `result`, or undefined if no type did. */
export function probedType(result: unknown): Constructor | undefined {
  if (typeof result === 'string') return String;
  if (typeof result === 'number') return Number;
  if (typeof result === 'boolean') return Boolean;
  if (typeof result !== 'object' || result === null) return undefined;
  const type: unknown = Object.getPrototypeOf(result)?.constructor;
  return typeof type === 'function' && type !== Object ? type : undefined;
}

/** The factories of values that a `@Transform` is likely to change. Each use creates new values. */
export const probeValues: readonly (() => unknown)[] = [
  () => ' Some Text ',
  () => 7.5,
  () => true,
  () => null,
  () => [' Some Text ', 7.5],
  () => ({ ' Some Key ': ' Some Text ' }),
];

/** The known effect of `@Type` on a property. */
export interface KnownType {
  readonly type: Constructor | undefined;
  readonly collection: 'set' | 'map' | undefined;
}

/** Checks whether class-transformer would convert `value` to `result` without a `@Transform`. */
export function isUnchanged(value: unknown, result: unknown, { type, collection }: KnownType): boolean {
  if (Array.isArray(value)) {
    const items = result instanceof Set ? [...result] : result;
    if (!Array.isArray(items)) return false;
    return value.length === items.length && value.every((item, index) => isConverted(item, items[index], type));
  }
  if (collection === 'map') return (typeof value === 'object' && value !== null) || Object.is(value, result);
  return isConverted(value, result, type);
}

function isConverted(value: unknown, result: unknown, type: Constructor | undefined): boolean {
  if (value === null) return result === null;
  if (type === String || type === Number || type === Boolean) return Object.is(type(value), result);
  if (type === Date) return result instanceof Date && Object.is(result.getTime(), new Date(value as string).getTime());
  if (typeof value !== 'object') return Object.is(value, result);
  return type !== undefined || JSON.stringify(value) === JSON.stringify(result);
}

/** The property for which a discriminator was found. */
interface DiscriminatedProperty {
  readonly dto: DtoClass;
  readonly property: string;
  /** The discriminating property. */
  readonly key: string;
  readonly base: Constructor | undefined;
}

/**
 * Returns the subtypes among `candidates`. To convert an instance to plain data, class-transformer looks up its class
 * among the subtypes and assigns the subtype's name to it. A value that claims to have each class in turn reveals them.
 */
export function resolveSubtypes(where: DiscriminatedProperty, candidates: Iterable<Constructor>): readonly Subtype[] {
  const found: { readonly position: number; readonly subtype: Subtype }[] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const type of relatedFirst(candidates, where.base)) {
    const { name, position } = askForName(where, type);
    // A class that is not a subtype was compared with all subtypes.
    if (name === undefined) count = position;
    else found.push({ position, subtype: { name, type } });
    if (found.length >= count) break;
  }
  return found.sort((one, other) => one.position - other.position).map(({ subtype }) => subtype);
}

function askForName(
  { dto, property, key }: DiscriminatedProperty,
  type: Constructor,
): { name?: string; position: number } {
  let name: string | undefined;
  let position = 0;
  const value = new Proxy(
    {},
    {
      get: (_, asked) => {
        if (asked !== 'constructor') return undefined;
        position++;
        return type;
      },
      set: (_, written, subtypeName) => {
        if (written === key && typeof subtypeName === 'string') name = subtypeName;
        // Rejecting the write ends the conversion before any `@Transform` runs.
        return false;
      },
    },
  );
  try {
    transformer.instanceToPlain(Object.create(dto.prototype, { [property]: { value, enumerable: true } }));
  } catch {
    // Either the write was rejected, or no subtype has that class.
  }
  return name === undefined ? { position } : { name, position };
}

function relatedFirst(candidates: Iterable<Constructor>, base: Constructor | undefined): readonly Constructor[] {
  const all = [...candidates];
  if (base === undefined) return all;
  const isRelated = (type: Constructor): boolean => type === base || type.prototype instanceof base;
  return [...all.filter(isRelated), ...all.filter((type) => !isRelated(type))];
}
