import { ClassTransformer, Type } from 'class-transformer';
import { requireTransformStorage, type TransformStorage } from './transform-storage.js';

/**
 * class-transformer, for asking it what a DTO's decorators say. The one static import of the package in this folder:
 * schemas are built synchronously. Calls load it by `import()`, as they load class-validator.
 */
export const transformer = new ClassTransformer();

/** Where its decorators write; undefined where that is not to be found at once. */
export function transformStorage(): TransformStorage | undefined {
  if (!storages.has(Type)) storages.set(Type, requireTransformStorage(Type));
  return storages.get(Type);
}

// A memo of a pure answer: the package stays the one that was loaded.
const storages = new WeakMap<typeof Type, TransformStorage | undefined>();
