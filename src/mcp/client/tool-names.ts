import { createHash } from 'node:crypto';
import { isCleanText } from './clean-text.js';

// The Model Context Protocol allows names of up to 128 characters (2025-11-25, server/tools, "Tool Names").
const longestRemoteName = 128;
// The longest name that every model accepts: OpenAI's limit is the lowest.
const longestName = 64;

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

/** Assigns each tool of a server a unique name that every model accepts. */
export class ToolNames {
  readonly #prefix: string;
  readonly #remoteByName = new Map<string, string>();

  /** @param prefix - The prefix of each name, joined by `__`; no prefix if empty. */
  constructor(prefix: string) {
    this.#prefix = prefix === '' ? '' : `${replaceIllegalCharacters(prefix)}__`;
  }

  /** Returns the name for models of the tool that the server calls `remote`. */
  nameOf(remote: string): string {
    const name = `${this.#prefix}${replaceIllegalCharacters(remote)}`;
    // Shortening and replacing can make two names equal: a digest of the original name distinguishes them.
    const isTaken = this.#remoteByName.has(name);
    const unique = name.length > longestName || isTaken ? appendDigest(name, remote) : name;
    this.#remoteByName.set(unique, remote);
    return unique;
  }

  /** The server's name of each tool, by its name for models. */
  get remoteNames(): ReadonlyMap<string, string> {
    return this.#remoteByName;
  }
}

function replaceIllegalCharacters(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}

function appendDigest(name: string, remote: string): string {
  const digest = createHash('sha256').update(remote).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName - digest.length - 1)}_${digest}`;
}
