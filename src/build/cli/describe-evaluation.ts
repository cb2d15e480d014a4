import { visibleText } from '../../base/text/visible-text.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Confusion } from '../checks/eval/confusion-table.js';
import { noTool } from '../checks/eval/eval-case.js';
import { type CaseResult, type Evaluation, statusOf } from '../checks/eval/evaluate.js';
import type { Mistake } from '../checks/eval/match-case.js';
import type { TextFormat, TextStyle } from './shared/text-style.js';

const formats = { ok: 'green', wrong: 'red', error: 'yellow' } as const satisfies Record<string, TextFormat>;
// A model may call anything any number of times.
const maxListed = 5;

/** Describes an evaluation for people: a line for each case, a table of the confused tools, and the totals. */
export function describeEvaluation({ results, confusions, totals }: Evaluation, style: TextStyle): string {
  const { cases, rightTool, rightArguments, errors } = totals;
  const parts = [
    results.map((result) => describeCase(result, style)).join('\n'),
    ...(confusions.length === 0 ? [] : [describeConfusions(confusions, style)]),
    `${cases} cases: right tool ${rightTool}, right arguments ${rightArguments}, errors ${errors}`,
  ];
  return parts.join('\n\n');
}

function describeCase(result: CaseResult, style: TextStyle): string {
  const status = statusOf(result);
  const explanation = explainCase(result);
  const lines = [result.case.name, ...(explanation === undefined ? [] : [`       ${explanation}`])];
  return `${style(formats[status], status.padEnd(5))}  ${visibleText(lines.join('\n'))}`;
}

/** Returns what the model has called instead, or why it has no answer. Undefined if it has called what was expected. */
export function explainCase({ answer, match }: CaseResult): string | undefined {
  if (match === undefined) return answer.problem;
  const { mistakes, difference, further } = match;
  if (mistakes.length > 0) return joinFirst(mistakes.map(explainMistake));
  if (difference !== undefined) return `wrong arguments: ${difference}`;
  return further.length === 0 ? undefined : `also called ${joinFirst(further.map(showName))}`;
}

function explainMistake({ expected, called }: Mistake): string {
  if (called === noTool) return `did not call ${expected}`;
  return expected === noTool ? `must not call ${showName(called)}` : `called ${showName(called)}, not ${expected}`;
}

function joinFirst(texts: readonly string[]): string {
  const more = texts.length > maxListed ? `, and ${texts.length - maxListed} more` : '';
  return `${texts.slice(0, maxListed).join(', ')}${more}`;
}

/** Returns a name that a model has written as one word. */
function showName(name: string): string {
  return /^\S{1,64}$/.test(name) ? name : previewValue(name);
}

function describeConfusions(confusions: readonly Confusion[], style: TextStyle): string {
  const rows = confusions.map(({ expected, called, count }) =>
    [expected, showName(called), String(count)].map(visibleText),
  );
  const [heading = '', ...lines] = alignColumns([['expected', 'called', 'times'], ...rows]);
  return [style('bold', heading), ...lines].join('\n');
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
