import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { findMember, membersOf, parseJsonText } from './parse-json-text.js';

// The unchanged lines around a change.
const contextLines = 3;

/** Describes the change of a file as a unified diff. Values that may be secrets are not shown. */
export function describeDifference(path: string, before: string, after: string): string {
  const [old, changed] = [linesOf(hideSecrets(before)), linesOf(hideSecrets(after))];
  const start = countEqual(old, changed);
  if (start === old.length && start === changed.length) return 'Only values that are not shown change.';
  const most = Math.min(old.length, changed.length) - start;
  const end = Math.min(countEqual([...old].reverse(), [...changed].reverse()), most);
  const first = Math.max(0, start - contextLines);
  const rest = Math.min(end, contextLines);
  const lines = [
    ...old.slice(first, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...changed.slice(start, changed.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - end + rest).map((line) => ` ${line}`),
  ];
  const range = (length: number): string => `${length === 0 ? 0 : first + 1},${length - end + rest - first}`;
  return [
    `--- ${before === '' ? '/dev/null' : path}`,
    `+++ ${path}`,
    `@@ -${old.length === 0 ? '0,0' : range(old.length)} +${range(changed.length)} @@`,
    ...lines,
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function countEqual(some: readonly string[], others: readonly string[]): number {
  const length = Math.min(some.length, others.length);
  for (let index = 0; index < length; index++) if (some[index] !== others[index]) return index;
  return length;
}

/** Replaces the values of environment variables and headers, of all servers, unless they are references. */
function hideSecrets(text: string): string {
  const root = parseJsonText(text);
  if (root?.type !== 'object') return text;
  const edits = ['mcpServers', 'servers'].flatMap((list) => {
    const servers = findMember(root, list)?.value;
    return servers === undefined ? [] : membersOf(servers).flatMap(({ value }) => hidden(value));
  });
  return applyEdits(text, edits);
}

function hidden(server: Node): readonly Edit[] {
  if (server.type !== 'object') return [];
  return membersOf(server)
    .filter(({ key, value }) => ['env', 'headers'].includes(key) && value.type === 'object')
    .flatMap(({ value }) => membersOf(value))
    .filter(({ value }) => value.type === 'string' && !/^\$\{[^}]*\}$/.test(String(value.value)))
    .map(({ value: { offset, length } }) => ({ offset, length, content: '"***"' }));
}
