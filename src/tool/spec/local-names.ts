import { digestNameOf, hasPlainName, plainNameOf } from './plain-name.js';

/** The name of a remote tool for models. */
export interface LocalName {
  readonly name: string;
  /** The name that it has in common with other tools, and therefore does not have. Undefined if there is none. */
  readonly plainName: string | undefined;
  /** The first name of the tool in this source. Undefined if it still has that name. */
  readonly formerName: string | undefined;
}

// In hexadecimal characters. The second is for remote names that were chosen to collide with the first.
const digestLengths = [8, 32];

/** The place of a remote tool among its possible names: 0 is its plain name, and the others have digests. */
interface NamedTool {
  level: number;
  firstName: string | undefined;
}

/**
 * The local names of a remote source's tools. A tool has its plain name if no other tool of the source has or had the
 * same. Tools with one plain name have digests, so that the order of a list does not matter, and a name never calls
 * another tool than before.
 */
export class LocalNames {
  readonly #prefix: string;
  readonly #tools = new Map<string, NamedTool>();
  /** The remote tool of each name. Undefined for a name that several had, which no tool gets any more. */
  readonly #owners = new Map<string, string | undefined>();

  /** @param prefix - The prefix of each name, joined by `__`; an empty text for no prefix. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Assigns names to the tools of a list, by their remote names. A tool without an entry has none: other tools were named
   * so that all its names collide.
   *
   * @param reserved - The names that tools of the source have otherwise.
   */
  assign(remotes: Iterable<string>, reserved: Iterable<string> = []): ReadonlyMap<string, LocalName> {
    const listed = new Set(remotes);
    for (const name of reserved) this.#withdraw(name);
    for (const remote of listed) this.#claim(remote);
    const assigned = new Map<string, LocalName>();
    for (const remote of listed) {
      const local = this.#localNameOf(remote);
      if (local !== undefined) assigned.set(remote, local);
    }
    return assigned;
  }

  #localNameOf(remote: string): LocalName | undefined {
    const tool = this.#toolOf(remote);
    const name = this.#nameOf(remote, tool.level);
    if (name === undefined) return undefined;
    tool.firstName ??= name;
    const isShared = tool.level > 0 && hasPlainName(remote, this.#prefix);
    return {
      name,
      plainName: isShared ? plainNameOf(remote, this.#prefix) : undefined,
      formerName: tool.firstName === name ? undefined : tool.firstName,
    };
  }

  /** Gives a tool the first of its names that no other tool has or had. A tool that had that name gets its next one. */
  #claim(remote: string): void {
    const waiting = [remote];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const tool = this.#toolOf(next);
      const name = this.#nameOf(next, tool.level);
      if (name === undefined) continue;
      const isKnown = this.#owners.has(name);
      const owner = this.#owners.get(name);
      if (owner === next) continue;
      if (!isKnown) {
        this.#owners.set(name, next);
        continue;
      }
      tool.level++;
      waiting.push(next);
      if (owner !== undefined) waiting.push(this.#dispossess(name, owner));
    }
  }

  /** Takes a name from all tools. */
  #withdraw(name: string): void {
    const owner = this.#owners.get(name);
    if (owner === undefined) this.#owners.set(name, undefined);
    else this.#claim(this.#dispossess(name, owner));
  }

  #dispossess(name: string, owner: string): string {
    this.#owners.set(name, undefined);
    this.#toolOf(owner).level++;
    return owner;
  }

  #toolOf(remote: string): NamedTool {
    const known = this.#tools.get(remote);
    if (known !== undefined) return known;
    const tool = { level: hasPlainName(remote, this.#prefix) ? 0 : 1, firstName: undefined };
    this.#tools.set(remote, tool);
    return tool;
  }

  #nameOf(remote: string, level: number): string | undefined {
    if (level === 0) return plainNameOf(remote, this.#prefix);
    const length = digestLengths[level - 1];
    return length === undefined ? undefined : digestNameOf(remote, this.#prefix, length);
  }
}
