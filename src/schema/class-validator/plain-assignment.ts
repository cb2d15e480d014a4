import { type DtoClass, rulesOf } from '../dto/validation-rules.js';
import type { TransformStorage, TypeRecord } from './private-modules.js';

/** The properties of a class that arguments may set. */
export interface AssignedProperties {
  readonly dto: DtoClass;
  readonly names: readonly string[];
}

/**
 * Returns the classes of the typed properties of a DTO for which class-transformer only uses `new` and assignments.
 * Returns undefined for any other class: one with `@Transform`, `@Expose`, `@Exclude`, a discriminator, a conversion to
 * a scalar type, a set or a map, a type that depends on the value, an accessor, or a property with the name of a member
 * of every object.
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

/** The number of class-transformer's direction from plain data to an instance. */
const toInstance = 0;

/** Checks whether `@Expose` or `@Exclude` selects the properties. */
function isDecorated(dto: DtoClass, storage: TransformStorage): boolean {
  if (storage.getStrategy(dto) !== 'none' || storage.getExposedMetadatas(dto).length > 0) return true;
  return storage.getExcludedProperties(dto, toInstance).length > 0;
}

/**
 * Returns the class that `@Type` names, if class-transformer converts any object to an instance of it and any array to
 * an array.
 */
function nestedType({ typeFunction, reflectedType, options }: TypeRecord): DtoClass | undefined {
  // The return value of a function with a parameter may depend on the value.
  if (typeof typeFunction !== 'function' || typeFunction.length > 0 || options?.discriminator !== undefined) {
    return undefined;
  }
  const type = callTypeFunction(typeFunction as () => unknown);
  if (!isRuled(type)) return undefined;
  // class-transformer fills an instance of the emitted type instead of an array if it has a method `push`.
  return isListable(reflectedType) || (reflectedType === type && !('push' in type.prototype)) ? type : undefined;
}

/** Calls a type function. Its class may not be initialised yet if modules import each other. */
function callTypeFunction(typeFunction: () => unknown): unknown {
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
