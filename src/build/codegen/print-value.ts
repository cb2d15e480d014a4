import { ClassRef } from './class-ref.js';

const lineWidth = 120;

type NameOf = (ref: ClassRef) => string;

/** The position at which an expression is printed. */
interface Position {
  /** The indentation of the expression's lines, in characters. */
  readonly indent: number;
  /** The width of the first line that is already in use, in characters. */
  readonly used: number;
}

/**
 * Prints data as a TypeScript expression, in the layout of common formatters: on one line if it fits, otherwise one
 * entry per line.
 */
export function printValue(value: unknown, nameOf: NameOf, position: Position = { indent: 0, used: 0 }): string {
  const line = printLine(value, nameOf, lineWidth - position.used);
  if (line !== undefined) return line;
  const entries = entriesOf(value);
  if (entries === undefined) return printLine(value, nameOf, Number.POSITIVE_INFINITY) ?? '';
  const indent = position.indent + 2;
  const lines = entries.map(([key, held]) => {
    const text = printValue(held, nameOf, { indent, used: indent + key.length });
    const isLong = key !== '' && typeof held === 'string' && indent + key.length + text.length >= lineWidth;
    return `${' '.repeat(indent)}${isLong ? `${key.trimEnd()}\n${' '.repeat(indent + 2)}` : key}${text},`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join('\n')}\n${' '.repeat(position.indent)}${close}`;
}

/** Prints data as a TypeScript expression on one line of any length. */
export function printInline(value: unknown, nameOf: NameOf): string {
  const entries = entriesOf(value);
  if (entries === undefined) return printLeaf(value, nameOf);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}${entries.map(([key, held]) => key + printInline(held, nameOf)).join(', ')}${close}`;
}

/** Prints the expression on one line. Returns undefined if the line would be `room` characters long or longer. */
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

/** Checks whether formatters always print each item on its own line: several objects or arrays of several entries. */
function isTable(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  return value.every((item: unknown) => {
    const size = entriesOf(item)?.length ?? 0;
    return size > 1 && Array.isArray(item) === Array.isArray(value[0]);
  });
}

/** Checks whether a value is a list of objects or lists with several members each. Each gets its own line. */
function isMatrix(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  const isSpacious = (item: unknown): boolean => (entriesOf(item)?.length ?? 0) > 1;
  return value.every((item) => isSpacious(item) && Array.isArray(item) === Array.isArray(value[0]));
}

/** Returns the entries between the brackets: printed keys and their values. Undefined if the value has no brackets. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ClassRef) return undefined;
  if (Array.isArray(value)) return value.map((item) => ['', item]);
  return Object.entries(value).map(([key, held]) => [`${printKey(key)}: `, held]);
}

function printLeaf(value: unknown, nameOf: NameOf): string {
  if (value instanceof ClassRef) return nameOf(value);
  return typeof value === 'string' ? quote(value) : (JSON.stringify(value) ?? 'undefined');
}

/** Prints a key of an object literal. `__proto__` as a plain key would set the prototype. */
function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

function quote(text: string): string {
  const json = JSON.stringify(text).replaceAll(lineSeparators, (separator) =>
    separator === '\u2028' ? '\\u2028' : '\\u2029',
  );
  if (text.includes("'") && !text.includes('"')) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

// JSON strings may contain them, but older parsers treat them as line terminators.
const lineSeparators = /[\u2028\u2029]/g;
