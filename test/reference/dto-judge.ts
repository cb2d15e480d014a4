import type * as compiled from '../../src/schema/dto/dto-judge.js';

/** Judges no class: class-validator does. */
export const judgeOf: typeof compiled.judgeOf = () => undefined;
