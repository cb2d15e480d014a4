import type { FoundTool } from './found-tool.js';

/**
 * The tools of a scope, by name, that are there for every call: nobody has to be asked who calls. What stands around them
 * is found out once, as long as nothing changes.
 */
export class KnownTools {
  /** Made with the first: most sessions of many only wait. */
  #tools: Map<string, FoundTool> | undefined;
  #revision = 0;

  /** @param revision - Of the scope: what was found out of another does not count. */
  get(name: string, revision: number): FoundTool | undefined {
    if (this.#revision !== revision) {
      this.#tools = undefined;
      this.#revision = revision;
    }
    return this.#tools?.get(name);
  }

  /** Keeps a tool as of the revision that was last asked about, if it is there for all calls. */
  add(name: string, tool: FoundTool): void {
    const { spec, enabled } = tool.entry;
    if (enabled !== true || spec.isRestricted) return;
    this.#tools ??= new Map();
    this.#tools.set(name, tool);
  }
}
