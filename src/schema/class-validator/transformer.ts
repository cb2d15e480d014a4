import { ClassTransformer } from 'class-transformer';

/** The class-transformer instance that probes the effects of a DTO's decorators and converts arguments. */
export const transformer = new ClassTransformer();
