import type * as compiled from '../../src/schema/dto/dto-maker.js';

/** Makes no instance: class-transformer does. */
export const makerOf: typeof compiled.makerOf = () => undefined;
