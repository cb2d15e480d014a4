import type * as compiled from '../../src/schema/dto/transform-reader.js';

/** Reads nothing: class-transformer is asked by doing. */
export const readTransforms: typeof compiled.readTransforms = () => undefined;
