import { debounceTime, from, mergeMap, type Observable, Subject, share } from 'rxjs';
import { DefinitionError, type ToolError, ToolInactiveError, ToolNotFoundError } from '../errors.js';
import type { HostedDefinition, ToolProviderName } from '../format/tool-format.js';
import type { SchemaSource } from '../metadata/tool-options.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { ToolState } from '../state/tool-state.js';
import type { ExtendedModels } from './extended/extended-models.js';
import { metaToolName } from './meta/meta-tool.js';
import { nearestNames } from './nearest-names.js';
import { checkScopeState, restoreState, type ScopeState } from './scope-state.js';
import type { ToolCatalog } from './tool-catalog.js';
import type { ToolEntry } from './tool-entry.js';
import { ToolExports } from './tool-exports.js';
import type { ExportFilter, ToolFilter } from './tool-filter.js';
import { basicGroup, type GroupDefinition, type ToolGroup } from './tool-group.js';

/** The parts of a view. */
export interface ViewParts {
  readonly catalog: ToolCatalog;
  readonly state: ToolState;
  /** The fields that are added to tools. */
  readonly extended: ExtendedModels;
  /** The groups that are on. */
  readonly active: Iterable<GroupDefinition>;
}

// In milliseconds. Registering a hundred tools fires `changes$` once.
const settleMs = 20;

/** Shows the tools of a catalog to a caller, with a choice of active groups of its own. */
export abstract class ToolView extends ToolExports {
  /** The values that bindings find before those of a tool's own state. */
  override readonly state: ToolState;
  readonly #catalog: ToolCatalog;
  readonly #extended: ExtendedModels;
  readonly #active: Set<GroupDefinition>;
  readonly #switched = new Subject<void>();
  #changes: Observable<void> | undefined;

  /** @internal */
  constructor({ catalog, state, extended, active }: ViewParts) {
    super();
    this.state = state;
    this.#catalog = catalog;
    this.#extended = extended;
    this.#active = new Set(active);
  }

