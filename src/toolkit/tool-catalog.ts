import { type Observable, Subject } from '../base/async/rxjs.js';
import { emitWarning } from '../base/errors/emit-warning.js';
import { DefinitionError } from '../base/errors/errors.js';
import { CallIds } from '../base/runtime/call-ids.js';
import { ConcurrencyLimiter } from '../call/concurrency/concurrency-limiter.js';
import type { StateVisibility } from '../tool/metadata/tool-options.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { VersionRange } from '../tool/spec/version-range.js';
import { DeferredTools } from './deferred-tools.js';
import { companionOf } from './entry/companion.js';
import type { HostedTool } from './entry/hosted-tool.js';
import { checkMiddleware, type Middleware } from './entry/middleware.js';
import type { ToolEntry } from './entry/tool-entry.js';
import { basicGroup, checkGroupName, type GroupDefinition, type ToolGroupOptions } from './entry/tool-group.js';
import { type Feature, FeatureSet, type FeatureSource, needsOfEntry } from './feature.js';
import { composeTool } from './pipeline/find-tool.js';
import type { FoundTool } from './pipeline/pipeline.js';
import { type DuplicatePolicy, resolveDuplicates, type ToolTable } from './resolve-duplicates.js';

/** A tool that a model provider runs, and its group. */
export interface HostedEntry {
  readonly tool: HostedTool;
  readonly group: string;
}

/** The options that apply to every tool of a catalog. */
export interface CatalogOptions {
  /** Whether tools that do not decide themselves coerce arguments. */
  readonly coerce?: boolean | undefined;
  /** The part of the state that tools see that do not decide themselves. */
  readonly stateScope?: StateVisibility | undefined;
}

const noVersions: readonly ToolEntry[] = Object.freeze([]);

/** The tools and groups that a toolkit and its sessions share. Which groups are active is decided by each of them. */
export class ToolCatalog {
  /** Limits the concurrency of the calls of all sessions. */
  readonly limiter = new ConcurrencyLimiter();
  /** Generates the IDs of calls without one. */
  readonly ids = new CallIds();
  /** What the toolkit can do beyond listing and calling tools. */
  readonly features: FeatureSet;
  /** Which tools exports defer, and the tool with which models search for them. */
  readonly deferred = new DeferredTools(this);
  #tools = new Map<string, readonly ToolEntry[]>();
  readonly #groups = new Map<string, GroupDefinition>();
  #hosted: readonly HostedEntry[] = [];
  readonly #changes = new Subject<void>();
  /** The sources whose tools were replaced by directly registered ones, by tool name. */
  readonly #replacedSources = new Map<string, string>();
  /** The names of skipped tools. Each is reported once. */
  readonly #skipped = new Set<string>();
  #middleware: readonly Middleware[] = [];
  /** The composed pipelines of tools. Cleared when tools, groups or middleware change. */
  readonly #composed = new Map<ToolEntry, FoundTool>();

  readonly #defaults: CatalogOptions;

  /** @param provide - Returns the features that tools and options need. @default the toolkit has none */
  constructor({ coerce, stateScope }: CatalogOptions, provide: FeatureSource = () => undefined) {
    this.features = new FeatureSet(provide, (feature) => {
      this.#composed.clear();
      this.#addOwn(feature);
    });
    this.#defaults = { coerce, stateScope };
    this.createGroup(basicGroup, {});
  }

  /** Fires synchronously whenever tools or groups are added or removed. */
  get changes$(): Observable<void> {
    return this.#changes.asObservable();
  }

