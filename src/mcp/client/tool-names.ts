import { createHash } from 'node:crypto';
import { isCleanText } from './clean-text.js';

// The Model Context Protocol allows names of up to 128 characters (2025-11-25, server/tools, "Tool Names").
const longestRemoteName = 128;
// What models accept: OpenAI's rule is the narrowest.
const longestName = 64;

const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a server's name for a tool is not taken; undefined if it is. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'it has no name';
  if (name.trim() === '') return 'its name is empty';
  if (name.length > longestRemoteName) {
    return `its name has ${name.length} characters; the protocol allows ${longestRemoteName}`;
  }
  if (prototypeNames.has(name)) return `its name is '${name}', which could reach a prototype`;
  return isCleanText(name) && !/[\r\n\t]/.test(name) ? undefined : 'its name has characters that nobody sees';
}

/** Gives each tool of a server a name that every model accepts and that no other of them has. */
export class ToolNames {
  readonly #prefix: string;
  readonly #remoteByName = new Map<string, string>();

  /** @param prefix - Put before each name, joined by `__`; none if empty. */
  constructor(prefix: string) {
    this.#prefix = prefix === '' ? '' : `${legal(prefix)}__`;
  }

  /** The name for models of the tool that the server calls `remote`. */
  nameOf(remote: string): string {
    const name = `${this.#prefix}${legal(remote)}`;
    // What is lost in shortening or replacing tells two names apart: a digest of the whole puts it back.
    const isTaken = this.#remoteByName.has(name);
    const unique = name.length > longestName || isTaken ? withDigest(name, remote) : name;
    this.#remoteByName.set(unique, remote);
    return unique;
  }

  /** What the server calls a tool, by its name for models. */
  get remoteNames(): ReadonlyMap<string, string> {
    return this.#remoteByName;
  }
}

function legal(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}

function withDigest(name: string, remote: string): string {
  const digest = createHash('sha256').update(remote).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName - digest.length - 1)}_${digest}`;
}
