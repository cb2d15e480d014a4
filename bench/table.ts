import { cpus, totalmem } from 'node:os';
import type { RowFindings } from './benchmark.js';
import type { Unit } from './row.js';
import type { Finding } from './summary.js';

/** What was measured and what was hoped for, row by row. It does not judge. */
export function formatTable(rows: readonly RowFindings[]): string {
  const titles = ['contender', 'value', 'ratio', 'target', 'measured by'];
  const groups = rows.map(({ row, findings }) => ({
    title: row.title,
    lines: (findings[0] ?? []).map((finding) => [`  ${finding.contender.name}`, ...cellsOf(finding, row.unit ?? 'ns')]),
  }));
  return layOut(titles, groups);
}

/** Two builds side by side. The last column is the second's value in the first's. */
export function formatComparison(rows: readonly RowFindings[], names: readonly [string, string]): string {
  const groups = rows.map(({ row, findings: [first = [], second = []] }) => ({
    title: row.title,
    lines: first.map((finding) => {
      const other = second.find(({ contender }) => contender.name === finding.contender.name);
      const unit = row.unit ?? 'ns';
      const change = other === undefined ? '' : `${(other.value / finding.value).toFixed(2)} ×`;
      const values = [finding, other].map((one) => (one === undefined ? 'none' : formatValue(one.value, unit)));
      return [`  ${finding.contender.name}`, ...values, change];
    }),
  }));
  return layOut(['contender', ...names, 'ratio'], groups);
}

/** A table in Markdown. */
export function formatMarkdown(rows: readonly RowFindings[]): string {
  const lines = rows.flatMap(({ row, findings }) => [
    `| **${row.title}** | | | |`,
    ...(findings[0] ?? []).map((finding) => {
      const [value, ratio, target] = cellsOf(finding, row.unit ?? 'ns');
      const name = finding.isPeer ? `*${finding.contender.name}*` : finding.contender.name;
      return `| ${name} | ${value} | ${ratio} | ${target} |`;
    }),
  ]);
  return ['| what | value | ratio | target |', '|---|--:|--:|--:|', ...lines].join('\n');
}

/** The machine and the versions that the numbers belong to. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model ?? 'unknown processor'} × ${cpus().length}, ${gigabytes} GB, Node ${process.version} (${process.platform} ${process.arch})`;
}

function cellsOf({ contender, value, ratio }: Finding, unit: Unit): readonly string[] {
  const { base, minus, maxRatio, maxValue } = contender;
  const targets = [
    ...(maxRatio === undefined ? [] : [`≤ ${maxRatio} ×`]),
    ...(maxValue === undefined ? [] : [`≤ ${formatValue(maxValue, unit)}`]),
  ];
  const above = minus === undefined ? '' : `, over ${minus}`;
  return [
    formatValue(value, unit),
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    targets.join(', '),
    base === undefined ? above.slice(2) : `${base}${above}`,
  ];
}

function formatValue(value: number, unit: Unit): string {
  if (unit === 'bytes') return `${value.toFixed(0)} bytes`;
  const scales = [
    { size: 1e6, name: 'ms' },
    { size: 1e3, name: 'µs' },
  ];
  const { size, name } = scales.find((scale) => Math.abs(value) >= scale.size) ?? { size: 1, name: 'ns' };
  const scaled = value / size;
  return `${scaled.toFixed(Math.abs(scaled) < 100 ? 1 : 0)} ${name}`;
}

interface Group {
  readonly title: string;
  readonly lines: readonly (readonly string[])[];
}

function layOut(titles: readonly string[], groups: readonly Group[]): string {
  const all = [titles, ...groups.flatMap(({ lines }) => lines)];
  const widths = titles.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, column) => {
      const isText = column === 0 || titles[column] === 'measured by';
      return isText ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
    });
    return padded.join('  ').trimEnd();
  };
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(titles), rule, ...groups.flatMap(({ title, lines }) => [title, ...lines.map(line)])].join('\n');
}