  /** The names of the tools in the order of registration. */
  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  /** All versions of all tools. The names are in the order of registration. */
  get entries(): readonly ToolEntry[] {
    return [...this.#tools.values()].flat();
  }

  /** The groups in the order of creation. */
  get groups(): readonly GroupDefinition[] {
    return [...this.#groups.values()];
  }

  /** The tools that model providers run themselves, in the order of registration. */
  get hosted(): readonly HostedEntry[] {
    return this.#hosted;
  }

  /** Notifies the subscribers of `changes$` that tools have changed in some scopes. */
  announce(): void {
    this.#onChange();
  }

  /** The middleware around every call. The first is the outermost. */
  get middleware(): readonly Middleware[] {
    return this.#middleware;
  }

  /** Adds middleware around every call. Throws a DefinitionError on middleware that is not a function. */
  use(middleware: readonly Middleware[]): void {
    checkMiddleware(middleware, 'use');
    this.#addCompanions(middleware);
    this.#middleware = [...this.#middleware, ...middleware];
    this.#composed.clear();
  }

  /** Adds the tools that a feature brings. */
  #addOwn({ entries = [] }: Feature): void {
    if (entries.length > 0) this.add(entries, 'error');
  }

  /** Adds what middleware requires. Throws a DefinitionError if its tool has a name that is in use. */
  #addCompanions(middleware: readonly Middleware[]): void {
    if (middleware.length > 0) this.features.require({ name: 'middleware', what: 'Middleware' });
    for (const companion of middleware.flatMap((one) => companionOf(one) ?? [])) {
      const { entry } = companion;
      const feature = this.features.require({ name: 'offload', what: `Middleware with the tool '${entry.spec.name}'` });
      if (this.entry(entry.spec.name)?.actsOnScope !== true) this.add([entry], 'error');
      feature.accept?.(companion);
    }
  }

