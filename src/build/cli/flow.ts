import { visibleText } from '../../base/text/visible-text.js';
import { partOfHost } from '../../call/host-call.js';
import { type FlowReport, flowReport, type ReportedFlow, type ReportedTool } from '../../features/flow/flow-report.js';
import { type Toolkit } from '../../index.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { alignColumns } from './align-columns.js';
import { countOf } from './count-of.js';
import { loadModule } from './load-module.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { CommandResult, Report, ResultFailure } from './shared/report.js';
import type { TextStyle } from './shared/text-style.js';

/** The options of `toolwright flow`. */
export interface FlowCommand {
  readonly modulePath: string;
  /** Whether a tool without a declared label is a failure. */
  readonly check: boolean;
}

/** Runs `toolwright flow`: reports where the data of the tools of a toolkit can go. */
export async function printFlow({ modulePath, check }: FlowCommand, report: Report): Promise<CommandResult> {
  const data = flowReport(await loadToolkit(modulePath, report));
  const { stdout, stderr } = report.styles;
  const text = describeReport(data, stdout);
  return check && data.unlabelled.length > 0
    ? { data, text, failure: createFailure(data.unlabelled, stderr) }
    : { data, text };
}

async function loadToolkit(modulePath: string, report: Report): Promise<Toolkit> {
  const { tools, warnings } = await loadModule(modulePath);
  for (const warning of warnings) report.warn(warning);
  const toolkits = [...new Set(tools.flatMap(({ toolkit }) => toolkit ?? []))];
  const [toolkit, ...others] = toolkits.filter((one) => partOfHost(one, flowPartKey) !== undefined);
  if (toolkit !== undefined && others.length === 0) return toolkit;
  const found = toolkit === undefined ? 'no toolkit' : `${others.length + 1} toolkits`;
  throw new CommandFailure(`'${modulePath}' exports ${found} with the option flow. Export one.`, exitCodes.module);
}

function describeReport({ tools, unlabelled, flows }: FlowReport, style: TextStyle): string {
  const [head = '', ...rows] = alignColumns([columns, ...tools.map(cellsOf)]);
  const labels =
    unlabelled.length === 0
      ? 'All tools have a declared label.'
      : `${style('yellow', 'Without a declared label:')} ${listOf(unlabelled)}`;
  const paths = flows.length === 0 ? ['No tool can carry data to another one.'] : flows.map(describeFlow);
  return [style('bold', head), ...rows, '', labels, '', ...paths].join('\n');
}

const columns = ['tool', 'results', 'private', 'read-only', 'open world', 'deciding arguments'];

function cellsOf({
  name,
  results,
  show,
  isPrivate,
  isReadOnly,
  isOpenWorld,
  deciding,
}: ReportedTool): readonly string[] {
  const flags = [isPrivate, isReadOnly, isOpenWorld].map((flag) => (flag ? 'yes' : 'no'));
  const shown = show === 'handle' ? `${results}, as handles` : results;
  return [visibleText(name), shown, ...flags, listOf(deciding)];
}

function describeFlow({ from, to, carries, asks }: ReportedFlow): string {
  return `${visibleText(from)} → ${visibleText(to)}: carries ${listOf(carries)}, asks for ${listOf(asks)}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(visibleText).join(', ');
}

function createFailure(unlabelled: readonly string[], style: TextStyle): ResultFailure {
  const message = `${countOf(unlabelled.length, 'tool')} without a declared label. Declare trust, or list the tools in the option flow.`;
  return {
    exitCode: exitCodes.findings,
    error: { code: 'findings', message },
    text: `${style('red', 'toolwright:')} ${message}`,
  };
}
