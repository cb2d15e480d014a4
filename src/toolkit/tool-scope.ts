import { debounceTime, from, lastValueFrom, map, mergeMap, type Observable, Subject, share } from 'rxjs';
import { DefinitionError, ToolError, ToolInactiveError, ToolNotFoundError } from '../errors.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import type { AnthropicTool } from '../format/to-anthropic.js';
import type { GeminiFunctionDeclaration } from '../format/to-gemini.js';
import type { FunctionJsonSchema } from '../format/to-json-schema.js';
import type { OpenAIChatTool, OpenAIOptions, OpenAIResponsesTool } from '../format/to-openai.js';
import type { WarningOptions } from '../format/warnings.js';
import { nearestName } from '../nearest-name.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { parseStatePath, stateKeyOf } from '../state/state-path.js';
import { ToolState } from '../state/tool-state.js';
import { type CallSite, dispatch, errorOf, isDirect, resultOf } from './call-dispatch.js';
import type { CallHistory } from './call-history.js';
import type { CallJournal } from './call-journal.js';
import type { HostedTool } from './hosted-tool.js';
import { checkScopeState, type ScopeState } from './scope-state.js';
import type { ToolCatalog } from './tool-catalog.js';
import type { ToolEntry } from './tool-entry.js';
import type { ToolEvent } from './tool-event.js';
import { basicGroup, type GroupDefinition, type ToolGroup } from './tool-group.js';

/** Which tools are meant, and for whom. */
export interface ToolFilter {
  /** Only tools whose group is active, or is not. */
  readonly active?: boolean | undefined;
  readonly group?: string | undefined;
  /** Only tools that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Who is asking: tools that this caller may not access are left out. */
  readonly auth?: unknown;
  /** The groups that count as active, besides the basic one. @default those that are switched on */
  readonly groups?: readonly string[] | undefined;
}

/** For whom tools are exported. */
export type ExportFilter = Pick<ToolFilter, 'auth' | 'groups'>;

/** How many calls run at once. */
export interface CallToolsOptions extends CallOptions {
  /** @default no limit */
  readonly concurrency?: number | undefined;
}

/** What a scope is made of. */
export interface ScopeParts {
  readonly catalog: ToolCatalog;
  readonly journal: CallJournal;
  readonly state: ToolState;
  /** The groups that are on. */
  readonly active: Iterable<GroupDefinition>;
}

// Registering a hundred tools is one change to whoever lists them. In milliseconds.
const settleMs = 20;

/**
 * What can be seen and called: the tools of a catalog, with its own groups switched on, its own state and its own
 * events. A toolkit is one; so is each of its sessions.
 */
export abstract class ToolScope {
  /** The values that bindings find before those of a tool's own state. */
  readonly state: ToolState;
  readonly #catalog: ToolCatalog;
  readonly #journal: CallJournal;
  readonly #active: Set<GroupDefinition>;
  readonly #switched = new Subject<void>();
  #changes: Observable<void> | undefined;

  constructor({ catalog, journal, state, active }: ScopeParts) {
    this.state = state;
    this.#catalog = catalog;
    this.#journal = journal;
    this.#active = new Set(active);
  }

  /** What happens to each call, as it happens. */
  get events$(): Observable<ToolEvent> {
    return this.#journal.events$;
  }

  /** The calls that ended. Undefined unless the toolkit was made with `history`. */
  get history(): CallHistory | undefined {
    return this.#journal.history;
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
    return this.#catalog.entry(name)?.spec;
  }

