import { measureCost } from '../toolkit/tool-cost.js';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { groupOf } from './list.js';
import { loadTools } from './load-tools.js';
import type { Streams } from './streams.js';

/** The format, the budget and the streams of a cost report. */
export interface CostOptions {
  readonly json: boolean;
  /** The largest number of tokens of the active tools. Undefined for no limit. */
  readonly budget: number | undefined;
  readonly streams: Pick<Streams, 'stdout' | 'stderr'>;
}

/**
 * Runs `toolwright list --cost`: prints the size of the tools of a module.
 *
 * @throws CommandFailure if the active tools exceed the budget.
 */
export async function listCost(modulePath: string, { json, budget, streams }: CostOptions): Promise<void> {
  const { tools, warnings } = await loadTools(modulePath);
  for (const warning of warnings) streams.stderr.write(`${warning}\n`);
  const cost = measureCost(
    tools.map((tool) => {
      const { spec, toolkit } = tool;
      const active = toolkit === undefined || toolkit.list({ active: true }).includes(spec);
      return { spec, group: groupOf(tool), active };
    }),
  );
  const lines = cost.tools.map(
    ({ name, group, bytes, tokens }) => `${describeSize(tokens, bytes)}  ${name} [${group}]`,
  );
  const text = [...lines, `${describeSize(cost.tokens, cost.bytes)}  total of the active tools`].join('\n');
  streams.stdout.write(`${json ? JSON.stringify({ ...cost, budget }, undefined, 2) : text}\n`);
  if (budget === undefined || cost.tokens <= budget) return;
  throw new CommandFailure(
    `The active tools have about ${cost.tokens} tokens, ${cost.tokens - budget} more than the budget of ${budget}.`,
    exitCodes.usage,
  );
}

function describeSize(tokens: number, bytes: number): string {
  return `${String(tokens).padStart(7)} tokens ${String(bytes).padStart(8)} bytes`;
}
