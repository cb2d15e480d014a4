import { type Observable, Subject } from 'rxjs';
import { DefinitionError } from '../errors.js';
import { CallIds } from '../execution/call-ids.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { HostedTool } from './hosted-tool.js';
import { checkMiddleware, type Middleware } from './middleware/middleware.js';
import { ConcurrencyLimiter } from './pipeline/concurrency-limiter.js';
import { composeTool } from './pipeline/find-tool.js';
import type { FoundTool } from './pipeline/pipeline.js';
import type { ToolEntry } from './tool-entry.js';
import { basicGroup, checkGroupName, type GroupDefinition, type ToolGroupOptions } from './tool-group.js';

/** Decides what happens to a tool whose name is taken. */
export type DuplicatePolicy = 'error' | 'replace' | 'skip' | 'rename';

// Tool names have at most 64 characters (see tool-name.ts).
const longestName = 64;

/** A tool that a model's provider runs, as a toolkit holds it. */
export interface HostedEntry {
  readonly tool: HostedTool;
  readonly group: string;
}

/** The tools and groups that a toolkit and its sessions share: what there is, not what is switched on. */
export class ToolCatalog {
  /** Limits the concurrency of calls, whichever session they come from. */
  readonly limiter = new ConcurrencyLimiter();
  /** For calls that come without an id. */
  readonly ids = new CallIds();
  /** The number of background calls that each scope keeps. */
  maxTasks = 100;
  #tools = new Map<string, ToolEntry>();
  readonly #groups = new Map<string, GroupDefinition>();
  #hosted: readonly HostedEntry[] = [];
  readonly #changes = new Subject<void>();
  /** The sources whose tools gave way to others, by name. */
  readonly #yielded = new Map<string, string>();
  #middleware: readonly Middleware[] = [];
  /** The composed pipelines of tools. Emptied when tools, groups or middleware change. */
  readonly #composed = new Map<ToolEntry, FoundTool>();

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
  get hosted(): readonly HostedEntry[] {
    return this.#hosted;
  }

  /** Announces that tools have changed in some scopes. */
  announce(): void {
    this.#changed();
  }

  /** Around every call. The first is outermost. */
  get middleware(): readonly Middleware[] {
    return this.#middleware;
  }

  /** Throws a DefinitionError on what is no function. */
  use(middleware: readonly Middleware[]): void {
    checkMiddleware(middleware, 'use');
    this.#middleware = [...this.#middleware, ...middleware];
    this.#composed.clear();
  }

