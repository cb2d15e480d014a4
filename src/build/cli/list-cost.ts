import { measureCost } from '../../toolkit/tool-cost.js';
import { describeName, groupOf } from './list.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { exitCodes } from './shared/exit-codes.js';
import type { CommandResult, Report, ResultFailure } from './shared/report.js';
import type { TextStyle } from './shared/text-style.js';

/** The budget of a cost report, and where it is reported. */
export interface CostOptions {
  /** The largest number of tokens of the active tools. Undefined for no limit. */
  readonly budget: number | undefined;
  readonly report: Report;
}

/** Runs `toolwright list --cost`: measures the tools of a module. The result is a failure if they exceed the budget. */
export async function listCost(place: ToolPlace, { budget, report }: CostOptions): Promise<CommandResult> {
  const { tools, warnings, close } = await loadTools(place);
  await close?.();
  for (const warning of warnings) report.warn(warning);
  const cost = measureCost(
    tools.map((tool) => {
      const { spec, toolkit } = tool;
      const active = toolkit === undefined || toolkit.list({ active: true }).includes(spec);
      return { spec, group: groupOf(tool), active };
    }),
  );
  const { stdout, stderr } = report.styles;
  const lines = cost.tools.map(
    ({ name, group, bytes, tokens }) => `${describeSize(tokens, bytes)}  ${describeName(name, group, stdout)}`,
  );
  const text = [...lines, `${describeSize(cost.tokens, cost.bytes)}  total of the active tools`].join('\n');
  const data = { ...cost, budget };
  return budget === undefined || cost.tokens <= budget
    ? { data, text }
    : { data, text, failure: createExcess(cost.tokens, { budget, style: stderr }) };
}

function createExcess(
  tokens: number,
  { budget, style }: { readonly budget: number; readonly style: TextStyle },
): ResultFailure {
  const message = `The active tools have about ${tokens} tokens, ${tokens - budget} more than the budget of ${budget}.`;
  return {
    exitCode: exitCodes.usage,
    error: { code: 'budget', message },
    text: `${style('red', 'toolwright:')} ${message}`,
  };
}

function describeSize(tokens: number, bytes: number): string {
  return `${String(tokens).padStart(7)} tokens ${String(bytes).padStart(8)} bytes`;
}
