import { ClassTransformer, Type } from 'class-transformer';
import { loadTransformStorage, type TransformStorage } from './transform-storage.js';

/**
 * class-transformer, for asking it what a DTO's decorators say. The one static import of the package in this folder:
 * schemas are built synchronously. Calls load it by `import()`, as they load class-validator.
 */
export const transformer = new ClassTransformer();

/** Where its decorators write; undefined where that is not to be found, and until it is. */
export function transformStorage(): TransformStorage | undefined {
  return storages.get(Type);
}

// A memo of a pure answer: the package stays the one that was loaded.
const storages = new WeakMap<typeof Type, TransformStorage>();

// Nobody can wait for it where schemas are built: begun here, it is there for all that are not built at once.
void loadTransformStorage(Type).then((storage) => {
  if (storage !== undefined) storages.set(Type, storage);
});
