import { ToolSpec } from 'toolwright';
import type { Contender, TimedContender } from './row.js';
import { chunkCount, watch } from './tools.js';

/** Reading the tool's generator with nothing in between. */
export const plainLoop: TimedContender = {
  name: 'plain for await, per chunk',
  units: chunkCount,
  run: async () => {
    let chunks = 0;
    for await (const chunk of watch()) if (chunk !== '') chunks++;
    return chunks;
  },
  works: (chunks) => chunks === chunkCount,
};

/** A way to read the tool's stream beside the plain one. `count` gives how many responses came, the last one included. */
export function streamContenders(
  { name, maxRatio }: { readonly name: string; readonly maxRatio: number },
  count: (spec: ToolSpec) => Promise<number>,
): readonly Contender[] {
  const spec = ToolSpec.fromFunction(watch);
  return [
    plainLoop,
    {
      name,
      units: chunkCount,
      base: plainLoop.name,
      maxRatio,
      run: () => count(spec),
      works: (responses) => responses === chunkCount + 1,
    },
  ];
}
