import type * as compiled from '../../src/execution/argument-placer.js';
import { ABSENT } from '../../src/state/state-path.js';

/** Puts each bound value where it belongs, in a loop. */
export const placerOf: typeof compiled.placerOf =
  ({ layout }, places, boundValue) =>
  (value, state) => {
    const placed: Record<string, unknown> = layout === 'whole' ? { '#whole': value } : value;
    for (const [index, { parameter, inWhole }] of places.entries()) {
      const bound = boundValue(index, state);
      if (bound !== ABSENT) (inWhole ? value : placed)[parameter] = bound;
    }
    return placed;
  };