  /** Gives a tool with its pipeline. */
  compose(entry: ToolEntry): FoundTool {
    const known = this.#composed.get(entry);
    if (known !== undefined) return known;
    // A spec of an earlier copy of this package has no `use`.
    const use: readonly Middleware[] = entry.spec.use ?? [];
    const own = [...this.#groupMiddleware(entry.group), ...entry.middleware, ...use];
    const composed = composeTool(entry, { shared: this.#middleware, own });
    // A session's own extension of an entry is not kept: sessions come and go.
    if (this.#tools.get(entry.spec.name) === entry) this.#composed.set(entry, composed);
    return composed;
  }

  entry(name: string): ToolEntry | undefined {
    return this.#tools.get(name);
  }

  /** The name under which a spec is registered: as it is, or as what it was adapted from. */
  nameOf(spec: ToolSpec): string | undefined {
    if (this.#tools.get(spec.name)?.spec === spec) return spec.name;
    return this.entries.find((entry) => entry.spec === spec || entry.origin === spec)?.spec.name;
  }

  /** Throws a DefinitionError that names the groups there are. */
  group(name: string): GroupDefinition {
    const group = this.#groups.get(name);
    if (group !== undefined) return group;
    throw new DefinitionError(`There is no group '${name}'. The groups are ${[...this.#groups.keys()].join(', ')}.`);
  }

  /** The middleware of a group; none once the group is removed. */
  #groupMiddleware(name: string): readonly Middleware[] {
    return this.#groups.get(name)?.middleware ?? [];
  }

  createGroup(name: string, options: ToolGroupOptions): GroupDefinition {
    checkGroupName(name);
    if (this.#groups.has(name)) throw new DefinitionError(`There is a group '${name}' already. Choose another name.`);
    const { description, instructions, notes, use = options.middleware ?? [] } = options;
    checkMiddleware(use, `createGroup('${name}')`);
    const group = Object.freeze({ name, description, instructions, notes, middleware: Object.freeze([...use]) });
    this.#groups.set(name, group);
    this.#changed();
    return group;
  }

  /** Removes groups and their tools. Throws a DefinitionError on an unknown name, before anything changes. */
  removeGroups(names: readonly string[]): void {
    for (const name of names) this.group(name);
    if (names.includes(basicGroup)) throw new DefinitionError(`The group '${basicGroup}' cannot be removed.`);
    for (const name of names) this.#groups.delete(name);
    this.#hosted = this.#hosted.filter(({ group }) => !names.includes(group));
    this.removeWhere(({ group }) => names.includes(group));
    this.#changed();
  }

  /** Adds tools: all of them, or none if one cannot be added. */
  add(entries: readonly ToolEntry[], policy: DuplicatePolicy): void {
    const added = this.#added(this.#tools, entries, policy);
    if (added.size === 0) return;
    for (const [name, entry] of added) {
      const source = this.#tools.get(name)?.source;
      if (source !== undefined && entry.source === undefined) this.#yielded.set(name, source);
      this.#tools.set(name, entry);
    }
    this.#changed();
  }

  /**
   * Puts the tools of a source in the place of those that it had: all of them, or none if one cannot be added. A tool
   * that it still has keeps its place in the order.
   */
  replaceSource(source: string, entries: readonly ToolEntry[], policy: DuplicatePolicy): void {
    const others = new Map([...this.#tools].filter(([, entry]) => entry.source !== source));
    const added = this.#added(others, entries, policy);
    const kept = [...this.#tools].filter(([name]) => others.has(name) || added.has(name));
    this.#tools = new Map([...kept, ...added]);
    this.#changed();
  }

  addHosted(tool: HostedTool, group: string): void {
    const { name, provider } = tool;
    this.#checkGroup(name, group);
    // Tools of one name may be hosted by several providers: each sees its own.
    const isHosted = this.#hosted.some((one) => one.tool.name === name && one.tool.provider === provider);
    if (isHosted || this.#tools.has(name)) {
      throw new DefinitionError(`There is a tool named '${name}' already. Rename one.`);
    }
    this.#hosted = [...this.#hosted, Object.freeze({ tool, group })];
    this.#changed();
  }

  /** Says whether there was one. */
  remove(name: string): boolean {
    const wasHosted = this.#isHosted(name);
    if (!this.#tools.delete(name) && !wasHosted) return false;
    this.#hosted = this.#hosted.filter(({ tool }) => tool.name !== name);
    this.#changed();
    return true;
  }

  removeWhere(isMeant: (entry: ToolEntry) => boolean): void {
    const names = this.entries.filter(isMeant).map(({ spec }) => spec.name);
    for (const name of names) this.#tools.delete(name);
    if (names.length > 0) this.#changed();
  }

  /** Removes all tools and all groups but the basic one. */
  clear(): void {
    this.#tools = new Map();
    this.#hosted = [];
    for (const name of [...this.#groups.keys()]) if (name !== basicGroup) this.#groups.delete(name);
    this.#changed();
  }

  /**
   * Gives the entries that adding tools to others adds, by name. A tool that was registered by itself always wins over one
   * of a source, whose names may come from elsewhere. Throws a DefinitionError if one cannot be added.
   */
  #added(
    others: ReadonlyMap<string, ToolEntry>,
    entries: readonly ToolEntry[],
    policy: DuplicatePolicy,
  ): ReadonlyMap<string, ToolEntry> {
    const added = new Map<string, ToolEntry>();
    const isTaken = (name: string): boolean => others.has(name) || added.has(name) || this.#isHosted(name);
    for (const entry of entries) {
      const { name } = entry.spec;
      this.#checkGroup(name, entry.group);
      const isOthers = entry.source === undefined && others.get(name)?.source !== undefined;
      const isLocals = entry.source !== undefined && others.has(name) && others.get(name)?.source === undefined;
      if (isLocals && this.#yielded.get(name) === entry.source) continue;
      if (!isTaken(name) || (isOthers && !added.has(name))) added.set(name, Object.freeze(entry));
      else if (policy === 'rename') {
        const free = freeName(name, isTaken);
        added.set(free, Object.freeze({ ...entry, spec: entry.spec.rename(free) }));
      } else if (policy === 'replace' && !this.#isHosted(name)) {
        if (!isLocals) added.set(name, Object.freeze(entry));
      } else if (policy !== 'skip') {
        throw new DefinitionError(
          `There is a tool named '${name}' already. Rename one: spec.rename(…), or say { onDuplicate }.`,
        );
      }
    }
    return added;
  }

  #changed(): void {
    // Before anybody hears of it: they may call.
    this.#composed.clear();
    this.#changes.next();
  }

  #isHosted(name: string): boolean {
    return this.#hosted.some(({ tool }) => tool.name === name);
  }

  #checkGroup(name: string, group: string): void {
    if (this.#groups.has(group)) return;
    throw new DefinitionError(
      `'${name}' belongs to the group '${group}', which does not exist. Create it: createGroup('${group}').`,
    );
  }
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let count = 2; ; count++) {
    const suffix = `_${count}`;
    const free = name.slice(0, longestName - suffix.length) + suffix;
    if (!isTaken(free)) return free;
  }
}
