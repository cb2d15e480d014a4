import 'reflect-metadata';

/**
 * The only file that uses `Reflect` metadata, and therefore the only process-wide state of the package. All data is
 * stored on the constructor that it describes, as own entries. It survives decorators that replace a method, and is
 * shared by all copies of the package.
 */

/** Returns the value stored on `target` itself under `key`. Values of parent classes are ignored. */
export function readOwn(target: object, key: symbol): unknown {
  return Reflect.getOwnMetadata(key, target);
}

/** Stores `value` on `target` under `key`. */
export function writeOwn(target: object, key: symbol, value: unknown): void {
  Reflect.defineMetadata(key, value, target);
}

/** Returns the value stored on `target` or its prototypes under the key of another library. */
export function readForeign(target: object, key: string): unknown {
  return Reflect.getMetadata(key, target);
}

/** Returns the runtime type that the compiler emitted for a property, or undefined if it emitted none. */
export function designTypeOf(prototype: object, property: string): unknown {
  return Reflect.getMetadata('design:type', prototype, property);
}

/** Returns the runtime types that the compiler emitted for a method's parameters, or undefined if it emitted none. */
export function designParamTypesOf(prototype: object, method: string): readonly unknown[] | undefined {
  const types: unknown = Reflect.getOwnMetadata('design:paramtypes', prototype, method);
  return Array.isArray(types) ? types : undefined;
}
