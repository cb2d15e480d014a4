import { type Insertion, sortInsertions } from './insertion.js';

/** A source map, version 3. */
export interface SourceMap {
  readonly version: number;
  readonly sources: string[];
  readonly sourcesContent?: string[];
  readonly names: string[];
  readonly mappings: string;
}

/** Creates the source map of a text with insertions. Every word of the text is mapped to its own position. */
export function createSourceMap(code: string, fileName: string, insertions: readonly Insertion[]): SourceMap {
  let lastColumn = 0;
  const lines = code.split('\n').map((line, index) => {
    let column = 0;
    return [...line.matchAll(/\b|$/g)].map((boundary, place) => {
      const isFirst = place === 0;
      const at = isFirst ? 0 : boundary.index;
      const segment = [at - (isFirst ? 0 : column), 0, isFirst && index > 0 ? 1 : 0, at - lastColumn];
      column = at;
      lastColumn = at;
      return encodeVlq(segment);
    });
  });
  const mappings = lines.map((segments) => segments.join(',')).join(';');
  return {
    version: 3,
    sources: [fileName],
    sourcesContent: [code],
    names: [],
    mappings: shiftMappings(mappings, code, insertions),
  };
}

/** Moves the generated columns of mappings to the right of each insertion into the generated text. */
export function shiftMappings(mappings: string, code: string, insertions: readonly Insertion[]): string {
  const lines = mappings.split(';');
  for (const [line, shifts] of groupByLine(code, insertions)) {
    const segments = lines[line];
    if (segments !== undefined && segments !== '') lines[line] = shiftLine(segments, shifts);
  }
  return lines.join(';');
}

interface Shift {
  readonly column: number;
  readonly length: number;
}

function groupByLine(code: string, insertions: readonly Insertion[]): ReadonlyMap<number, readonly Shift[]> {
  const lines = new Map<number, Shift[]>();
  for (const { position, text } of sortInsertions(insertions)) {
    const before = code.slice(0, position);
    const line = before.split('\n').length - 1;
    const shift = { column: position - (before.lastIndexOf('\n') + 1), length: text.length };
    lines.set(line, [...(lines.get(line) ?? []), shift]);
  }
  return lines;
}

function shiftLine(segments: string, shifts: readonly Shift[]): string {
  let column = 0;
  let shifted = 0;
  return segments
    .split(',')
    .map((segment) => {
      const [delta = 0, ...rest] = decodeVlq(segment);
      column += delta;
      const before = shifted;
      shifted = column;
      for (const shift of shifts) if (shift.column <= column) shifted += shift.length;
      return encodeVlq([shifted - before, ...rest]);
    })
    .join(',');
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes numbers as source maps do: the sign in the lowest bit, then five bits per digit, the lowest first. */
function encodeVlq(values: readonly number[]): string {
  let text = '';
  for (const value of values) {
    let rest = value < 0 ? (-value << 1) | 1 : value << 1;
    do {
      const digit = rest & 31;
      rest >>>= 5;
      text += digits[rest > 0 ? digit | 32 : digit];
    } while (rest > 0);
  }
  return text;
}

function decodeVlq(text: string): readonly number[] {
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = digits.indexOf(character);
    value |= (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    values.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return values;
}
