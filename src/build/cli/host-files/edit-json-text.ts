import { applyEdits, createScanner, type Edit, type Node } from 'jsonc-parser';
import { findMember, findObject, membersOf, parseJsonText } from './parse-json-text.js';

// Of the enumeration SyntaxKind, which exists only in the declarations of the package.
const commaToken = 5;
const closingTokens: readonly number[] = [2, 4, 17];
const whitespaceTokens: readonly number[] = [14, 15];

/**
 * Sets the value at a path of keys. Objects on the path are created. Nothing else in the text changes: neither comments,
 * nor the format of other values.
 *
 * @throws JsonProblem if the text is not valid, or a value on the path is not an object.
 */
export function setJson(text: string, path: readonly string[], value: unknown): string {
  const root = parseJsonText(text);
  if (root === undefined) return createText(text, nest(path, value));
  for (let length = path.length - 1; length >= 0; length--) {
    const object = findObject(root, path.slice(0, length));
    const [key = '', ...rest] = path.slice(length);
    if (object === undefined) continue;
    const place: Place = { text, depth: length + 1 };
    const member = findMember(object, key);
    if (member === undefined) return insert(place, object, printMember(place, key, nest(rest, value)));
    const { offset, length: size } = member.value;
    return applyEdits(text, [{ offset, length: size, content: print(place, value) }]);
  }
  return text;
}

/**
 * Adds a value to the array at a path of keys, which is created if it does not exist.
 *
 * @throws JsonProblem if the text is not valid.
 */
export function addJson(text: string, path: readonly string[], value: unknown): string {
  const object = findObject(parseJsonText(text), path.slice(0, -1));
  const array = object === undefined ? undefined : findMember(object, path.at(-1) ?? '')?.value;
  if (array?.type !== 'array') return setJson(text, path, [value]);
  const place: Place = { text, depth: path.length + 1 };
  return insert(place, array, print(place, value));
}

/** Removes the member of an object, or the element of an array, with its comma. Comments remain. */
export function removeJson(text: string, node: Node): string {
  const siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node);
  const comma = commaAfter(text, node);
  const previous = siblings[index - 1];
  const edits: Edit[] = [removeLines(text, node, comma)];
  if (comma === undefined && previous !== undefined) {
    const before = commaAfter(text, previous);
    if (before !== undefined) edits.unshift({ offset: before, length: 1, content: '' });
  }
  return applyEdits(text, edits);
}

interface Place {
  readonly text: string;
  /** The number of objects around the value. */
  readonly depth: number;
}

/** Inserts the text of a member into an object, or of an element into an array, behind the last one. */
function insert({ text, depth }: Place, container: Node, added: string): string {
  const { eol, indent, isCompact } = styleOf(text);
  const last = (container.children ?? []).at(-1);
  const comma = last === undefined ? undefined : commaAfter(text, last);
  const offset = endOfContent(text, last, container);
  const close = container.offset + container.length - 1;
  const isClosedOnLine = !/[\r\n]/.test(text.slice(offset, close));
  const start = isCompact ? '' : `${eol}${indent.repeat(depth)}`;
  const end = isCompact || !isClosedOnLine ? '' : `${eol}${indent.repeat(depth - 1)}`;
  const content = `${start}${added}${comma === undefined ? '' : ','}${end}`;
  const edits: Edit[] = [{ offset, length: isClosedOnLine && !isCompact ? close - offset : 0, content }];
  if (last !== undefined && comma === undefined) {
    edits.unshift({ offset: last.offset + last.length, length: 0, content: ',' });
  }
  return applyEdits(text, edits);
}

/** Returns the offset behind the last value, comma or comment of an object or an array. */
function endOfContent(text: string, last: Node | undefined, container: Node): number {
  const scanner = createScanner(text);
  let end = last === undefined ? container.offset + 1 : last.offset + last.length;
  scanner.setPosition(end);
  for (let token: number = scanner.scan(); !closingTokens.includes(token); token = scanner.scan()) {
    if (!whitespaceTokens.includes(token)) end = scanner.getPosition();
  }
  return end;
}

/** Returns the offset of the comma behind a value. Undefined if there is none. */
function commaAfter(text: string, node: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(node.offset + node.length);
  return Number(scanner.scan()) === commaToken ? scanner.getTokenOffset() : undefined;
}

/** Removes a value with the rest of its lines, if only white space is left on them. */
function removeLines(text: string, { offset, length }: Node, comma: number | undefined): Edit {
  const end = comma === undefined ? offset + length : comma + 1;
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  const blank = before.replace(/^[\r\n]/, '').length;
  const after = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(end))?.[0];
  if (after === undefined || (before === '' && offset > 0)) return { offset, length: end - offset, content: '' };
  return { offset: offset - blank, length: end - offset + blank + after.length, content: '' };
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** The format of a text. */
interface Style {
  readonly eol: string;
  readonly indent: string;
  /** Whether all values are on one line. */
  readonly isCompact: boolean;
}

function styleOf(text: string): Style {
  const [eol = '\n'] = /\r\n|\r|\n/.exec(text) ?? [];
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  return { eol, indent, isCompact: !/[\r\n]/.test(text.trim()) && membersOfText(text) > 0 };
}

function membersOfText(text: string): number {
  const root = parseJsonText(text);
  return root === undefined ? 0 : membersOf(root).length;
}

function printMember(place: Place, key: string, value: unknown): string {
  return `${JSON.stringify(key)}:${styleOf(place.text).isCompact ? '' : ' '}${print(place, value)}`;
}

function print({ text, depth }: Place, value: unknown): string {
  const { eol, indent, isCompact } = styleOf(text);
  if (isCompact) return JSON.stringify(value);
  return JSON.stringify(value, undefined, indent).replaceAll('\n', `${eol}${indent.repeat(depth)}`);
}

/** Returns the content of a file that had no value. Comments in it remain. */
function createText(text: string, value: unknown): string {
  const { eol } = styleOf(text);
  const comments = text.trimEnd();
  const start = comments === '' ? '' : `${comments}${eol}`;
  return `${start}${print({ text, depth: 0 }, value)}${eol}`;
}
