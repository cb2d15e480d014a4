import { ClassTransformer } from 'class-transformer';

/**
 * class-transformer, for finding out what a DTO's decorators do. It is imported statically because schemas are built
 * synchronously; calls load it by `import()`, as they load class-validator.
 */
export const transformer = new ClassTransformer();
