import { createSchemas, createSpec, createToolkit } from '../many-tools.js';
import type { Row } from '../row.js';
import { freshSchema, goodArguments } from '../tools.js';

/**
 * What remains in memory: of a tool that is registered and was never called, less the text of its schema; of a session; and
 * of a call that has ended.
 */
export const row: Row = {
  title: 'Memory per idle tool, session and ended call',
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
        return [
          { name: 'a tool with a JSON Schema', maxValue: 4_096, sample: () => bytesPerTool(many) },
          { name: 'a session', sample: () => bytesPerSession(many) },
          { name: 'an ended call', sample: () => bytesPerCall(many) },
        ];
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

function bytesPerSession(count: number): number {
  const toolkit = createToolkit(createSchemas(10).map(createSpec));
  toolkit.session();
  const before = heapUsed();
  const sessions = Array.from({ length: count }, (_, index) => toolkit.session({ state: { user: index } }));
  const bytes = (heapUsed() - before) / count;
  if (sessions.some((session) => session.activeGroups().length !== 1)) throw new TypeError('A session lost its group.');
  return bytes;
}

async function bytesPerCall(count: number): Promise<number> {
  const toolkit = createToolkit(createSchemas(1).map(createSpec));
  const run = async (calls: number): Promise<void> => {
    for (let call = 0; call < calls; call++) {
      const { success } = await toolkit.execute('search_0', goodArguments);
      if (!success) throw new TypeError('A call does not do its work.');
    }
  };
  // What the first calls compile is not what each of them leaves.
  await run(count);
  const before = heapUsed();
  await run(count);
  return (heapUsed() - before) / count;
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new TypeError('Run node with --expose-gc.');
  for (let time = 0; time < 3; time++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
