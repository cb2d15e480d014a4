import { getNodeValue, type Node } from 'jsonc-parser';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { inputIdOf } from '../hosts/host.js';
import { findMember, findObject, type Member, membersOf, parseJsonText } from './parse-json-text.js';

/** An entry that is added, changed or removed. */
export interface ChangedEntry {
  /** The key of the list of servers. */
  readonly list: string;
  readonly name: string;
  /** What this command writes. Other values in the entry may be secrets. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** A change of the text of a file. */
export interface TextChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Describes the change of an entry in the style of a unified diff. Anything else in the file, and values that may be secrets,
 * are not shown.
 */
export function describeDifference({ path, before, after }: TextChange, entry: ChangedEntry): string {
  const [old, changed] = [linesOf(before, entry), linesOf(after, entry)];
  const start = countEqual(old, changed);
  if (start === old.length && start === changed.length) return 'Only values that are not shown change.';
  const most = Math.min(old.length, changed.length) - start;
  const end = Math.min(countEqual([...old].reverse(), [...changed].reverse()), most);
  return [
    `--- ${before === '' ? '/dev/null' : path}`,
    `+++ ${path}`,
    ...old.slice(0, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...changed.slice(start, changed.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end).map((line) => ` ${line}`),
    ...(changed.some((line) => line.trim() === rest) ? ['Everything else in the file remains.'] : []),
  ].join('\n');
}

function countEqual(some: readonly string[], others: readonly string[]): number {
  const length = Math.min(some.length, others.length);
  for (let index = 0; index < length; index++) if (some[index] !== others[index]) return index;
  return length;
}

const indent = '  ';
/** Replaces the parts of the file that do not change. */
const rest = '…';

/** Prints the entry and its inputs. The format is not that of the file, whose lines may contain anything. */
function linesOf(text: string, entry: ChangedEntry): readonly string[] {
  const root = parseJsonText(text);
  if (root === undefined) return [];
  const others = membersOf(root).filter(({ key }) => key !== entry.list && key !== 'inputs');
  const [list, inputs] = [linesOfList(root, entry), linesOfInputs(root, entry)];
  const separated = list.length === 0 || inputs.length === 0 ? list : [...list.slice(0, -1), `${list.at(-1)},`];
  const content = [...omit(others), ...separated, ...inputs];
  return ['{', ...content.map((line) => indent + line), '}'];
}

function omit(others: readonly unknown[]): readonly string[] {
  return others.length === 0 ? [] : [rest];
}

function linesOfList(root: Node, entry: ChangedEntry): readonly string[] {
  const list = findObject(root, [entry.list]);
  if (list === undefined) return [];
  const others = membersOf(list).filter(({ key }) => key !== entry.name);
  const member = findMember(list, entry.name);
  const lines = member === undefined ? [] : print(hideEntry(member, entry), `${JSON.stringify(entry.name)}: `);
  return [`${JSON.stringify(entry.list)}: {`, ...[...omit(others), ...lines].map((line) => indent + line), '}'];
}

const inputKeys = ['type', 'id', 'description', 'password'];

function linesOfInputs(root: Node, { name }: ChangedEntry): readonly string[] {
  const array = findMember(root, 'inputs')?.value;
  if (array?.type !== 'array') return [];
  const inputs = (array.children ?? []).map((node): unknown => getNodeValue(node));
  const own = inputs.filter(isRecord).filter(({ id }) => String(id).startsWith(inputIdOf(name, '')));
  const lines = own.flatMap((input) =>
    print(mapValues(input, (key, value) => hideUnless(inputKeys.includes(key), value))),
  );
  return ['"inputs": [', ...[...omit(inputs.slice(own.length)), ...lines].map((line) => indent + line), ']'];
}

function print(value: unknown, start = ''): readonly string[] {
  return `${start}${JSON.stringify(value, undefined, indent)}`.split('\n');
}

/** Returns an entry without values that may be secrets. The variables and the headers of an entry keep their names. */
function hideEntry({ value: node }: Member, { value: written }: ChangedEntry): unknown {
  const value: unknown = getNodeValue(node);
  if (!isRecord(value)) return hide(value, []);
  const shown = [written.url, ...(Array.isArray(written.args) ? written.args : [])];
  return mapValues(value, (key, one) => {
    if (key === 'type' || key === 'command') return hideUnless(typeof one === 'string', one);
    return hide(one, key === 'args' || key === 'url' ? shown : []);
  });
}

function hideUnless(isShown: boolean, value: unknown): unknown {
  return isShown ? value : hide(value, []);
}

function hide(value: unknown, shown: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((one) => hide(one, shown));
  if (isRecord(value)) return mapValues(value, (_, one) => hide(one, shown));
  return shown.includes(value) || isReference(value) || isOptionName(value) ? value : '***';
}

/** Checks whether an argument is the name of an option, such as `--base-url`, without a value. */
function isOptionName(value: unknown): boolean {
  return typeof value === 'string' && /^--[a-z]+(?:-[a-z]+)*$/.test(value);
}

/** Checks whether a value only names a variable or an input. A default in it may be a secret. */
function isReference(value: unknown): boolean {
  return typeof value === 'string' && /^\$\{(?:(?:env:)?\w+|input:[\w-]+)\}$/.test(value);
}

function mapValues(
  record: Readonly<Record<string, unknown>>,
  map: (key: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]));
}
