import 'reflect-metadata';

/**
 * The only file that touches `Reflect`'s metadata, and so the only process-wide state of the package.
 * Everything is kept on the constructor that it was said of, own entries only: it survives decorators that replace a
 * method, and two copies of the package share it.
 */

/** What is stored on `target` itself under `key`; never what a parent class has. */
export function readOwn(target: object, key: symbol): unknown {
  return Reflect.getOwnMetadata(key, target);
}

/** Stores `value` on `target` under `key`. */
export function writeOwn(target: object, key: symbol, value: unknown): void {
  Reflect.defineMetadata(key, value, target);
}

/** The run-time type of a property as the compiler emitted it, or undefined where it emitted none. */
export function designTypeOf(prototype: object, property: string): unknown {
  return Reflect.getMetadata('design:type', prototype, property);
}

/** The run-time types of a method's parameters as the compiler emitted them, or undefined where it emitted none. */
export function designParamTypesOf(prototype: object, method: string): readonly unknown[] | undefined {
  const types: unknown = Reflect.getOwnMetadata('design:paramtypes', prototype, method);
  return Array.isArray(types) ? types : undefined;
}