  /** Returns a tool with its composed pipeline. */
  compose(entry: ToolEntry): FoundTool {
    const known = this.#composed.get(entry);
    if (known !== undefined) return known;
    const own = [...this.#groupMiddleware(entry.group), ...entry.middleware, ...(entry.spec.use ?? [])];
    const versions = this.versions(entry.spec.name);
    const version = versions.length > 1 ? entry.spec.version : undefined;
    const composed = { ...composeTool(entry, { shared: this.#middleware, own, steps: this.features.steps }), version };
    // An entry that a session has extended is not cached: sessions are short-lived.
    if (versions.includes(entry)) this.#composed.set(entry, composed);
    return composed;
  }

  /** Returns the highest version of a tool. Returns undefined if the tool does not exist. */
  entry(name: string): ToolEntry | undefined {
    return this.#tools.get(name)?.[0];
  }

  /** The name of the tool with which models activate groups. Undefined if there is none. */
  get groupSwitch(): string | undefined {
    return this.entries.find(({ switchesGroups }) => switchesGroups === true)?.spec.name;
  }

  /** Returns the registered versions of a tool, the highest first, or an empty array if it does not exist. */
  versions(name: string): readonly ToolEntry[] {
    return this.#tools.get(name) ?? noVersions;
  }

  /** Returns the name under which a spec, or the spec that was adapted from it, is registered. */
  nameOf(spec: ToolSpec): string | undefined {
    if (this.versions(spec.name).some((entry) => entry.spec === spec)) return spec.name;
    return this.entries.find((entry) => entry.spec === spec || entry.origin === spec)?.spec.name;
  }

  /** Returns the group of a name. Throws a DefinitionError that lists all groups if it does not exist. */
  group(name: string): GroupDefinition {
    const group = this.#groups.get(name);
    if (group !== undefined) return group;
    throw new DefinitionError(`There is no group '${name}'. The groups are ${[...this.#groups.keys()].join(', ')}.`);
  }

  /** Returns the group of a name. Returns undefined if it does not exist. */
  findGroup(name: string): GroupDefinition | undefined {
    return this.#groups.get(name);
  }

  /** Returns the middleware of a group. Returns an empty array if the group has been removed. */
  #groupMiddleware(name: string): readonly Middleware[] {
    return this.#groups.get(name)?.middleware ?? [];
  }

  createGroup(name: string, options: ToolGroupOptions): GroupDefinition {
    checkGroupName(name);
    if (this.#groups.has(name)) throw new DefinitionError(`There is a group '${name}' already. Choose another name.`);
    const { description, instructions, notes, deferLoading, use = [] } = options;
    const keywords = options.keywords && Object.freeze([...options.keywords]);
    checkMiddleware(use, `createGroup('${name}')`);
    this.#addCompanions(use);
    const middleware = Object.freeze([...use]);
    const group = Object.freeze({ name, description, keywords, instructions, notes, deferLoading, middleware });
    this.#groups.set(name, group);
    this.#onChange();
    return group;
  }

  /** Removes groups and their tools. Throws a DefinitionError on an unknown name, before anything changes. */
  removeGroups(names: readonly string[]): void {
    for (const name of names) this.group(name);
    if (names.includes(basicGroup)) throw new DefinitionError(`The group '${basicGroup}' cannot be removed.`);
    for (const name of names) this.#groups.delete(name);
    this.#hosted = this.#hosted.filter(({ group }) => !names.includes(group));
    for (const feature of this.features.installed) feature.onGroupsRemoved?.(names);
    this.removeWhere(({ group }) => names.includes(group));
    this.#onChange();
  }

  /**
   * Adds tools: all of them, or none if one cannot be added.
   *
   * @throws DefinitionError also if a tool needs a feature that the toolkit does not have.
   */
  add(entries: readonly ToolEntry[], policy: DuplicatePolicy): void {
    const added = this.#resolveAdded(this.#tools, entries.filter(isTool), policy);
    const addOffers = this.#prepareOffers(entries, policy);
    if (added.size === 0 && addOffers === undefined) return;
    addOffers?.();
    this.#addCompanions(entries.flatMap(({ middleware, spec }) => [...middleware, ...(spec.use ?? [])]));
    for (const [name, versions] of added) {
      const source = this.entry(name)?.source;
      if (source !== undefined && versions[0]?.source === undefined) this.#replacedSources.set(name, source);
      this.#tools.set(name, versions);
    }
    this.#onChange();
  }

  /**
   * Replaces the tools of a source: all of them, or none if one cannot be added. A tool that the source still has
   * retains its position in the order.
   */
  replaceSource(source: string, entries: readonly ToolEntry[], policy: DuplicatePolicy): void {
    const others = withoutEntries(this.#tools, (entry) => entry.source === source);
    const added = this.#resolveAdded(others, entries.filter(isTool), policy);
    const addOffers = this.#prepareOffers(entries, policy, (entry) => entry.source === source);
    addOffers?.();
    const kept = [...this.#tools].filter(([name]) => others.has(name) || added.has(name));
    this.#tools = new Map([...kept, ...added]);
    this.#addCompanions(entries.flatMap(({ middleware, spec }) => [...middleware, ...(spec.use ?? [])]));
    this.#onChange();
  }

  /** Prepares to add what is not a tool. Returns undefined if there is nothing to add, and nothing to replace. */
  #prepareOffers(
    entries: readonly ToolEntry[],
    policy: DuplicatePolicy,
    isReplaced?: (entry: ToolEntry) => boolean,
  ): (() => void) | undefined {
    const offers = entries.filter((entry) => !isTool(entry) || entry.spec.ui?.view !== undefined);
    this.#checkAdded(offers);
    const feature = this.features.find('offers');
    if (offers.length === 0 && isReplaced === undefined) return undefined;
    return feature?.prepareOffers?.(
      offers.map((entry) => this.#withDefaults(entry)),
      policy,
      isReplaced,
    );
  }

  addHosted(tool: HostedTool, group: string): void {
    const { name, provider } = tool;
    this.#checkGroup(name, group);
    // Several providers may host tools of the same name: each export contains its own.
    const isHosted = this.#hosted.some((one) => one.tool.name === name && one.tool.provider === provider);
    if (isHosted || this.#tools.has(name)) {
      throw new DefinitionError(`There is a tool named '${name}' already. Rename one.`);
    }
    this.#hosted = [...this.#hosted, Object.freeze({ tool, group })];
    this.#onChange();
  }

  /** Removes the versions of a tool that are in a range. Returns whether there was one. */
  removeVersions(name: string, range: VersionRange): boolean {
    const count = this.versions(name).length;
    this.removeWhere(({ spec }) => spec.name === name && range(spec.version));
    return this.versions(name).length < count;
  }

  /** Removes all versions of a tool. Returns whether it existed. */
  remove(name: string): boolean {
    const wasHosted = this.#isHosted(name);
    const hadOffers = this.#removeOffers(({ spec }) => spec.name === name);
    if (!this.#tools.delete(name) && !wasHosted && !hadOffers) return false;
    this.#hosted = this.#hosted.filter(({ tool }) => tool.name !== name);
    this.#onChange();
    return true;
  }

  removeWhere(predicate: (entry: ToolEntry) => boolean): void {
    const hadOffers = this.#removeOffers(predicate);
    if (!hadOffers && !this.entries.some(predicate)) return;
    this.#tools = withoutEntries(this.#tools, predicate);
    this.#onChange();
  }

  #removeOffers(predicate: (entry: ToolEntry) => boolean): boolean {
    return this.features.installed.some((feature) => feature.removeOffers?.(predicate) === true);
  }

  /** Removes all tools and all groups but the basic one, with what features have for them. */
  clear(): void {
    for (const feature of this.features.installed) feature.onClear?.();
    this.#tools = new Map();
    this.#hosted = [];
    for (const name of [...this.#groups.keys()]) if (name !== basicGroup) this.#groups.delete(name);
    // The middleware around every call remains.
    this.#addCompanions(this.#middleware);
    for (const feature of this.features.installed) this.#addOwn(feature);
    this.#onChange();
  }

  /** Throws a DefinitionError on an entry of an unknown group, and on one that needs a feature that is missing. */
  #checkAdded(entries: readonly ToolEntry[]): void {
    for (const entry of entries) {
      this.#checkGroup(entry.spec.name, entry.group);
      for (const need of needsOfEntry(entry)) this.features.require(need);
    }
    if (this.features.find('flow') === undefined) reportUnfollowed(entries);
    if (entries.some(({ spec }) => spec.concurrency !== undefined)) this.limiter.start();
  }

  /** Returns the versions of each name that changes. Throws a DefinitionError if a tool cannot be added. */
  #resolveAdded(others: ToolTable, entries: readonly ToolEntry[], policy: DuplicatePolicy): ToolTable {
    this.#checkAdded(entries);
    for (const feature of this.features.installed) for (const { spec } of entries) feature.checkTool?.(spec);
    return resolveDuplicates({
      others,
      entries: entries.map((entry) => this.#withDefaults(entry)),
      policy,
      isHosted: (name) => this.#isHosted(name),
      isReplaced: ({ spec, source }) => this.#replacedSources.get(spec.name) === source,
      onSkip: (name) => this.#reportSkipped(name),
    });
  }

  /** Returns an entry whose spec has the toolkit's defaults. */
  #withDefaults(entry: ToolEntry): ToolEntry {
    const { spec, origin = spec, actsOnScope = false } = entry;
    const { coerce = this.#defaults.coerce } = spec;
    // A tool that acts on the toolkit receives no state.
    const stateScope = spec.stateScope ?? (actsOnScope ? undefined : this.#defaults.stateScope);
    if (coerce === spec.coerce && stateScope === spec.stateScope) return entry;
    return { ...entry, spec: spec.with({ coerce, stateScope }), origin };
  }

  #reportSkipped(name: string): void {
    if (this.#skipped.has(name)) return;
    this.#skipped.add(name);
    emitWarning(`A tool named '${name}' was not registered: there is one already, and onDuplicate is 'skip'.`);
  }

  #onChange(): void {
    // Before subscribers are notified: they may call tools.
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

/** Emits a process warning that names the tools whose declarations have no effect, because the toolkit does not follow data. */
function reportUnfollowed(entries: readonly ToolEntry[]): void {
  const names = entries.filter(({ spec }) => spec.restrictsFlow).map(({ spec }) => `'${spec.name}'`);
  if (names.length === 0) return;
  emitWarning(
    `What ${names.join(', ')} declares with 'decides', 'readers' or 'show' has no effect: the toolkit was created without the option flow.`,
  );
}

function isTool({ spec }: ToolEntry): boolean {
  return spec.offer === undefined;
}

/** Returns the tools of a table without the entries that match. A name without entries is removed. */
function withoutEntries(tools: ToolTable, isRemoved: (entry: ToolEntry) => boolean): Map<string, readonly ToolEntry[]> {
  const others = new Map<string, readonly ToolEntry[]>();
  for (const [name, versions] of tools) {
    const kept = versions.filter((entry) => !isRemoved(entry));
    if (kept.length > 0) others.set(name, kept);
  }
  return others;
}
