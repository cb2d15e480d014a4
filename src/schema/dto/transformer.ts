import { ClassTransformer } from 'class-transformer';

/**
 * The class-transformer instance that probes the effects of a DTO's decorators. It is imported statically because
 * schemas are built synchronously. Calls load class-transformer and class-validator with `import()`.
 */
export const transformer = new ClassTransformer();
