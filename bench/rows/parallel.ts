import { Toolkit, ToolSpec } from 'toolwright';
import { execByHand } from '../by-hand.js';
import { peerParts, wait } from '../peers.js';
import type { Contender, Row, TimedContender } from '../row.js';
import { goodArguments, searchSchema } from '../tools.js';

const parallelCalls = 1_000;

const base: TimedContender = {
  name: 'Promise.all of the bare methods',
  run: () => inParallel(() => wait(goodArguments)),
  works: (count) => count === parallelCalls,
};

/** Many calls at once of a tool that waits a millisecond. */
export const row: Row = {
  title: '1,000 parallel calls of a tool that waits 1 ms',
  parts: [{ name: 'toolwright', create }, ...peerParts('parallel', base, ['zod', 'ai', 'mcp', 'langchain', 'mastra'])],
};

function create(): readonly Contender[] {
  const spec = ToolSpec.fromFunction(wait, { inputSchema: searchSchema });
  const toolkit = new Toolkit();
  toolkit.register(spec);
  const compared = { base: base.name, works: base.works };
  return [
    base,
    {
      name: 'by hand: results, timed and frozen',
      base: base.name,
      run: () => inParallel(() => execByHand(wait)),
      works: base.works,
    },
    { name: 'spec.call in parallel', run: () => inParallel(() => spec.call(goodArguments)), ...compared },
    {
      name: 'toolkit.execute in parallel',
      run: () => inParallel(() => toolkit.execute('wait', goodArguments)),
      ...compared,
    },
  ];
}

/** How many of the calls gave something. */
async function inParallel(call: () => Promise<unknown>): Promise<number> {
  const results = await Promise.all(Array.from({ length: parallelCalls }, call));
  return results.filter((result) => result !== undefined).length;
}
