import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiSource } from 'toolwright/rest';
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
    { name: 'first check of arguments, tools of an OpenAPI document, p95', maxValue: 10e6, sample: sampleDocument },
  ];
}

/** What the slowest of 20 tools takes that a document describes: nothing is sent, so that the server does not count. */
async function sampleDocument(): Promise<number> {
  const source = openApiSource(createDocument(), { baseUrl: 'http://127.0.0.1:9' });
  const times: number[] = [];
  for (const spec of await source.specs()) {
    const start = performance.now();
    const { ok } = await spec.validate(goodArguments as never);
    times.push((performance.now() - start) * 1e6);
    if (!ok) throw new TypeError('A first check does not do its work.');
  }
  await source.close();
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function createDocument(): object {
  const operations = Array.from({ length: perRound }, (_, index) => {
    const content = { 'application/json': { schema: freshSchema(index) } };
    const operation = { operationId: `search${index}`, requestBody: { required: true, content }, responses: {} };
    return [`/search/${index}`, { post: operation }] as const;
  });
  return { openapi: '3.1.0', info: { title: 'Search', version: '1' }, paths: Object.fromEntries(operations) };
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
