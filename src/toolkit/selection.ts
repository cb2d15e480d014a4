import { debounceTime, from, mergeMap, type Observable, share } from '../base/async/rxjs.js';
import { emitWarning } from '../base/errors/emit-warning.js';
import { DefinitionError, ToolError, ToolInactiveError, ToolNotFoundError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { anyValue, flag, string, strings } from '../base/options/option-rules.js';
import { isThenable } from '../base/values/thenable.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { FormatSupport, HostedDefinition, ToolProviderName } from '../format/tool-format.js';
import { copyJson } from '../schema/values/copy-json.js';
import type { Caller } from '../tool/spec/access.js';
import { isForAppsOnly } from '../tool/spec/is-for-apps-only.js';
import { listNames } from '../tool/spec/list-names.js';
import { didYouMean } from '../tool/spec/nearest-names.js';
import { toolPatterns } from '../tool/spec/tool-pattern.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { ActiveGroups } from './active-groups.js';
import { DescribedSpecs } from './described-specs.js';
import type { ListedTool, ScopeControl } from './entry/scope-control.js';
import { shownSpec, type ToolEntry } from './entry/tool-entry.js';
import { basicGroup, type ToolGroup } from './entry/tool-group.js';
import { planExport } from './plan-export.js';
import { restoreState, type SelectionState } from './scope-state.js';
import { searchToolName } from './search-tool-name.js';
import { groupFingerprints, listDifferences, reportDifferences, toolFingerprints } from './snapshot-fingerprints.js';
import type { ToolCatalog } from './tool-catalog.js';
import { createSelector, type ExportFilter, type ToolFilter } from './tool-filter.js';
import { compileVersions, type VersionRanges, versionRanges } from './tool-versions.js';

/** A tool of an export. */
export interface ExportedTool {
  readonly spec: ToolSpec;
  readonly deferLoading: boolean;
}

/** The parts of a selection. */
export interface SelectionParts {
  readonly catalog: ToolCatalog;
  readonly state: ToolState;
  readonly active: ActiveGroups;
  /** Whether a model cannot change the active groups. */
  readonly fixedGroups: boolean;
  /** Whether this scope has the tools that its client runs. */
  readonly clientTools: boolean;
  /** The versions of tools that this scope chooses from. */
  readonly versions: VersionRanges;
  /** The caller for whom tools are listed, unless a listing names another one. */
  readonly auth: unknown;
  /** The request object of a framework, unless a listing names another one. */
  readonly hostRequest: unknown;
}

// In milliseconds. Registering a hundred tools fires `changes$` once.
const debounceMs = 20;

/** The names of the options with which a toolkit selects the tools that it lists or exports. */
export const selectionNames = {
  auth: anyValue,
  hostRequest: anyValue,
  groups: strings,
  tags: strings,
  include: toolPatterns,
  exclude: toolPatterns,
  versions: versionRanges,
} satisfies OptionNames<ExportFilter>;

const filterNames: OptionNames<ToolFilter> = { ...selectionNames, active: flag, group: string };

type GetOptions = Pick<ToolFilter, 'auth' | 'hostRequest' | 'versions'>;

const getOptionNames: OptionNames<GetOptions> = {
  auth: anyValue,
  hostRequest: anyValue,
  versions: versionRanges,
};

/** The tools of a catalog that a toolkit or session lists for a caller, with its own set of active groups. */
export class Selection {
  readonly #scope: ScopeControl;
  /** The values that bindings find before those of a tool's own state. */
  readonly state: ToolState;
  readonly #catalog: ToolCatalog;
  readonly #active: ActiveGroups;
  readonly #hasFixedGroups: boolean;
  readonly #hasClientTools: boolean;
  readonly #versions: VersionRanges;
  readonly #auth: unknown;
  readonly #hostRequest: unknown;
  readonly #described = new DescribedSpecs();
  #changes: Observable<void> | undefined;

  /** @param scope - The toolkit or session, as features see it. */
  constructor(scope: ScopeControl, parts: SelectionParts) {
    const { catalog, state, active, fixedGroups, clientTools, versions, auth, hostRequest } = parts;
    this.#scope = scope;
    this.state = state;
    this.#catalog = catalog;
    this.#active = active;
    this.#hasFixedGroups = fixedGroups;
    this.#hasClientTools = clientTools;
    this.#versions = versions;
    this.#auth = auth;
    this.#hostRequest = hostRequest;
  }

  /** Fires when the list of active tools may have changed. Changes in quick succession fire once. */
  get changes$(): Observable<void> {
    this.#changes ??= from([this.#catalog.changes$, this.#active.changes$]).pipe(
      mergeMap((changes) => changes),
      debounceTime(debounceMs),
      share(),
    );
    return this.#changes;
  }

  /** Returns the groups in the order of their creation. */
  groups(): readonly ToolGroup[] {
    return this.#catalog.groups.map(({ middleware: _, ...group }) => {
      return Object.freeze({ ...group, active: this.#isGroupActive(group.name) });
    });
  }

  /** Returns the names of the active groups, in the order of their creation. */
  activeGroups(): readonly string[] {
    return this.#catalog.groups.map(({ name }) => name).filter((name) => this.#isGroupActive(name));
  }

  /** Activates or deactivates groups. Throws a DefinitionError on an unknown name, before anything changes. */
  updateGroups(names: readonly string[], active: boolean): void {
    const groups = names.map((name) => this.#catalog.group(name));
    if (!active && names.includes(basicGroup)) {
      throw new DefinitionError(`The group '${basicGroup}' cannot be deactivated.`);
    }
    this.#active.update(groups, active);
  }

  /**
   * Returns the instructions of the active groups and the names of their skills, each under the name of its group, or an
   * empty string if there are none.
   */
  getGroupInstructions(): string {
    return this.#catalog.groups
      .filter(({ name }) => this.#isGroupActive(name))
      .map(({ name, instructions }) => [`## ${name}`, instructions, ...this.#instructionsOf(name)])
      .map((parts) => parts.filter((part) => part !== undefined))
      .filter((parts) => parts.length > 1)
      .map((parts) => parts.join('\n\n'))
      .join('\n\n');
  }

  #instructionsOf(group: string): readonly (string | undefined)[] {
    return this.#catalog.features.installed.map((feature) => feature.instructionsOf?.(group));
  }

  /**
   * Returns the spec of a name, whether its group is active or not. Of several versions, returns the one that a caller
   * would call, or else the highest.
   *
   * @throws DefinitionError on an unknown option, and on a range of versions that no registered version matches.
   */
  get(name: string, options: Pick<ToolFilter, 'auth' | 'hostRequest' | 'versions'> = {}): ToolSpec | undefined {
    checkOptionNames(options, getOptionNames, 'get');
    const { versions } = options;
    const caller = this.#callerOf(options);
    const candidates = this.#versionsOf(name, compileVersions(versions, this.#catalog, 'get: versions'));
    if (candidates.length === 0) return this.#deferredSearch(name)?.spec;
    const isListed = (one: ToolEntry): boolean => this.#isListed(one, caller);
    const entry = candidates.length > 1 ? (this.#choose(candidates, isListed) ?? candidates[0]) : candidates[0];
    return entry === undefined ? undefined : this.#shownSpecOf(entry);
  }

  /** Returns the versions of a tool that this scope chooses from, the highest first. */
  #versionsOf(name: string, ranges?: VersionRanges): readonly ToolEntry[] {
    const range = ranges?.get(name) ?? this.#versions.get(name);
    const registered = this.#catalog.versions(name);
    const hasAll = this.#hasClientTools && !this.#hasFixedGroups;
    const versions = hasAll ? registered : registered.flatMap((entry) => this.#entryInScope(entry) ?? []);
    return range === undefined ? versions : versions.filter(({ spec }) => range(spec.version));
  }

  /** Returns the highest version that can be used and whose group is active, or else the highest that can be used. */
  #choose(
    versions: readonly ToolEntry[],
    isUsable: (entry: ToolEntry) => boolean,
    groups?: readonly string[],
  ): ToolEntry | undefined {
    const usable = versions.filter(isUsable);
    return usable.find((entry) => this.#isActive(entry, groups)) ?? usable[0];
  }

  /** Returns the entry of a tool in this scope. Returns undefined if the tool does not exist in it. */
  #entryInScope(entry: ToolEntry): ToolEntry | undefined {
    if (!this.#hasClientTools && entry.spec.runsOnClient) return undefined;
    if (!this.#hasFixedGroups || entry.inFixedGroups === undefined) return entry;
    return entry.inFixedGroups === 'absent' ? undefined : entry.inFixedGroups;
  }

  /**
   * Returns the specs in the order of registration, one for each name. Of several versions, the one that the caller would
   * call is listed.
   *
   * @throws DefinitionError on an unknown group, and on a range of versions that no registered version matches.
   */
  list(filter: ToolFilter = {}): readonly ToolSpec[] {
    checkOptionNames(filter, filterNames, 'list');
    const entries = this.#listed(this.#entries(filter));
    return entries.flatMap((entry) => this.#describe(entry, this.#callerOf(filter)) ?? []);
  }

  /**
   * Returns the tools of all groups that a caller may use.
   *
   * @param isWanted - Checks a tool before the predicates of its author do.
   */
  tools(given: Caller, isWanted: (tool: ListedTool) => boolean): readonly ListedTool[] {
    const caller = this.#callerOf(given);
    const listed = (entry: ToolEntry, spec: ToolSpec): ListedTool => {
      return { spec, group: entry.group, isActive: this.#isActive(entry) };
    };
    const wanted = this.#entries(caller, (entry) => isWanted(listed(entry, this.#shownSpecOf(entry))));
    const entries = this.#listed(wanted);
    return entries.flatMap((entry) => {
      const spec = this.#describe(entry, caller);
      return spec === undefined ? [] : listed(entry, spec);
    });
  }

  #listed(entries: readonly ToolEntry[]): readonly ToolEntry[] {
    for (const feature of this.#catalog.features.installed) feature.onListed?.(this.#scope, entries);
    return entries;
  }

  /** Returns the spec of a tool with its description for a caller. A description that fails omits only its own tool. */
  #describe(entry: ToolEntry, caller: Caller): ToolSpec | undefined {
    const spec = this.#shownSpecOf(entry);
    try {
      if (entry.describeIn !== undefined)
        return this.#described.withDescription(spec, entry.describeIn(this.#scope, caller));
      return this.#described.describe(spec, caller.auth, this.state);
    } catch (error) {
      reportOmission(spec.name, error);
      return undefined;
    }
  }

  /** Returns the spec from which a listed spec was created for a caller. */
  registeredOf(spec: ToolSpec): ToolSpec {
    return this.#described.registeredOf(spec);
  }

  /** Checks whether a spec is one that models see in this scope. */
  shows(spec: ToolSpec): boolean {
    return this.#versionsOf(spec.name).some((entry) => this.#shownSpecOf(entry) === spec);
  }

  /** @param isWanted - Checks a tool before the predicates of its author do. */
  #entries(filter: ToolFilter, isWanted?: (entry: ToolEntry) => boolean): readonly ToolEntry[] {
    const { active, group, groups, versions } = filter;
    const caller = this.#callerOf(filter);
    const isSelected = createSelector(filter, this.#names());
    for (const name of [...(group === undefined ? [] : [group]), ...(groups ?? [])]) this.#catalog.group(name);
    const ranges = compileVersions(versions, this.#catalog, 'versions');
    const isListed = (entry: ToolEntry): boolean => this.#isListed(entry, caller);
    const entries = this.#catalog.names.flatMap((name) => {
      const candidates = this.#versionsOf(name, ranges);
      return candidates.length > 1 ? (this.#choose(candidates, isListed, groups) ?? []) : candidates;
    });
    return entries.filter((entry) => {
      if (isForAppsOnly(entry.spec)) return false;
      if (active !== undefined && this.#isActive(entry, groups) !== active) return false;
      if (group !== undefined && entry.group !== group) return false;
      if (isWanted?.(entry) === false) return false;
      return isSelected(entry.spec) && isListed(entry);
    });
  }

  /** All versions of all tools, also of those that a caller may not access. */
  get registeredSpecs(): readonly ToolSpec[] {
    return this.#catalog.names.flatMap((name) => this.#catalog.versions(name).map(({ spec }) => spec));
  }

  /**
   * Compiles the validators of the active tools now instead of during their first calls.
   *
   * @throws DefinitionError if a schema does not compile.
   */
  warmUp(filter: ExportFilter = {}): void {
    checkOptionNames(filter, selectionNames, 'warmUp');
    for (const { spec } of this.#entries({ ...filter, active: true })) spec.warmUp();
  }

  /**
   * Returns the active groups and the state as JSON, for `restore()`, with a fingerprint of each tool and group. Values
   * marked as secret are omitted.
   */
  snapshot(): SelectionState {
    return {
      activeGroups: this.activeGroups(),
      ...(this.loadedTools.length === 0 ? {} : { loadedTools: this.loadedTools }),
      state: this.state.toPlain(),
      tools: this.#fingerprints(),
      groups: groupFingerprints(this.#catalog.groups),
    };
  }

  /**
   * Activates exactly the groups of a snapshot, and sets the state to its values. Other values are removed, except
   * those marked as secret and live objects. A process warning names the tools and groups that are missing or have
   * changed since the snapshot; a group that was removed since then is skipped.
   *
   * @throws DefinitionError on an unknown group, before anything changes.
   */
  restore({ activeGroups, loadedTools = [], state, tools = {}, groups: savedGroups = {} }: SelectionState): void {
    const current = groupFingerprints(this.#catalog.groups);
    const isRemoved = (name: string): boolean => !Object.hasOwn(current, name) && Object.hasOwn(savedGroups, name);
    const groups = activeGroups.filter((name) => !isRemoved(name)).map((name) => this.#catalog.group(name));
    const differences = [
      ...listDifferences('tool', tools, this.#fingerprints()),
      ...listDifferences('group', savedGroups, current),
    ];
    restoreState(this.state, state);
    reportDifferences(differences);
    this.#active.replace([this.#catalog.group(basicGroup), ...groups]);
    this.#active.replaceLoaded(loadedTools);
  }

  /** Returns the fingerprint of the highest version of each tool that this scope chooses from. */
  #fingerprints(): Readonly<Record<string, string>> {
    return toolFingerprints(this.#catalog.names.flatMap((name) => this.#versionsOf(name)[0] ?? []));
  }

  /**
   * Returns the tool of a name, or the error that explains why it cannot be called. Of several versions, one that the
   * caller must not access is skipped.
   *
   * @param version - The version to call, if it is registered. @default the version that this scope chooses
   */
  entryFor(name: string, caller: Caller, version?: string): ToolEntry | ToolError {
    const search = this.#deferredSearch(name);
    if (search !== undefined && !this.#hides(search.spec)) return search;
    const pinned = version === undefined ? [] : this.#versionsOf(name, new Map([[name, (one) => one === version]]));
    const versions = pinned.length > 0 ? pinned : this.#versionsOf(name);
    const entry = versions.length > 1 ? this.#choose(versions, (one) => this.#isListed(one, caller)) : versions[0];
    if (
      entry === undefined ||
      (versions.length === 1 && !this.#isAvailable(entry, caller)) ||
      isForAppsOnly(entry.spec)
    ) {
      return this.#notFound(name, caller);
    }
    if (this.#isActive(entry)) return this.#extend(entry);
    return new ToolInactiveError(
      `The tool '${name}' is in the group '${entry.group}', which is not active. ${this.activationHint}`,
      { toolName: name, details: { group: entry.group } },
    );
  }

  /** Returns the active tools that only the views of MCP Apps call. No list for models has them, and no model calls them. */
  appTools(given: Caller): readonly ToolEntry[] {
    const entries = this.#catalog.names.flatMap((name) => this.#versionsOf(name)[0] ?? []);
    const forApps = entries.filter(({ spec }) => isForAppsOnly(spec)).map((entry) => ({ entry }));
    return this.usable(forApps, given).map(({ entry }) => this.#extend(entry));
  }

  /** Returns those of the entries that are not tools which a caller may use, as this scope has them. */
  usable<Entry extends { readonly entry: ToolEntry }>(entries: readonly Entry[], given: Caller): readonly Entry[] {
    const caller = this.#callerOf(given);
    return entries.filter(({ entry }) => this.#isActive(entry) && this.#isListed(entry, caller));
  }

  /** Returns those of the entries that are not tools which a list for a caller has. */
  usableInList<Entry extends { readonly entry: ToolEntry }>(
    entries: readonly Entry[],
    given: Caller,
  ): readonly Entry[] {
    const usable = this.usable(entries, given);
    this.#listed(usable.map(({ entry }) => entry));
    return usable;
  }

  /** Returns the tools of an export: the active ones, and the deferred ones that the format supports. */
  exported(
    filter: ExportFilter,
    { deferLoading, supports }: { readonly deferLoading?: boolean | undefined; readonly supports: FormatSupport },
  ): readonly ExportedTool[] {
    const { deferred } = this.#catalog;
    const isActive = (entry: ToolEntry): boolean => this.#isActive(entry, filter.groups);
    const isDeferred = (entry: ToolEntry): boolean => deferred.defers(entry, deferLoading);
    const { entries, omitted } = planExport({
      shown: (entry) => this.#shownSpecOf(entry),
      entries: this.#entries(filter, (entry) => isActive(entry) || isDeferred(entry)),
      // The programs that may call a tool are not those of the provider then.
      supports: this.#catalog.features.callsByProgram ? { ...supports, allowedCallers: false } : supports,
      loaded: this.#active.loaded,
      search: () => {
        const search = this.#searchEntry();
        return search === undefined || this.#hides(search.spec) ? undefined : search;
      },
      isActive,
      isDeferred,
      isReachable: (entry) => !this.#hasFixedGroups || isActive(entry),
    });
    if (deferLoading === true) deferred.remember(omitted);
    const caller = this.#callerOf(filter);
    return this.#listed(entries).flatMap((entry) => {
      const spec = this.#describe(entry, caller);
      return spec === undefined ? [] : { spec, deferLoading: isDeferred(entry) };
    });
  }

  /** Checks whether exports defer the tool of a name. */
  isDeferred(name: string): boolean {
    return this.#catalog.deferred.has(name);
  }

  /** The names of the deferred tools that a model has loaded, in that order. */
  get loadedTools(): readonly string[] {
    return this.#active.loaded;
  }

  /** Adds deferred tools to the exports of this scope. */
  loadTools(names: readonly string[]): void {
    this.#active.load(names);
  }

  /** Returns the tool with which a model searches for deferred tools, unless a tool of the application has its name. */
  #searchEntry(): ToolEntry | undefined {
    if (this.#catalog.features.callsByProgram) return undefined;
    const own = this.#catalog.entry(searchToolName);
    if (own !== undefined && own.actsOnScope !== true) return undefined;
    return this.#catalog.deferred.searchEntry(this.groupSwitch !== undefined);
  }

  /** Returns the search for deferred tools if it has the name and any tool is deferred. */
  #deferredSearch(name: string): ToolEntry | undefined {
    return name !== searchToolName || this.#catalog.deferred.isEmpty ? undefined : this.#searchEntry();
  }

  /** The name of the tool with which the model activates groups. Undefined if it cannot. */
  get groupSwitch(): string | undefined {
    return this.#hasFixedGroups ? undefined : this.#catalog.groupSwitch;
  }

  /** How a model activates a group, as a sentence. */
  get activationHint(): string {
    if (this.#hasFixedGroups) return 'It cannot be activated in this session.';
    const { groupSwitch } = this;
    return groupSwitch === undefined
      ? 'The group must be activated first.'
      : `Activate the group first, with ${groupSwitch}.`;
  }

  /** Returns the definitions of the active tools that a provider runs. */
  hostedBy(provider: ToolProviderName, filter: ExportFilter): readonly HostedDefinition[] {
    const isSelected = createSelector(filter, this.#names());
    return this.#catalog.hosted
      .filter((entry) => entry.tool.provider === provider && this.#isActive(entry, filter.groups))
      .filter(({ tool: { name } }) => isSelected({ name, tags: [] }) && !this.#hides({ name, tags: [] }))
      .map(({ tool }) => copyJson(tool.definition));
  }

  #notFound(name: string, caller: Caller): ToolNotFoundError {
    const { auth, hostRequest } = caller;
    // A tool about which nothing can be decided concerns no call of another one.
    const isDecided = (entry: ToolEntry): boolean => this.#canDecide(entry, caller);
    const names = this.#listed(this.#entries({ active: true, auth, hostRequest }, isDecided)).map(
      ({ spec }) => spec.name,
    );
    const hint = didYouMean(String(name), names);
    const those = names.length === 0 ? 'No tool is active.' : `The tools are ${listNames(names)}.`;
    // A model or plain JavaScript may omit the name.
    const problem = typeof name === 'string' ? `There is no tool named '${name}'.` : 'The call has no name.';
    return new ToolNotFoundError(`${problem}${hint} ${those}`, { toolName: name });
  }

  /** Returns the names of all tools, including those that providers run. */
  #names(): readonly string[] {
    return [...this.#catalog.names, ...this.#catalog.hosted.map(({ tool }) => tool.name)];
  }

  /** Returns the spec that models see in this scope. */
  #shownSpecOf(entry: ToolEntry): ToolSpec {
    let shown = shownSpec(this.#extend(entry));
    for (const feature of this.#catalog.features.installed) shown = feature.show?.(entry, shown) ?? shown;
    return shown;
  }

  /** Returns the entry of a tool with what features change in this scope. */
  #extend(entry: ToolEntry): ToolEntry {
    let extended = entry;
    for (const feature of this.#catalog.features.installed) {
      extended = feature.extend?.(extended, this.#scope) ?? extended;
    }
    return extended;
  }

  #hides(tool: Pick<ToolSpec, 'name' | 'tags'>): boolean {
    return this.#catalog.features.installed.some((feature) => feature.hides?.(tool) === true);
  }

  #callerOf({ auth = this.#auth, hostRequest = this.#hostRequest }: Caller): Caller {
    return { auth, hostRequest };
  }

  #isAvailable({ spec, enabled }: ToolEntry, { auth, hostRequest }: Caller): boolean {
    if (this.#hides(spec)) return false;
    const isEnabled: unknown = typeof enabled === 'function' ? enabled({ spec, auth, state: this.state }) : enabled;
    // Plain JavaScript may return a promise, which would grant access if it were only checked for truth.
    if (isThenable(isEnabled)) reportPromise(spec.name, isEnabled);
    return isEnabled === true && spec.canAccess(auth, hostRequest);
  }

  #canDecide(entry: ToolEntry, caller: Caller): boolean {
    try {
      this.#isAvailable(entry, caller);
      return true;
    } catch (error) {
      return !DefinitionError.is(error);
    }
  }

  /**
   * Checks whether a tool is listed. A predicate that throws omits only its own tool, unless it throws a DefinitionError,
   * which no caller can do anything about.
   */
  #isListed(entry: ToolEntry, caller: Caller): boolean {
    try {
      return this.#isAvailable(entry, caller);
    } catch (error) {
      if (DefinitionError.is(error)) throw error;
      reportOmission(entry.spec.name, error);
      return false;
    }
  }

  #isActive({ group }: Pick<ToolEntry, 'group'>, groups?: readonly string[]): boolean {
    if (groups === undefined) return this.#isGroupActive(group);
    return group === basicGroup || groups.includes(group);
  }

  #isGroupActive(group: string): boolean {
    return group === basicGroup || this.#active.has(this.#catalog.group(group));
  }
}

/** Reports a tool that is left out. */
function reportOmission(name: string, error: unknown): void {
  emitWarning(`The tool '${name}' is not listed: ${String(error)}`);
}

/** Reports a predicate that can never enable its tool. */
function reportPromise(name: string, promise: PromiseLike<unknown>): void {
  // Its rejection has no other receiver.
  Promise.resolve(promise).catch(() => undefined);
  emitWarning(`The tool '${name}' is not enabled: enabled must return a boolean, not a promise.`);
}
