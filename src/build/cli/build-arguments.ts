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
  if (first !== undefined && second === undefined) return readPair(first, variants);
  if (!variants.types.has('array')) {
    throw new CommandFailure(`'${key}' is passed ${pairs.length} times, but it is not a list.`, exitCodes.usage);
  }
  return pairs.flatMap((pair) => {
    const text = textOf(pair);
    const list = pair.isJson ? parseJson(key, text) : parseList(text);
    return list ?? [readText(text, variants.items)];
  });
}

function readPair(pair: ArgumentPair, variants: SchemaVariants): unknown {
  const text = textOf(pair);
  return pair.isJson ? parseJson(pair.key, text) : readText(text, variants);
}

/** Returns the value that a text represents for a schema, or the text if it represents none. */
function readText(text: string, variants: SchemaVariants): unknown {
  const { types, choices } = variants;
  const choice = choices.find((one) => String(one) === text);
  if (choice !== undefined) return choice;
  // A text that looks like a number remains a text, such as a postal code.
  if (types.has('string')) return text;
  if (types.size === 0) return tryJson(text) ?? (text === 'null' ? null : text);
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && text === 'null') return null;
  const value = types.has('object') ? tryJson(text) : undefined;
  if (isRecord(value)) return value;
  return types.has('array') ? (parseList(text) ?? [readText(text, variants.items)]) : text;
}

function isNumber(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

function parseList(text: string): readonly unknown[] | undefined {
  const value = text.trimStart().startsWith('[') ? tryJson(text) : undefined;
  return Array.isArray(value) ? value : undefined;
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
  return JSON.parse(text);
}

/** Returns the text of a pair: `@path` is the content of a file, and `@@` begins a text with `@`. */
function textOf({ key, text, isJson }: ArgumentPair): string {
  if (!text.startsWith('@')) return text;
  if (text.startsWith('@@')) return text.slice(1);
  try {
    return readFileSync(text.slice(1), 'utf8');
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
