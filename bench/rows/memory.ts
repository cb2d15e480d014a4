import { createSchemas, createSpec, createToolkit } from '../many-tools.js';
import type { Row } from '../row.js';
import { freshSchema } from '../tools.js';

/** What a tool weighs that is registered and was never called: its schema counts, less the schema's text. */
export const row: Row = {
  title: 'Memory per registered tool, less its schema text',
  unit: 'bytes',
  parts: [
    {
      name: 'toolwright',
      // Once only: what is collected of one round must not be taken off the next.
      rounds: 1,
      warmupRounds: 0,
      create: ({ few, many }) => {
        // What the first tools make for all is not what each of them weighs.
        bytesPerTool(few);
        return [{ name: 'Toolkit with JSON Schemas', maxValue: 4_096, sample: () => bytesPerTool(many) }];
      },
    },
  ],
};

function bytesPerTool(count: number): number {
  const before = heapUsed();
  const toolkit = createToolkit(createSchemas(count).map(createSpec));
  const bytes = (heapUsed() - before) / count;
  if (toolkit.list().length !== count) throw new TypeError('A toolkit lost its tools.');
  return bytes - JSON.stringify(freshSchema(count)).length;
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new TypeError('Run node with --expose-gc.');
  for (let time = 0; time < 3; time++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
