import { proseOf } from './code-blocks.js';

/** A line of a page with a figure: a number with a unit of time, size or share. */
export interface FigureLine {
  /** `docs/sandbox.md: terminated 35 ms later.` */
  readonly at: string;
  readonly text: string;
  /** The names of the measured values that the line, or its table, states. */
  readonly markers: readonly string[];
}

const number = String.raw`(?<![\w.,^{-])\d[\d,]*(?:\.\d+)?`;
const units = 'ms|µs|ns|seconds?|minutes?|bytes|kB|KiB|MB|MiB|GB|packages|calls a second|times as';
const figure = new RegExp(`${number}(?:(?: |-)(?:${units})\\b| ?[%×](?!\\d))`);

/** Words of what the code sets: a limit, a default or an interval. */
const setByCode =
  /\b(?:at most|at least|up to|no more than|limit|limited|by default|default|(?:longer|larger|more|less|shorter) than|than \d|every|ends? (?:at|after)|end \d+ seconds after|after `|before it expires|within \d+ ms|cut at)\b|^\| `|^ *\| (?:sessions|rounds|tasks|effects|limits) \|/;

const marker = /<!-- figures?: ([^>]+) -->/g;

/** Returns the lines of a page with figures that someone has measured. A marker before a table applies to each of its rows. */
export function figureLinesOf(page: string): readonly FigureLine[] {
  const lines = proseOf(page).split('\n');
  let ofTable: readonly string[] = [];
  return lines.flatMap((line, index) => {
    const own = [...line.matchAll(marker)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
    const isRow = line.trimStart().startsWith('|');
    // A marker stands alone in the line before its table, with an empty line between them.
    if (!isRow && line.trim() !== '') ofTable = line.replaceAll(marker, '').trim() === '' ? own : [];
    const markers = isRow ? [...own, ...ofTable] : own;
    const text = line.replaceAll(marker, '');
    // A sentence may be broken before the words of its limit.
    const context = [lines[index - 1], text, lines[index + 1]].join(' ');
    const isMeasured = figure.test(text.replaceAll(/`[^`]*`/g, '``')) && !setByCode.test(isRow ? text : context);
    return isMeasured || markers.length > 0 ? [{ at: `${page}: ${text.trim()}`, text, markers }] : [];
  });
}