  /** The specs in the order of registration. */
  list(filter: ToolFilter = {}): readonly ToolSpec[] {
    const { active, group, tags, auth, groups } = filter;
    return this.#catalog.entries
      .filter((entry) => active === undefined || this.#isActive(entry, groups) === active)
      .filter((entry) => group === undefined || entry.group === group)
      .filter(({ spec }) => tags === undefined || tags.some((tag) => spec.tags.includes(tag)))
      .filter((entry) => this.#isThere(entry, auth))
      .map(({ spec }) => spec);
  }

  /** What a model may see: each active tool's `toJsonSchema()`, in a fresh array. */
  getJsonSchemas(filter: ExportFilter = {}): FunctionJsonSchema[] {
    return this.list({ ...filter, active: true }).map((spec) => spec.toJsonSchema());
  }

  /** The active tools for OpenAI, hosted ones included. */
  toOpenAI(
    options: OpenAIOptions & ExportFilter & { readonly api: 'chat' },
  ): (OpenAIChatTool | HostedTool['definition'])[];
  toOpenAI(options?: OpenAIOptions & ExportFilter): (OpenAIResponsesTool | HostedTool['definition'])[];
  toOpenAI(options: OpenAIOptions & ExportFilter = {}): unknown[] {
    const { auth, groups, ...how } = options;
    return [
      ...this.list({ auth, groups, active: true }).map((spec) =>
        spec.toOpenAI(how as OpenAIOptions & { api?: 'responses' }),
      ),
      ...this.#hosted('openai'),
    ];
  }

  /** The active tools for Anthropic's Messages API, hosted ones included. */
  toAnthropic(options: WarningOptions & ExportFilter = {}): (AnthropicTool | HostedTool['definition'])[] {
    const { auth, groups, ...how } = options;
    const tools = this.list({ auth, groups, active: true }).map((spec) => spec.toAnthropic(how));
    return [...tools, ...this.#hosted('anthropic')];
  }

  /** The active tools as Gemini has them: all function declarations in one entry, each hosted tool in one of its own. */
  toGemini(
    options: WarningOptions & ExportFilter = {},
  ): ({ functionDeclarations: GeminiFunctionDeclaration[] } | HostedTool['definition'])[] {
    const { auth, groups, ...how } = options;
    const functionDeclarations = this.list({ auth, groups, active: true }).map((spec) => spec.toGemini(how));
    return [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...this.#hosted('gemini')];
  }

  /** The active tools as text, for a prompt. */
  toPrompt(filter: ExportFilter = {}): string {
    return this.list({ ...filter, active: true })
      .map((spec) => spec.toPrompt())
      .join('\n');
  }

  /** Runs what a model asks for. An unknown or inactive tool answers too, with what the model can do about it. */
  callTool(call: ToolCall, options: CallOptions = {}): Observable<ToolResponse> {
    const responses = dispatch(this.#site(), call, options);
    if (options.throwOnError !== true) return responses;
    return responses.pipe(
      map((response) => {
        const error = response.isLast ? errorOf(response) : undefined;
        if (error !== undefined) throw error;
        return response;
      }),
    );
  }

  /**
   * Runs several calls, and merges their responses as they come: each keeps its callId. One that fails leaves the others
   * alone; aborting ends each with its one last response.
   */
  callTools(calls: readonly ToolCall[], { concurrency, ...options }: CallToolsOptions = {}): Observable<ToolResponse> {
    return from(calls).pipe(mergeMap((call) => this.callTool(call, options), concurrency));
  }

  /** Runs a tool and gives the whole outcome. Only `throwOnError` makes it throw. */
  async execute(name: string, args?: unknown, options: CallOptions = {}): Promise<ToolResult> {
    const site = this.#site();
    const found = site.find(name, options.auth);
    if (!ToolError.is(found) && isDirect(site, found)) {
      return found.spec.exec(args, { ...options, state: site.stateFor(options) });
    }
    const last = await lastValueFrom(dispatch(site, { name, input: args }, options));
    const result = resultOf(last);
    if (result.error !== undefined && options.throwOnError === true) throw result.error;
    return result;
  }

  /** What `loadStateDict` brings back, as JSON. Values marked as secret are left out. */
  stateDict(): ScopeState {
    return { activeGroups: this.activeGroups(), state: this.state.toPlain() };
  }

  /**
   * Switches on exactly the groups that were on, and puts back the values of the state.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  loadStateDict(saved: unknown): void {
    const { activeGroups, state } = checkScopeState(saved);
    const groups = activeGroups.map((name) => this.#catalog.group(name));
    // By path, so that a key that may not be set is refused before anything changes.
    const entries = Object.entries(state).map(([key, value]) => [stateKeyOf(key), value] as const);
    for (const [path] of entries) parseStatePath(path);
    for (const [path, value] of entries) this.state.set(path, structuredClone(value));
    this.#active.clear();
    for (const group of [this.#catalog.group(basicGroup), ...groups]) this.#active.add(group);
    this.#switched.next();
  }

  #site(): CallSite {
    const catalog = this.#catalog;
    return {
      gate: catalog.gate,
      journal: this.#journal,
      middleware: catalog.middleware,
      find: (name, auth) => this.#find(name, auth),
      groupMiddleware: (group) => catalog.group(group).middleware,
      stateFor: ({ state }) =>
        state === undefined ? this.state : LayeredState.of(ToolState.from(state), [this.state]),
    };
  }

  #find(name: string, auth: unknown): ToolEntry | ToolError {
    const entry = this.#catalog.entry(name);
    if (entry === undefined || !this.#isThere(entry, auth)) return this.#notFound(name, auth);
    if (this.#isActive(entry)) return entry;
    return new ToolInactiveError(
      `The tool '${name}' is in the group '${entry.group}', which is not active. The group must be activated first.`,
      { toolName: name, details: { group: entry.group } },
    );
  }

  #notFound(name: string, auth: unknown): ToolNotFoundError {
    const names = this.list({ active: true, auth }).map((spec) => spec.name);
    const near = nearestName(String(name), names);
    const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
    const those = names.length === 0 ? 'No tool is active.' : `The tools are ${names.join(', ')}.`;
    return new ToolNotFoundError(`There is no tool named '${name}'.${hint} ${those}`, { toolName: name });
  }

  #hosted(provider: HostedTool['provider']): readonly HostedTool['definition'][] {
    return this.#catalog.hosted.filter((tool) => tool.provider === provider).map(({ definition }) => definition);
  }

  #isThere({ spec, enabled }: ToolEntry, auth: unknown): boolean {
    const isEnabled = typeof enabled === 'function' ? enabled({ spec, auth, state: this.state }) : enabled;
    return isEnabled && spec.canAccess(auth);
  }

  #isActive({ group }: ToolEntry, groups?: readonly string[]): boolean {
    if (groups === undefined) return this.#isOn(group);
    return group === basicGroup || groups.includes(group);
  }

  #isOn(group: string): boolean {
    return group === basicGroup || this.#active.has(this.#catalog.group(group));
  }
}
