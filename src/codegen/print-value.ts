import { ClassRef } from './class-ref.js';

const lineWidth = 120;

type NameOf = (ref: ClassRef) => string;

/** Where an expression begins. */
interface Place {
  /** How deep its lines stand, in characters. */
  readonly indent: number;
  /** How much of its first line is taken already, in characters. */
  readonly used: number;
}

/**
 * Data as the text of a TypeScript expression, in the layout of common formatters: on one line where it fits, else one
 * entry a line.
 */
export function printValue(value: unknown, nameOf: NameOf, place: Place = { indent: 0, used: 0 }): string {
  const line = printLine(value, nameOf, lineWidth - place.used);
  if (line !== undefined) return line;
  const entries = entriesOf(value);
  if (entries === undefined) return printLine(value, nameOf, Number.POSITIVE_INFINITY) ?? '';
  const indent = place.indent + 2;
  const lines = entries.map(([key, held]) => {
    const text = printValue(held, nameOf, { indent, used: indent + key.length });
    const isLong = key !== '' && typeof held === 'string' && indent + key.length + text.length >= lineWidth;
    return `${' '.repeat(indent)}${isLong ? `${key.trimEnd()}\n${' '.repeat(indent + 2)}` : key}${text},`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join('\n')}\n${' '.repeat(place.indent)}${close}`;
}

/** The expression on one line; undefined if that takes `room` characters or more. */
function printLine(value: unknown, nameOf: NameOf, room: number): string | undefined {
  const entries = entriesOf(value);
  if (entries === undefined) {
    const text = printLeaf(value, nameOf);
    return text.length < room ? text : undefined;
  }
  if (isTable(value)) return undefined;
  if (isMatrix(value)) return undefined;
  const [open, close, pad] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', entries.length === 0 ? '' : ' '];
  let line = open + pad;
  for (const [index, [key, held]] of entries.entries()) {
    line += (index === 0 ? '' : ', ') + key;
    const printed = printLine(held, nameOf, room - line.length);
    if (printed === undefined) return undefined;
    line += printed;
  }
  line += pad + close;
  return line.length < room ? line : undefined;
}

/** Whether formatters give each item a line in any case: several objects, or arrays, of several entries each. */
function isTable(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  return value.every((item: unknown) => {
    const size = entriesOf(item)?.length ?? 0;
    return size > 1 && Array.isArray(item) === Array.isArray(value[0]);
  });
}

/** A list of objects, or of lists, with several members each: formatters give each of them a line of its own. */
function isMatrix(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  const isSpacious = (item: unknown): boolean => (entriesOf(item)?.length ?? 0) > 1;
  return value.every((item) => isSpacious(item) && Array.isArray(item) === Array.isArray(value[0]));
}

/** What stands between the brackets: keys as they are written, and values. Undefined for what has no brackets. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ClassRef) return undefined;
  if (Array.isArray(value)) return value.map((item) => ['', item]);
  return Object.entries(value).map(([key, held]) => [`${printKey(key)}: `, held]);
}

function printLeaf(value: unknown, nameOf: NameOf): string {
  if (value instanceof ClassRef) return nameOf(value);
  return typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'undefined');
}

/** A key of an object literal. `__proto__` as a plain key would set the prototype. */
function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll(lineSeparators, (separator) =>
    separator === '\u2028' ? '\\u2028' : '\\u2029',
  );
  if (text.includes("'") && !text.includes('"')) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

// Allowed in JSON strings, and line ends to old parsers.
const lineSeparators = /[\u2028\u2029]/g;
