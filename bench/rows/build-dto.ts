import type { Part, Row, Scale } from '../row.js';
import { createDtoService } from '../services.js';

const among = (count: string): string => `ToolSpec, a DTO class each, ${count} tools`;

/** What a spec costs whose schema comes from a DTO class of its own, in processes with few such classes and with many. */
export const row: Row = {
  title: 'Building specs with a DTO class each, per tool',
  parts: [
    partOf({ name: among('100'), count: ({ few }) => few, base: undefined }),
    partOf({ name: among('10,000'), count: ({ many }) => many, base: among('100') }),
  ],
};

interface PartOptions {
  readonly name: string;
  readonly count: (scale: Scale) => number;
  readonly base: string | undefined;
}

function partOf({ name, count, base }: PartOptions): Part {
  const compared = base === undefined ? {} : { base };
  return {
    name,
    // Once only: the classes of one round would be there in the next.
    rounds: 1,
    warmupRounds: 0,
    create: (scale) => {
      // Else few tools would pay for compiling the code that many share.
      buildTime(2 * scale.few);
      return [{ name, ...compared, sample: () => buildTime(count(scale)) }];
    },
  };
}

/** Nanoseconds per tool. */
function buildTime(count: number): number {
  const services = Array.from({ length: count }, () => createDtoService().service);
  const start = performance.now();
  const specs = services.map((service) => service.toolSpec('search'));
  const elapsed = performance.now() - start;
  if (specs.at(-1)?.params.query === undefined) throw new TypeError('A spec lost its parameters.');
  return (elapsed * 1e6) / count;
}
