import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A place in a source file. */
export interface SourcePlace {
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

// In characters before and after the column.
const shownLength = 60;

/** Describes what is wrong at a place: the file with line and column, the line, and a caret below the column. */
export function describePlace({ file, line, column }: SourcePlace, problem: string): string {
  const text = readFileSync(file, 'utf8').split(/\r?\n/)[line - 1] ?? '';
  const from = Math.max(0, column - 1 - shownLength);
  // A tab is wider than the space below it.
  const shown = text.slice(from, column - 1 + shownLength).replaceAll('\t', ' ');
  const place = `${relative('', file)}:${line}:${column}`;
  return `${place} ${problem}\n  ${shown}\n  ${' '.repeat(column - 1 - from)}^`;
}
