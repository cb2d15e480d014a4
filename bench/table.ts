import { cpus, totalmem } from 'node:os';
import type { Measurement } from './measure.js';

/** What was measured, where, and what was hoped for. It does not judge. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ contender, ns, ratio }) => [
    contender.name,
    `${ns.toFixed(ns < 100 ? 1 : 0)} ns`,
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    targetText(contender.target, contender.base),
    contender.base ?? '',
  ]);
  const titles = ['contender', 'time', 'ratio', 'target', 'measured by'];
  const widths = titles.map((title, column) => Math.max(...[titles, ...rows].map((row) => lengthOf(row, column)), 0));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, { width: widths[column] ?? 0, column }))
      .join('  ')
      .trimEnd();
  return [line(titles), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** The machine and the versions that the numbers belong to. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model ?? 'unknown processor'} × ${cpus().length}, ${gigabytes} GB, Node ${process.version} (${process.platform} ${process.arch})`;
}

function targetText(target: number | undefined, base: string | undefined): string {
  if (target === undefined) return '';
  return base === undefined ? `≤ ${target} ns` : `≤ ${target} ×`;
}

function lengthOf(row: readonly string[], column: number): number {
  return row[column]?.length ?? 0;
}

function pad(cell: string, { width, column }: { readonly width: number; readonly column: number }): string {
  const isNumber = column >= 1 && column <= 3;
  return isNumber ? cell.padStart(width) : cell.padEnd(width);
}
