import { visibleText } from '../../base/text/visible-text.js';
import type { Confusion } from '../checks/eval/confusion-table.js';
import { type CaseResult, type Evaluation, statusOf } from '../checks/eval/evaluate.js';
import { explainCase, showName } from '../checks/eval/explain-case.js';
import { alignColumns } from './align-columns.js';
import { countOf } from './count-of.js';
import type { TextFormat, TextStyle } from './shared/text-style.js';

// A model may call any number of tools that do not exist.
const maxRows = 50;
const formats = { ok: 'green', wrong: 'red', error: 'yellow' } as const satisfies Record<string, TextFormat>;

/** Describes an evaluation for people: a line for each case, a table of the confused tools, and the totals. */
export function describeEvaluation({ results, confusions, totals }: Evaluation, style: TextStyle): string {
  const { cases, rightTool, rightArguments, errors } = totals;
  const parts = [
    results.map((result) => describeCase(result, style)).join('\n'),
    ...(confusions.length === 0 ? [] : [describeConfusions(confusions, style)]),
    `${countOf(cases, 'case')}: right tool ${rightTool}, right arguments ${rightArguments}, errors ${errors}`,
  ];
  return parts.join('\n\n');
}

function describeCase(result: CaseResult, style: TextStyle): string {
  const status = statusOf(result);
  const explanation = explainCase(result);
  const lines = [result.case.name, ...(explanation === undefined ? [] : [`       ${explanation}`])];
  return `${style(formats[status], status.padEnd(5))}  ${visibleText(lines.join('\n'))}`;
}

function describeConfusions(confusions: readonly Confusion[], style: TextStyle): string {
  const rows = confusions
    .slice(0, maxRows)
    .map(({ expected, called, count }) => [expected, showName(called), String(count)].map(visibleText));
  const [heading = '', ...lines] = alignColumns([['expected', 'called', 'times'], ...rows]);
  const more = confusions.length > maxRows ? [`and ${confusions.length - maxRows} more`] : [];
  return [style('bold', heading), ...lines, ...more].join('\n');
}
