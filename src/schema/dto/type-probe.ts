import type { Constructor } from '../../metadata/class-records.js';
import { transformer } from './transformer.js';
import type { DtoClass } from './validation-rules.js';

/** How a property of a base class tells which subtype a value is. */
export interface Discriminator {
  /** The property whose value names the subtype. */
  readonly property: string;
  /** Whether the instance keeps that property. */
  readonly kept: boolean;
  /** Those subtypes that could be found, in the order in which they were declared. */
  readonly subtypes: readonly Subtype[];
}

/** One class that a discriminator names. */
export interface Subtype {
  readonly name: string;
  readonly type: Constructor;
}

/** A value that shows what class-transformer does with it. */
export interface TypeProbe {
  readonly value: object;
  /** What was asked of the value on the way to a subtype, once it was converted. */
  readonly discriminator: Omit<Discriminator, 'subtypes'> | undefined;
}

/** A value whose conversion tells the type, and that notices when it is asked for a discriminator. */
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

/** The type that made `result` of a type probe; undefined if none did. */
export function probedType(result: unknown): Constructor | undefined {
  if (typeof result === 'string') return String;
  if (typeof result === 'number') return Number;
  if (typeof result === 'boolean') return Boolean;
  if (typeof result !== 'object' || result === null) return undefined;
  const type: unknown = Object.getPrototypeOf(result)?.constructor;
  return typeof type === 'function' && type !== Object ? type : undefined;
}

/** Values that a `@Transform` is likely to change, if it changes any. Made anew for each use. */
export const probeValues: readonly (() => unknown)[] = [
  () => ' Some Text ',
  () => 7.5,
  () => true,
  () => null,
  () => [' Some Text ', 7.5],
  () => ({ ' Some Key ': ' Some Text ' }),
];

/** What `@Type` is known to say of a property. */
export interface KnownType {
  readonly type: Constructor | undefined;
  readonly collection: 'set' | 'map' | undefined;
}

/** Whether `result` is what class-transformer makes of `value` where there is no `@Transform`. */
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

/** Where a discriminator was found. */
interface DiscriminatedProperty {
  readonly dto: DtoClass;
  readonly property: string;
  /** The discriminating property. */
  readonly key: string;
  readonly base: Constructor | undefined;
}

/**
 * The subtypes among `candidates`. On the way to plain data class-transformer looks a value's class up among the
 * subtypes, and writes the subtype's name into it: so a value that claims to be of each class in turn finds them.
 */
export function resolveSubtypes(where: DiscriminatedProperty, candidates: Iterable<Constructor>): readonly Subtype[] {
  const found: { readonly position: number; readonly subtype: Subtype }[] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const type of relatedFirst(candidates, where.base)) {
    const { name, position } = askForName(where, type);
    // A class that is no subtype was compared with all of them.
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
        // Refusing the write ends the conversion, before any `@Transform` runs.
        return false;
      },
    },
  );
  try {
    transformer.instanceToPlain(Object.create(dto.prototype, { [property]: { value, enumerable: true } }));
  } catch {
    // Either the write was refused, or no subtype has that class.
  }
  return name === undefined ? { position } : { name, position };
}

function relatedFirst(candidates: Iterable<Constructor>, base: Constructor | undefined): readonly Constructor[] {
  const all = [...candidates];
  if (base === undefined) return all;
  const isRelated = (type: Constructor): boolean => type === base || type.prototype instanceof base;
  return [...all.filter(isRelated), ...all.filter((type) => !isRelated(type))];
}