  /** Fires when the list of active tools may have changed; changes that come together count as one. */
  get changes$(): Observable<void> {
    this.#changes ??= from([this.#catalog.changes$, this.#switched]).pipe(
      mergeMap((changes) => changes),
      debounceTime(settleMs),
      share(),
    );
    return this.#changes;
  }

  /** The groups in the order of their creation. */
  groups(): readonly ToolGroup[] {
    return this.#catalog.groups.map(({ middleware: _, ...group }) => {
      return Object.freeze({ ...group, active: this.#isOn(group.name) });
    });
  }

  /** The names of the active groups, in the order of their creation. */
  activeGroups(): readonly string[] {
    return this.#catalog.groups.map(({ name }) => name).filter((name) => this.#isOn(name));
  }

  /** Switches groups on or off. Throws a DefinitionError on an unknown name, before anything changes. */
  updateGroups(names: readonly string[], active: boolean): void {
    const groups = names.map((name) => this.#catalog.group(name));
    if (!active && names.includes(basicGroup)) {
      throw new DefinitionError(`The group '${basicGroup}' cannot be switched off.`);
    }
    for (const group of groups) {
      if (active) this.#active.add(group);
      else this.#active.delete(group);
    }
    this.#switched.next();
  }

  /** The instructions of the active groups, each under its name; empty if none has any. */
  getGroupInstructions(): string {
    return this.#catalog.groups
      .filter(({ name, instructions }) => instructions !== undefined && this.#isOn(name))
      .map(({ name, instructions }) => `## ${name}\n\n${instructions}`)
      .join('\n\n');
  }

  /** The spec of that name, whether active or not. */
  get(name: string): ToolSpec | undefined {
    const entry = this.#catalog.entry(name);
    return entry === undefined ? undefined : this.#shown(entry);
  }

  /** The specs in the order of registration. Throws a DefinitionError on an unknown group. */
  override list(filter: ToolFilter = {}): readonly ToolSpec[] {
    return this.#entries(filter).map((entry) => this.#shown(entry));
  }

  #entries(filter: ToolFilter): readonly ToolEntry[] {
    const { active, group, auth, groups } = filter;
    for (const name of [...(group === undefined ? [] : [group]), ...(groups ?? [])]) this.#catalog.group(name);
    return this.#catalog.entries.filter((entry) => {
      if (active !== undefined && this.#isActive(entry, groups) !== active) return false;
      return isMeant(entry, filter) && this.#isListed(entry, auth);
    });
  }

  /**
   * Compiles the validators of the active tools now, and not with their first calls.
   *
   * @throws DefinitionError if a schema does not compile.
   */
  warmUp(filter: ExportFilter = {}): void {
    for (const { spec } of this.#entries({ ...filter, active: true })) spec.warmUp();
  }

  /**
   * Adds the fields of a model to a tool's arguments, in the place of others that were added. They are validated, kept
   * from the tool, and handed over as `metadata.structuredOutput` of the last response. `null` removes them. Fields that
   * a toolkit adds are there in its sessions, unless a session adds its own or removes them.
   *
   * @throws ToolNotFoundError on an unknown tool.
   * @throws DefinitionError if a field has the name of an argument, or the model is not a plain object with fields.
   */
  setExtendedModel(name: string, model: SchemaSource | null): void {
    const entry = this.#catalog.entry(name);
    if (entry === undefined) {
      throw new ToolNotFoundError(`There is no tool named '${name}' to extend.`, { toolName: name });
    }
    this.#extended.set(entry.spec, model);
    this.#catalog.announce();
  }

  /** Saves the active groups and the state as JSON, for `restore`. Values marked as secret are left out. */
  snapshot(): ScopeState {
    return { activeGroups: this.activeGroups(), state: this.state.toPlain() };
  }

  /**
   * Switches on exactly the groups that were on, and puts back the values of the state: others are removed; what is
   * marked as secret and live objects stay.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  restore(saved: unknown): void {
    const { activeGroups, state } = checkScopeState(saved);
    const groups = activeGroups.map((name) => this.#catalog.group(name));
    restoreState(this.state, state);
    this.#active.clear();
    for (const group of [this.#catalog.group(basicGroup), ...groups]) this.#active.add(group);
    this.#switched.next();
  }

  /**
   * Whether a tool that is there for all is active here, and nothing is added to any.
   *
   * @internal
   */
  protected hasAsItIs(entry: ToolEntry): boolean {
    return this.#isActive(entry) && this.#extended.isEmpty;
  }

  /**
   * The tool that answers to a name, or why none does.
   *
   * @internal
   */
  protected entryFor(name: string, auth: unknown): ToolEntry | ToolError {
    const entry = this.#catalog.entry(name);
    if (entry === undefined || !this.#isThere(entry, auth)) return this.#notFound(name, auth);
    if (this.#isActive(entry)) return this.#extended.applyTo(entry);
    return new ToolInactiveError(
      `The tool '${name}' is in the group '${entry.group}', which is not active. ${this.#activationHint()}`,
      { toolName: name, details: { group: entry.group } },
    );
  }

  /** @internal */
  protected override hostedBy(
    provider: ToolProviderName,
    groups: readonly string[] | undefined,
  ): readonly HostedDefinition[] {
    return this.#catalog.hosted
      .filter((entry) => entry.tool.provider === provider && this.#isActive(entry, groups))
      .map(({ tool }) => tool.definition);
  }

  #notFound(name: string, auth: unknown): ToolNotFoundError {
    const names = this.list({ active: true, auth }).map((spec) => spec.name);
    const near = nearestNames(String(name), names);
    const hint = near.length === 0 ? '' : ` Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`;
    const those = names.length === 0 ? 'No tool is active.' : `The tools are ${names.join(', ')}.`;
    return new ToolNotFoundError(`There is no tool named '${name}'.${hint} ${those}`, { toolName: name });
  }

  /** A tool as a model sees it here. */
  #shown(entry: ToolEntry): ToolSpec {
    const { spec, extension } = this.#extended.applyTo(entry);
    return extension?.shown ?? spec;
  }

  #activationHint(): string {
    return this.#catalog.entry(metaToolName)?.actsOnScope === true
      ? `Activate the group first, with ${metaToolName}.`
      : 'The group must be activated first.';
  }

  #isThere({ spec, enabled }: ToolEntry, auth: unknown): boolean {
    const isEnabled: unknown = typeof enabled === 'function' ? enabled({ spec, auth, state: this.state }) : enabled;
    // A promise, which plain JavaScript may give, is no yes.
    return isEnabled === true && spec.canAccess(auth);
  }

  /** A predicate that fails leaves its own tool out, and no other. */
  #isListed(entry: ToolEntry, auth: unknown): boolean {
    try {
      return this.#isThere(entry, auth);
    } catch (error) {
      process.emitWarning(`The tool '${entry.spec.name}' is not listed: ${String(error)}`, {
        type: 'ToolwrightWarning',
      });
      return false;
    }
  }

  #isActive({ group }: Pick<ToolEntry, 'group'>, groups?: readonly string[]): boolean {
    if (groups === undefined) return this.#isOn(group);
    return group === basicGroup || groups.includes(group);
  }

  #isOn(group: string): boolean {
    return group === basicGroup || this.#active.has(this.#catalog.group(group));
  }
}

function isMeant({ spec, group }: ToolEntry, filter: ToolFilter): boolean {
  if (filter.group !== undefined && group !== filter.group) return false;
  return filter.tags === undefined || filter.tags.some((tag) => spec.tags.includes(tag));
}
