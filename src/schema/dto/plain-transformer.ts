import { ClassTransformer } from 'class-transformer';

/**
 * class-transformer, for asking it what a DTO's decorators say. The one static import of the package in this folder:
 * schemas are built synchronously. Calls load it by `import()`, as they load class-validator.
 */
export const transformer = new ClassTransformer();
