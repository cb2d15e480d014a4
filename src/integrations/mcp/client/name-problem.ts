import { isCleanText } from '../../../base/text/clean-text.js';

// The Model Context Protocol allows names of up to 128 characters (2025-11-25, server/tools, "Tool Names").
const longestRemoteName = 128;

const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the reason why a server's name for a tool is rejected; undefined if it is accepted. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'it has no name';
  if (name.trim() === '') return 'its name is empty';
  if (name.length > longestRemoteName) {
    return `its name has ${name.length} characters; the protocol allows ${longestRemoteName}`;
  }
  if (prototypeNames.has(name)) return `its name is '${name}', which could reach a prototype`;
  return isCleanText(name) && !/[\r\n\t]/.test(name) ? undefined : 'its name has invisible characters';
}
