import { hashText } from '../../base/runtime/sha256.js';

// The longest name that every model accepts: OpenAI's limit is the lowest.
const longestName = 64;

/**
 * Returns the name under which a model calls a remote tool. It depends only on the prefix and the remote name: a name
 * that every model accepts is not changed, and any other name gets a digest of the remote name.
 *
 * @param prefix - The prefix, joined by `__`; an empty text for no prefix.
 */
export function localNameOf(remote: string, prefix: string): string {
  const head = prefix === '' ? '' : `${replaceIllegalCharacters(prefix)}__`;
  const name = head + remote;
  if (name.length <= longestName && replaceIllegalCharacters(remote) === remote) return name;
  const digest = hashText(remote, 'hex').slice(0, 8);
  return `${replaceIllegalCharacters(name).slice(0, longestName - digest.length - 1)}_${digest}`;
}

function replaceIllegalCharacters(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}

/** The names of the tools in one list of a remote source. */
export interface NameAssignment {
  /** The local name of each remote tool that has one, by its remote name. */
  readonly locals: ReadonlyMap<string, string>;
  /** The remote tools without a name, because another tool has it: its remote name. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** The remote tools whose local name called another remote tool before: its remote name. */
  readonly previous: ReadonlyMap<string, string>;
}

/**
 * The local names of a remote source's tools. A name stays with its tool for as long as the tool is listed, so that
 * neither the order of a list nor a further tool changes which tool a name calls.
 */
export class LocalNames {
  readonly #prefix: string;
  readonly #owners = new Map<string, string>();

  /** @param prefix - The prefix of each name, joined by `__`; an empty text for no prefix. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Assigns names to the tools of a list. Of two new tools with one name, the first has it. */
  assign(remotes: readonly string[]): NameAssignment {
    const listed = new Set(remotes);
    const taken = new Map<string, string>();
    const locals = new Map<string, string>();
    const conflicts = new Map<string, string>();
    const previous = new Map<string, string>();
    for (const remote of listed) {
      const local = localNameOf(remote, this.#prefix);
      const before = this.#owners.get(local);
      const owner = before !== undefined && listed.has(before) ? before : (taken.get(local) ?? remote);
      taken.set(local, owner);
      if (owner !== remote) conflicts.set(remote, owner);
      else locals.set(remote, local);
      if (owner === remote && before !== undefined && before !== remote) previous.set(remote, before);
    }
    return { locals, conflicts, previous };
  }

  /** Records which remote tool a local name calls from now on. */
  confirm(local: string, remote: string): void {
    this.#owners.set(local, remote);
  }
}
