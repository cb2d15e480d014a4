import { ClassTransformer, Type } from 'class-transformer';
import { type TransformStorage, transformStorageOf } from './transform-storage.js';

/**
 * class-transformer, for asking it what a DTO's decorators say: schemas are built synchronously, so that it is imported
 * statically, here and where its storage is read. Calls load it by `import()`, as they load class-validator.
 */
export const transformer = new ClassTransformer();

/** Where its decorators write; undefined where that is not to be found. */
export function transformStorage(): TransformStorage | undefined {
  return transformStorageOf(Type);
}
