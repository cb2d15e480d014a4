/** The lines of a text, without their ends. A line break at the end of the text begins no further line. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Numbers lines, with a tab after each number. */
export function numberLines(lines: readonly string[], first: number): string {
  return lines.map((line, at) => `${String(first + at).padStart(6)}\t${line}`).join('\n');
}

/** Returns the line break that a text uses. */
function lineBreakOf(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns a text of a model with the line breaks of the file that it goes to. */
export function withBreaksOf(file: string, text: string): string {
  return lineBreakOf(file) === '\n' ? text : text.replace(/\r?\n/g, '\r\n');
}

/** Inserts text after a line. 0 inserts at the beginning. */
export function insertAfter(file: string, line: number, inserted: string): string {
  const end = lineBreakOf(file);
  const at = offsetAfter(file, line);
  const before = file.slice(0, at);
  const isApart = before === '' || before.endsWith('\n');
  const added = withBreaksOf(file, inserted);
  return `${before}${isApart ? '' : end}${added.endsWith('\n') ? added : added + end}${file.slice(at)}`;
}

function offsetAfter(file: string, line: number): number {
  let at = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = file.indexOf('\n', at);
    if (end === -1) return file.length;
    at = end + 1;
  }
  return at;
}

/** Returns the offsets at which a text occurs, without overlaps. */
export function occurrencesOf(file: string, searched: string): readonly number[] {
  const found: number[] = [];
  for (let at = file.indexOf(searched); at !== -1; at = file.indexOf(searched, at + searched.length)) found.push(at);
  return found;
}

/** Returns the number of the line at an offset, from 1. */
export function lineAt(file: string, offset: number): number {
  let line = 1;
  for (let at = file.indexOf('\n'); at !== -1 && at < offset; at = file.indexOf('\n', at + 1)) line++;
  return line;
}

/** Returns the numbered lines around a change. */
export function excerpt(text: string, first: number, last: number): string {
  const from = Math.max(1, first - 2);
  return numberLines(linesOf(text).slice(from - 1, last + 2), from);
}
