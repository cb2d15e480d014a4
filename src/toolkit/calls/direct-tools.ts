import type { ToolEntry } from '../tool-entry.js';

/**
 * The tools of a scope, by name, that every call reaches as it is: nobody has to be asked who calls, and nothing stands
 * around them. As long as nothing changes, that is found out once.
 */
export class DirectTools {
  /** Made with the first: most sessions of many only wait. */
  #entries: Map<string, ToolEntry> | undefined;
  #revision = 0;

  /** @param revision - Of the scope: what was found out of another does not count. */
  get(name: string, revision: number): ToolEntry | undefined {
    if (this.#revision !== revision) {
      this.#entries = undefined;
      this.#revision = revision;
    }
    return this.#entries?.get(name);
  }

  /** Keeps a tool as of the revision that was last asked about, if it is the same to all calls. */
  add(name: string, entry: ToolEntry): void {
    const { spec, enabled } = entry;
    if (enabled !== true || spec.isRestricted || spec.concurrency !== undefined) return;
    this.#entries ??= new Map();
    this.#entries.set(name, entry);
  }
}
