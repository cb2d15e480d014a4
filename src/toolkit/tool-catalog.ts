import { type Observable, Subject } from 'rxjs';
import { DefinitionError } from '../errors.js';
import { CallGate } from './call-gate.js';
import type { HostedTool } from './hosted-tool.js';
import type { Middleware } from './middleware.js';
import type { ToolEntry } from './tool-entry.js';
import { basicGroup, type GroupDefinition, type ToolGroupOptions } from './tool-group.js';

/** What happens to a tool whose name is taken. */
export type DuplicatePolicy = 'error' | 'replace' | 'skip' | 'rename';

// Tool names have at most 64 characters (see tool-name.ts).
const longestName = 64;

/** The tools and groups that a toolkit and its sessions share: what there is, not what is switched on. */
export class ToolCatalog {
  /** Where calls of tools with limited concurrency wait, whichever session they come from. */
  readonly gate = new CallGate();
  readonly #tools = new Map<string, ToolEntry>();
  readonly #groups = new Map<string, GroupDefinition>();
  readonly #hosted = new Map<string, HostedTool>();
  readonly #changes = new Subject<void>();
  #middleware: readonly Middleware[] = [];

  constructor() {
    this.createGroup(basicGroup, {});
  }

  /** Fires at once whenever tools or groups are added or removed. */
  get changes$(): Observable<void> {
    return this.#changes.asObservable();
  }

  /** In the order of registration. */
  get entries(): readonly ToolEntry[] {
    return [...this.#tools.values()];
  }

  /** In the order of creation. */
  get groups(): readonly GroupDefinition[] {
    return [...this.#groups.values()];
  }

  /** The tools that model providers run themselves, in the order of registration. */
  get hosted(): readonly HostedTool[] {
    return [...this.#hosted.values()];
  }

  /** Around every call. The first is outermost. */
  get middleware(): readonly Middleware[] {
    return this.#middleware;
  }

  use(middleware: readonly Middleware[]): void {
    this.#middleware = [...this.#middleware, ...middleware];
  }

  entry(name: string): ToolEntry | undefined {
    return this.#tools.get(name);
  }

  /** Throws a DefinitionError that names the groups there are. */
  group(name: string): GroupDefinition {
    const group = this.#groups.get(name);
    if (group !== undefined) return group;
    throw new DefinitionError(`There is no group '${name}'. The groups are ${[...this.#groups.keys()].join(', ')}.`);
  }

  createGroup(name: string, options: ToolGroupOptions): GroupDefinition {
    if (this.#groups.has(name)) throw new DefinitionError(`There is a group '${name}' already. Choose another name.`);
    const { description, instructions, notes, middleware = [] } = options;
    const group = Object.freeze({ name, description, instructions, notes, middleware: Object.freeze([...middleware]) });
    this.#groups.set(name, group);
    this.#changes.next();
    return group;
  }

  /** Removes groups and their tools. Throws a DefinitionError on an unknown name, before anything changes. */
  removeGroups(names: readonly string[]): void {
    for (const name of names) this.group(name);
    if (names.includes(basicGroup)) throw new DefinitionError(`The group '${basicGroup}' cannot be removed.`);
    for (const name of names) this.#groups.delete(name);
    this.removeWhere(({ group }) => names.includes(group));
    this.#changes.next();
  }

  /** Adds tools: all of them, or none if one cannot be added. */
  add(entries: readonly ToolEntry[], policy: DuplicatePolicy): void {
    const added = new Map<string, ToolEntry>();
    for (const entry of entries) {
      this.#checkGroup(entry);
      const { name } = entry.spec;
      const isTaken = this.#tools.has(name) || added.has(name) || this.#hosted.has(name);
      if (!isTaken) added.set(name, entry);
      else if (policy === 'rename') {
        const free = this.#freeName(name, added);
        added.set(free, { ...entry, spec: entry.spec.rename(free) });
      } else if (policy === 'replace' && !this.#hosted.has(name)) added.set(name, entry);
      else if (policy !== 'skip') {
        throw new DefinitionError(
          `There is a tool named '${name}' already. Rename one: spec.rename(…), or say { onDuplicate }.`,
        );
      }
    }
    for (const [name, entry] of added) this.#tools.set(name, Object.freeze(entry));
    if (added.size > 0) this.#changes.next();
  }

  addHosted(tool: HostedTool): void {
    const { name } = tool;
    if (this.#tools.has(name) || this.#hosted.has(name)) {
      throw new DefinitionError(`There is a tool named '${name}' already. Rename one.`);
    }
    this.#hosted.set(name, tool);
    this.#changes.next();
  }

  /** Says whether there was one. */
  remove(name: string): boolean {
    const wasThere = this.#tools.delete(name) || this.#hosted.delete(name);
    if (wasThere) this.#changes.next();
    return wasThere;
  }

  removeWhere(isMeant: (entry: ToolEntry) => boolean): void {
    const names = this.entries.filter(isMeant).map(({ spec }) => spec.name);
    for (const name of names) this.#tools.delete(name);
    if (names.length > 0) this.#changes.next();
  }

  /** Removes all tools and all groups but the basic one. */
  clear(): void {
    this.#tools.clear();
    this.#hosted.clear();
    for (const name of [...this.#groups.keys()]) if (name !== basicGroup) this.#groups.delete(name);
    this.#changes.next();
  }

  #checkGroup({ spec, group }: ToolEntry): void {
    if (this.#groups.has(group)) return;
    throw new DefinitionError(
      `'${spec.name}' belongs to the group '${group}', which does not exist. Create it: createGroup('${group}').`,
    );
  }

  #freeName(name: string, added: ReadonlyMap<string, ToolEntry>): string {
    for (let count = 2; ; count++) {
      const suffix = `_${count}`;
      const free = name.slice(0, longestName - suffix.length) + suffix;
      if (!this.#tools.has(free) && !added.has(free) && !this.#hosted.has(free)) return free;
    }
  }
}
