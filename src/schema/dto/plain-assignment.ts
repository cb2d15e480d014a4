import type { TransformStorage, TypeRecord } from './private-modules.js';
import { type DtoClass, rulesOf } from './validation-rules.js';

/** The properties of a class that arguments may set. */
export interface AssignedProperties {
  readonly dto: DtoClass;
  readonly names: readonly string[];
}

/**
 * Finds the classes of the typed properties of a DTO with which class-transformer does no more than `new` and
 * assigning. Undefined for every other class: one with `@Transform`, `@Expose`, `@Exclude`, a discriminator, a
 * conversion to a scalar type, a set or a map, a type that depends on the value, an accessor, or a property named like
 * a member of every object.
 */
export function assignedTypes(
  { dto, names }: AssignedProperties,
  storage: TransformStorage,
): ReadonlyMap<string, DtoClass> | undefined {
  if (dto.prototype.constructor !== dto || isDecorated(dto, storage)) return undefined;
  const types = new Map<string, DtoClass>();
  for (const name of names) {
    if (name in dto.prototype || storage.findTransformMetadatas(dto, name, toInstance).length > 0) return undefined;
    const record = storage.findTypeMetadata(dto, name);
    if (record === undefined) continue;
    const type = nestedType(record);
    if (type === undefined) return undefined;
    types.set(name, type);
  }
  return types;
}

/** class-transformer's number for the way from plain data to an instance. */
const toInstance = 0;

/** Whether `@Expose` or `@Exclude` decides which properties there are. */
function isDecorated(dto: DtoClass, storage: TransformStorage): boolean {
  if (storage.getStrategy(dto) !== 'none' || storage.getExposedMetadatas(dto).length > 0) return true;
  return storage.getExcludedProperties(dto, toInstance).length > 0;
}

/**
 * The class that `@Type` names, where class-transformer makes of any object an instance of it, and of any array an
 * array.
 */
function nestedType({ typeFunction, reflectedType, options }: TypeRecord): DtoClass | undefined {
  // A function with a parameter may answer by the value.
  if (typeof typeFunction !== 'function' || typeFunction.length > 0 || options?.discriminator !== undefined) {
    return undefined;
  }
  const type = ask(typeFunction as () => unknown);
  if (!isRuled(type)) return undefined;
  // class-transformer fills an instance of the emitted type in the place of an array if it has a method `push`.
  return isListable(reflectedType) || (reflectedType === type && !('push' in type.prototype)) ? type : undefined;
}

/** A class may not be there yet, where modules import each other. */
function ask(typeFunction: () => unknown): unknown {
  try {
    return typeFunction();
  } catch {
    return undefined;
  }
}

function isRuled(type: unknown): type is DtoClass {
  return typeof type === 'function' && typeof type.prototype === 'object' && rulesOf(type as DtoClass).length > 0;
}

function isListable(emitted: unknown): boolean {
  return emitted === undefined || emitted === Array || emitted === Object;
}
