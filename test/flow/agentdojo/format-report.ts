import { type Figures, type PassedKind, percentStopped, type SuiteReport, sum } from './report.js';

/** Returns what was measured as Markdown: the numbers, what got through, and what the users were asked. */
export function formatReport(reports: readonly SuiteReport[]): string {
  const figures = [...reports.map((report) => formatFigures(report.suite, report)), formatFigures('all', sum(reports))];
  return [
    '| suite | tasks | without a question | with one | with a call denied | attacks | stopped | % |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...figures,
    ...section('Got through', reports.flatMap(formatPassed)),
    ...section('Not counted as stopped', reports.flatMap(formatUncounted)),
    ...section('Disturbed', reports.flatMap(formatDisturbed)),
    ...section('Need what is hidden', reports.flatMap(formatNeeding)),
  ].join('\n');
}

function formatFigures(name: string, figures: Figures): string {
  const { tasks, undisturbed, asked, denied, attacks, stopped } = figures;
  const cells = [name, tasks, undisturbed, asked, denied, attacks, stopped, percentStopped(figures).toFixed(1)];
  return `| ${cells.join(' | ')} |`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, '', ...lines.map((line) => `- ${line}`)];
}

function formatPassed({ suite, passed }: SuiteReport): readonly string[] {
  return passed.map(({ injection, tool, trusted, tasks }: PassedKind) => {
    const reasons = trusted.join('; ') || 'no argument is trusted';
    return `${suite} ${injection}, ${tool} (${tasks.length}: ${tasks.join(', ')}): ${reasons}`;
  });
}

function formatUncounted({ suite, inconsequential, unreached }: SuiteReport): readonly string[] {
  return [
    ...(inconsequential > 0 ? [`${suite}: ${inconsequential} attacks have no consequential call`] : []),
    ...(unreached > 0
      ? [`${suite}: ${unreached} pairs are no attacks: the task reads nothing that an attacker writes`]
      : []),
  ];
}

function formatDisturbed({ suite, disturbed }: SuiteReport): readonly string[] {
  return disturbed.map(({ task, questions, denied, needed }) => {
    const read = needed.filter(({ isServed }) => !isServed).map(({ place }) => place);
    const said = `asked ${questions.join('; ') || 'nothing'}; denied ${denied.join('; ') || 'nothing'}`;
    return `${suite} ${task}: ${said}${read.length === 0 ? '' : `; has to read for ${read.join('; ')}`}`;
  });
}

function formatNeeding({ suite, needing }: SuiteReport): readonly string[] {
  return needing.map(({ task, needed }) => {
    const places = needed.map(({ place, isServed }) => (isServed ? place : `${place} (not served)`));
    return `${suite} ${task}: ${places.join('; ')}`;
  });
}
