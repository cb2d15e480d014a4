import { isDeepStrictEqual } from 'node:util';
import { getNodeValue, type Node } from 'jsonc-parser';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { type HostEntry, ownKeys } from '../hosts/host-entry.js';
import { addJson, removeJson, setJson } from './edit-json-text.js';
import { findMember, findObject, membersOf, parseJsonText } from './parse-json-text.js';

/** An entry in the list of servers of a host. */
export interface ListedEntry {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Reads the servers that a host has.
 *
 * @throws JsonProblem if the text is not valid, or the list is not an object.
 */
export function listEntries(text: string, list: string): readonly ListedEntry[] {
  const object = findObject(parseJsonText(text), [list]);
  return object === undefined
    ? []
    : membersOf(object).map(({ key, value }) => ({ name: key, value: getNodeValue(value) }));
}

// Keys of the user that hosts accept only for a server that they start, or only for one at a URL.
const startKeys = ['cwd', 'envFile'];
const urlKeys = ['headers'];

/**
 * Adds an entry, or changes the keys of an existing one that this command writes. Other keys, and other variables, remain
 * unless they belong to the other kind of server: one that the host starts, or one at a URL.
 */
export function writeEntry(text: string, { host, name, value, inputs }: HostEntry): string {
  const path = [host.list, name];
  const otherKeys = value.command === undefined ? startKeys : urlKeys;
  const known = nodeAt(text, path);
  let edited = text;
  if (known?.type !== 'object') edited = setJson(text, path, value);
  else for (const key of [...ownKeys, ...otherKeys]) edited = writeKey(edited, [...path, key], value);
  for (const input of inputs) {
    if (!inputIdsOf(edited).includes(input.id)) edited = addJson(edited, ['inputs'], input);
  }
  return edited;
}

/** Removes an entry, and the inputs that only this entry uses. */
export function removeEntry(text: string, { list, name }: { readonly list: string; readonly name: string }): string {
  const node = nodeAt(text, [list, name]);
  if (node?.parent === undefined) return text;
  const prefix = `toolwright-${name}-`;
  let edited = removeJson(text, node.parent);
  const count = elementsOf(edited).length;
  for (const id of inputIdsOf(edited)) {
    if (!id.startsWith(prefix) || edited.includes(`\${input:${id}}`)) continue;
    const input = elementsOf(edited).find((element) => idOf(element) === id);
    if (input !== undefined) edited = removeJson(edited, input);
  }
  return elementsOf(edited).length < count ? removeEmptyInputs(edited) : edited;
}

/** Removes the list of inputs, which was created for its first input, unless a comment is left in it. */
function removeEmptyInputs(text: string): string {
  const array = nodeAt(text, ['inputs']);
  if (array?.parent === undefined) return text;
  const isEmpty = /^\[\s*\]$/.test(text.slice(array.offset, array.offset + array.length));
  return isEmpty ? removeJson(text, array.parent) : text;
}

function writeKey(text: string, path: readonly string[], value: HostEntry['value']): string {
  const key = path.at(-1) ?? '';
  const wanted = value[key];
  const node = nodeAt(text, path);
  if (key === 'env' && isRecord(wanted) && node?.type === 'object') {
    return Object.entries(wanted).reduce(
      (edited, [variable, one]) => writeValue(edited, [...path, variable], one),
      text,
    );
  }
  // Some hosts find node only by a path, which the user has written.
  if (key === 'command' && wanted !== undefined && /(?:^|[\\/])node(?:\.exe)?$/.test(String(node?.value))) return text;
  if (wanted !== undefined) return writeValue(text, path, wanted);
  // The variables of a server that is still started belong to the user.
  if (node?.parent === undefined || (key === 'env' && value.command !== undefined)) return text;
  return removeJson(text, node.parent);
}

function writeValue(text: string, path: readonly string[], value: unknown): string {
  const node = nodeAt(text, path);
  // An equal value keeps its format.
  return node !== undefined && isDeepStrictEqual(getNodeValue(node), value) ? text : setJson(text, path, value);
}

function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const object = findObject(parseJsonText(text), path.slice(0, -1));
  return object === undefined ? undefined : findMember(object, path.at(-1) ?? '')?.value;
}

function elementsOf(text: string): readonly Node[] {
  const array = nodeAt(text, ['inputs']);
  return array?.type === 'array' ? (array.children ?? []) : [];
}

function inputIdsOf(text: string): readonly string[] {
  return elementsOf(text).flatMap((element) => idOf(element) ?? []);
}

function idOf(element: Node): string | undefined {
  const id: unknown = element.type === 'object' ? findMember(element, 'id')?.value.value : undefined;
  return typeof id === 'string' ? id : undefined;
}
