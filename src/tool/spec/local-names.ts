import { digestNameOf, hasPlainName, plainNameOf, shortDigest } from './plain-name.js';

/** The name of a remote tool for models. */
export interface LocalName {
  readonly name: string;
  /** The name that it has in common with other tools, and therefore does not have. Undefined if there is none. */
  readonly plainName: string | undefined;
  /** The first name of the tool in this source. Undefined if it still has that name. */
  readonly formerName: string | undefined;
}

// In hexadecimal characters. The second is for remote names that were chosen to collide with the first.
const digestLengths = [shortDigest, 32];

/** A remote tool, and the name that it has or would have. */
interface NamedTool {
  readonly plainName: string | undefined;
  firstName: string | undefined;
  /** Undefined if other tools have all its names. */
  name: string | undefined;
  /** The number of digests that it has tried. */
  digests: number;
}

/**
 * The local names of a remote source's tools. A tool has its plain name if no other tool of the source has or had the
 * same. Tools with one plain name have digests, so that the order of a list does not matter, and a name never calls
 * another tool than before.
 *
 * Claim the names of all tools of a list before you read the first.
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

  /** Takes a name from all tools, because a tool of the source has it otherwise. */
  reserve(name: string): void {
    const owner = this.#owners.get(name);
    this.#owners.set(name, undefined);
    if (owner === undefined) return;
    this.#rename(owner);
    this.claim(owner);
  }

  /** Gives a tool the first of its names that no other tool has or had. A tool that had that name gets its next one. */
  claim(remote: string): void {
    const waiting = [remote];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { name } = this.#toolOf(next);
      if (name === undefined) continue;
      const isNew = !this.#owners.has(name);
      const owner = isNew ? next : this.#owners.get(name);
      if (isNew) this.#owners.set(name, next);
      if (owner === next) continue;
      this.#owners.set(name, undefined);
      for (const one of owner === undefined ? [next] : [next, owner]) {
        this.#rename(one);
        waiting.push(one);
      }
    }
  }

  /**
   * Returns the name of a tool. Returns undefined if it has none, because other tools were named so that all its names
   * collide.
   */
  get(remote: string): LocalName | undefined {
    const tool = this.#toolOf(remote);
    const { name, plainName } = tool;
    if (name === undefined) return undefined;
    tool.firstName ??= name;
    return {
      name,
      plainName: plainName === name ? undefined : plainName,
      formerName: tool.firstName === name ? undefined : tool.firstName,
    };
  }

  #toolOf(remote: string): NamedTool {
    const known = this.#tools.get(remote);
    if (known !== undefined) return known;
    const plainName = hasPlainName(remote, this.#prefix) ? plainNameOf(remote, this.#prefix) : undefined;
    const tool = { plainName, firstName: undefined, name: plainName, digests: 0 };
    this.#tools.set(remote, tool);
    if (plainName === undefined) this.#rename(remote);
    return tool;
  }

  #rename(remote: string): void {
    const tool = this.#toolOf(remote);
    const length = digestLengths[tool.digests++];
    tool.name = length === undefined ? undefined : digestNameOf(remote, this.#prefix, length);
  }
}
