import { Ajv2020 } from 'ajv/dist/2020.js';
import { createSpecs } from '../many-tools.js';
import type { Contender, Row } from '../row.js';
import { createDtoService } from '../services.js';
import { median } from '../statistics.js';
import { freshSchema, goodArguments, isFound } from '../tools.js';

const perRound = 20;

/** The call in which a tool's validator is compiled. */
export const row: Row = {
  title: 'First call of a tool',
  parts: [{ name: 'toolwright', create }],
};

function create(): readonly Contender[] {
  const ajv = new Ajv2020();
  const base = 'ajv.compile alone';
  let seen = 0;
  return [
    {
      name: base,
      sample: () =>
        medianTime(
          Array.from({ length: perRound }, () => freshSchema(seen++)),
          (schema) => ajv.compile(schema),
        ),
    },
    {
      name: 'first spec.call, JSON Schema',
      base,
      sample: () => medianTime(createSpecs(perRound), async (spec) => isFound(await spec.call(goodArguments))),
    },
    {
      name: 'first spec.call, DTO',
      base,
      sample: () => {
        const specs = Array.from({ length: perRound }, () => createDtoService().service.toolSpec('search'));
        return medianTime(specs, async (spec) => isFound(await spec.call(goodArguments)));
      },
    },
  ];
}

/** The median of what each takes, in nanoseconds. */
async function medianTime<Item>(items: readonly Item[], work: (item: Item) => unknown): Promise<number> {
  const times: number[] = [];
  for (const item of items) {
    const start = performance.now();
    const worked = await work(item);
    times.push((performance.now() - start) * 1e6);
    if (worked === false) throw new TypeError('A first call does not do its work.');
  }
  return median(times);
}
