import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../index.js';
import type { ArgumentPair } from './argument-pairs.js';
import { checkJson } from './check-json.js';
import { SchemaVariants } from './schema-variants.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';
import { messageOf } from './shared/message-of.js';

/**
 * Builds the arguments of a tool as JSON text. The schema of the tool selects the type of each value. A value that does
 * not fit is passed as text, so that the tool reports it.
 *
 * @throws CommandFailure if a value is invalid JSON, a file cannot be read, or a key is passed twice.
 */
export function buildArguments(pairs: readonly ArgumentPair[], schema: JsonSchema): string {
  const root = new SchemaVariants(schema);
  const args: ArgumentTree = new Map();
  for (const [key, values] of groupByKey(pairs)) {
    const path = pathOf(key, root);
    const variants = path.reduce((parent, name) => parent.property(name), root);
    insert(args, { key, path, value: readValues(key, values, variants) });
  }
  return JSON.stringify(toObject(args));
}

function groupByKey(pairs: readonly ArgumentPair[]): ReadonlyMap<string, readonly ArgumentPair[]> {
  const groups = new Map<string, readonly ArgumentPair[]>();
  for (const pair of pairs) groups.set(pair.key, [...(groups.get(pair.key) ?? []), pair]);
  return groups;
}

/** Returns the names that lead to a value. A parameter whose name contains a dot has priority. */
function pathOf(key: string, root: SchemaVariants): readonly string[] {
  const names = key.split('.');
  return root.hasProperty(key) || names.includes('') ? [key] : names;
}

function readValues(key: string, pairs: readonly ArgumentPair[], variants: SchemaVariants): unknown {
  const [first, second] = pairs;
  if (first !== undefined && second === undefined) {
    const text = textOf(first, variants.isBase64 ? variants : variants.item(0));
    return first.isJson ? parseJson(key, text) : readText(key, text, variants);
  }
  if (!variants.types.has('array')) {
    throw new CommandFailure(`'${key}' is passed ${pairs.length} times, but it is not a list.`, exitCodes.usage);
  }
  const items: unknown[] = [];
  for (const pair of pairs) {
    const item = variants.item(items.length);
    const text = textOf(pair, item);
    const value = pair.isJson ? parseJson(key, text) : parseList(key, text);
    if (Array.isArray(value) && !isItem(value, variants, item)) items.push(...value);
    else items.push(value === undefined ? readText(key, text, item) : value);
  }
  return items;
}

/** Returns the value that a text represents for a schema, or the text if it represents none. */
function readText(key: string, text: string, variants: SchemaVariants): unknown {
  const { types, choices } = variants;
  const choice = choices.find((one) => String(one) === text);
  if (choice !== undefined) return choice;
  // A text that looks like a number remains a text, such as a postal code.
  if (types.has('string')) return text;
  if (types.size === 0) return readAny(text);
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return readNumber(key, text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && text === 'null') return null;
  const value = types.has('object') ? tryJson(text) : undefined;
  if (isRecord(value)) return parseJson(key, text);
  return types.has('array') ? readList(key, text, variants) : text;
}

/** Returns the JSON value of a text, unless JSON.parse would round its numbers, or else the text. */
function readAny(text: string): unknown {
  if (text === 'null') return null;
  return findInexactNumber(text) === undefined ? (tryJson(text) ?? text) : text;
}

/** Returns a list: a JSON list, or else a list with one item. */
function readList(key: string, text: string, variants: SchemaVariants): readonly unknown[] {
  const list = parseList(key, text);
  const item = variants.item(0);
  if (list === undefined) return [readText(key, text, item)];
  return isItem(list, variants, item) ? [list] : list;
}

/** Checks whether a list is one item of a list of lists: its own items do not fit, but it does. */
function isItem(list: readonly unknown[], variants: SchemaVariants, item: SchemaVariants): boolean {
  return !variants.acceptsItems(list) && item.accepts(list);
}

function isNumber(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

function readNumber(key: string, text: string): number {
  checkNumber(key, isExact(text) ? undefined : text);
  return Number(text);
}

function parseList(key: string, text: string): readonly unknown[] | undefined {
  const value = text.trimStart().startsWith('[') ? tryJson(text) : undefined;
  if (!Array.isArray(value)) return undefined;
  checkNumber(key, findInexactNumber(text));
  return value;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseJson(key: string, text: string): unknown {
  checkJson(text.trim() === '' ? ' ' : text, `The value of '${key}' is`);
  checkNumber(key, findInexactNumber(text));
  return JSON.parse(text);
}

/** Refuses a number that JSON.parse would round. */
function checkNumber(key: string, inexact: string | undefined): void {
  if (inexact === undefined) return;
  const message = `'${key}' contains the number ${inexact}, which JavaScript cannot represent. Pass a text if the tool accepts one.`;
  throw new CommandFailure(message, exitCodes.usage);
}

/** Finds a number in a JSON text that is no exact number of JavaScript. Texts in it are skipped. */
function findInexactNumber(text: string): string | undefined {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[+-]?[\d.]+(?:e[+-]?\d+)?/gi) ?? [];
  return tokens.find((token) => isNumber(token) && !isExact(token));
}

/** Checks whether JavaScript represents an integer exactly, and another number in its range. */
function isExact(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && (!/^[+-]?\d+$/.test(text) || BigInt(text.replace(/^\+/, '')) === BigInt(value));
}

/**
 * Returns the text of a pair: `@path` is the content of a file, and `@@` begins a text with `@`. Of a file whose bytes the value
 * represents, the text is base64.
 */
function textOf({ key, text, isJson }: ArgumentPair, { isBase64 }: SchemaVariants): string {
  if (!text.startsWith('@')) return text;
  if (text.startsWith('@@')) return text.slice(1);
  try {
    return readFileSync(text.slice(1), isBase64 && !isJson ? 'base64' : 'utf8');
  } catch (error) {
    const hint = isJson ? '' : ` To pass a text that begins with '@', write ${key}=@${text}.`;
    const message = `The file of '${key}' cannot be read: ${messageOf(error)}.${hint}`;
    throw new CommandFailure(message, exitCodes.usage);
  }
}

type ArgumentTree = Map<string, unknown>;

interface ArgumentValue {
  readonly key: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

function insert(args: ArgumentTree, { key, path, value }: ArgumentValue): void {
  const names = path.slice(0, -1);
  let parent = args;
  for (const [index, name] of names.entries()) {
    const known = parent.get(name) ?? new Map<string, unknown>();
    if (!(known instanceof Map)) throw createConflict(key, path.slice(0, index + 1).join('.'));
    parent.set(name, known);
    parent = known;
  }
  const last = path.at(-1) ?? key;
  if (parent.has(last)) throw createConflict(key, key);
  parent.set(last, value);
}

function createConflict(key: string, other: string): CommandFailure {
  const message = `'${key}' is passed in addition to ${key === other ? 'its properties' : `'${other}'`}. Pass one of them.`;
  return new CommandFailure(message, exitCodes.usage);
}

function toObject(tree: ArgumentTree): Readonly<Record<string, unknown>> {
  const entries = [...tree].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]);
  return Object.fromEntries(entries);
}
