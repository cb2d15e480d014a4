import {
  debounceTime,
  defer,
  finalize,
  from,
  lastValueFrom,
  map,
  mergeMap,
  type Observable,
  Subject,
  share,
} from 'rxjs';
import { DefinitionError, ToolError, ToolInactiveError, ToolNotFoundError } from '../errors.js';
import type { FinalDecision } from '../execution/approver.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import { checkPositive } from '../execution/check-limits.js';
import { refusedCall, toResult } from '../execution/outcome.js';
import type { AnthropicTool } from '../format/to-anthropic.js';
import type { GeminiFunctionDeclaration } from '../format/to-gemini.js';
import type { FunctionJsonSchema } from '../format/to-json-schema.js';
import type { OpenAIChatTool, OpenAIOptions, OpenAIResponsesTool } from '../format/to-openai.js';
import type { WarningOptions } from '../format/warnings.js';
import type { SchemaSource } from '../metadata/tool-options.js';
import type { ToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import type { ApprovalDesk } from './approval.js';
import type { PendingApproval } from './approval-token.js';
import { mayLeave, runCall, type ToolkitCallOptions } from './background-call.js';
import { BackgroundTasks } from './background-tasks.js';
import { type CallSite, dispatch, findTool, isDirect } from './call-dispatch.js';
import type { CallHistory } from './call-history.js';
import type { CallJournal } from './call-journal.js';
import { errorOf, resultOf } from './call-tally.js';
import type { ExtendedModels } from './extended-models.js';
import type { HostedTool } from './hosted-tool.js';
import { execHeard } from './journalled-call.js';
import { metaToolName } from './meta-tool.js';
import { nearestNames } from './nearest-names.js';
import { isMalformed } from './repaired-arguments.js';
import { ResumedApproval, type Resumption } from './resumed-approval.js';
import { checkScopeState, restoreState, type ScopeState } from './scope-state.js';
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
export interface CallToolsOptions extends Omit<ToolkitCallOptions, 'callId' | 'throwOnError'> {
  /** @default no limit */
  readonly concurrency?: number | undefined;
}

/** What a scope is made of. */
export interface ScopeParts {
  readonly catalog: ToolCatalog;
  readonly journal: CallJournal;
  readonly state: ToolState;
  readonly approval: ApprovalDesk;
  /** The fields that are added to tools. */
  readonly extended: ExtendedModels;
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
  readonly #approval: ApprovalDesk;
  readonly #extended: ExtendedModels;
  readonly #active: Set<GroupDefinition>;
  readonly #switched = new Subject<void>();
  /** Made with the first call: most sessions of many only wait. */
  #madeSite: CallSite | undefined;
  #changes: Observable<void> | undefined;
  #tasks: BackgroundTasks | undefined;

  /** @internal */
  constructor({ catalog, journal, state, approval, extended, active }: ScopeParts) {
    this.state = state;
    this.#catalog = catalog;
    this.#journal = journal;
    this.#approval = approval;
    this.#extended = extended;
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

  /** The calls that went to the background. */
  get tasks(): BackgroundTasks {
    this.#tasks ??= new BackgroundTasks(() => this.#catalog.maxTasks);
    return this.#tasks;
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
  list(filter: ToolFilter = {}): readonly ToolSpec[] {
    return this.#entries(filter).map((entry) => this.#shown(entry));
  }

  #entries(filter: ToolFilter): readonly ToolEntry[] {
    const { active, group, auth, groups } = filter;
    for (const name of [...(group === undefined ? [] : [group]), ...(groups ?? [])]) this.#catalog.group(name);
    // In one pass: thousands of tools may be listed before each turn of a model.
    return this.#catalog.entries.filter((entry) => {
      if (active !== undefined && this.#isActive(entry, groups) !== active) return false;
      return isMeant(entry, filter) && this.#isListed(entry, auth);
    });
  }

  /**
   * Compiles the validators of the active tools now, so that their first calls need not: milliseconds for each tool.
   *
   * @throws DefinitionError if a schema does not compile.
   */
  warmUp(filter: ExportFilter = {}): void {
    for (const { spec } of this.#entries({ ...filter, active: true })) spec.warmUp();
  }

  /** What a model may see: each active tool's `toJsonSchema()`, in a fresh array. */
  getJsonSchemas(filter: ExportFilter = {}): FunctionJsonSchema[] {
    return this.list({ ...filter, active: true }).map((spec) => spec.toJsonSchema());
  }

  /**
   * The active tools for OpenAI, hosted ones included. Their definitions are taken at your word: as whatever type the
   * result is used as.
   */
  toOpenAI<Hosted = HostedTool['definition']>(
    options: OpenAIOptions & ExportFilter & { readonly api: 'chat' },
  ): (OpenAIChatTool | Hosted)[];
  toOpenAI<Hosted = HostedTool['definition']>(options?: OpenAIOptions & ExportFilter): (OpenAIResponsesTool | Hosted)[];
  toOpenAI(options: OpenAIOptions & ExportFilter = {}): unknown[] {
    const { auth, groups, ...how } = options;
    return [
      ...this.list({ auth, groups, active: true }).map((spec) =>
        spec.toOpenAI(how as OpenAIOptions & { api?: 'responses' }),
      ),
      ...this.#hosted('openai', groups),
    ];
  }

  /** The active tools for Anthropic's Messages API, hosted ones included, as in `toOpenAI`. */
  toAnthropic<Hosted = HostedTool['definition']>(options?: WarningOptions & ExportFilter): (AnthropicTool | Hosted)[];
  toAnthropic(options: WarningOptions & ExportFilter = {}): unknown[] {
    const { auth, groups, ...how } = options;
    const tools = this.list({ auth, groups, active: true }).map((spec) => spec.toAnthropic(how));
    return [...tools, ...this.#hosted('anthropic', groups)];
  }

  /** The active tools as Gemini has them: all function declarations in one entry, each hosted tool in one of its own. */
  toGemini(
    options: WarningOptions & ExportFilter = {},
  ): ({ functionDeclarations: GeminiFunctionDeclaration[] } | HostedTool['definition'])[] {
    const { auth, groups, ...how } = options;
    const functionDeclarations = this.list({ auth, groups, active: true }).map((spec) => spec.toGemini(how));
    return [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...this.#hosted('gemini', groups)];
  }

  /** The active tools as text, for a prompt. */
  toPrompt(filter: ExportFilter = {}): string {
    return this.list({ ...filter, active: true })
      .map((spec) => spec.toPrompt())
      .join('\n');
  }

  /** Runs what a model asks for. An unknown or inactive tool answers too, with what the model can do about it. */
  callTool(call: ToolCall, options: ToolkitCallOptions = {}): Observable<ToolResponse> {
    const responses = this.#responses(call, options);
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
    checkPositive(concurrency, 'callTools: concurrency');
    // Of one call alone: all others would answer to the same id, or end with the first that fails.
    const each: ToolkitCallOptions = { ...options, callId: undefined, throwOnError: false };
    return from(calls).pipe(mergeMap((call) => this.callTool(call, each), concurrency));
  }

  /**
   * Runs a tool and gives the whole outcome. Only `throwOnError` makes it throw.
   *
   * @param tool - Its name; or the spec that was registered, which tells the compiler the type of the data.
   */
  execute<T>(tool: ToolSpec<T>, args?: unknown, options?: ToolkitCallOptions): Promise<ToolResult<T>>;
  execute(tool: string, args?: unknown, options?: ToolkitCallOptions): Promise<ToolResult>;
  execute(tool: string | ToolSpec, args?: unknown, options: ToolkitCallOptions = {}): Promise<ToolResult> {
    if (!ToolSpec.is(tool)) return this.#execute(tool, args, options);
    const name = this.#catalog.nameOf(tool) ?? (this.get(tool.name) === tool ? tool.name : undefined);
    if (name !== undefined) return this.#execute(name, args, options);
    // Another tool may have that name.
    const error = new ToolNotFoundError(`'${tool.name}' is not registered as that spec.`, { toolName: tool.name });
    return options.throwOnError === true ? Promise.reject(error) : Promise.resolve(ToolResult.fail(error));
  }

  #execute(name: string, args: unknown, options: ToolkitCallOptions): Promise<ToolResult> {
    const spec = this.#direct({ name, input: args }, options);
    if (spec === undefined) return this.#executeAtLength(name, args, options);
    const { gate, ids, journal, stateFor } = this.#site;
    const state = stateFor(options);
    gate.pass();
    if (!journal.isHeard) return spec.execFor({ state, onSettled: gate.passed }, args, options);
    const call = { id: options.callId ?? ids.next(), name, input: args };
    return execHeard({ spec, journal, call, state, onSettled: gate.passed }, options);
  }

  /** The spec that may run a call by itself, as nothing but the journal stands around it. */
  #direct({ name, input }: ToolCall, options: ToolkitCallOptions): ToolSpec | undefined {
    if (mayLeave(options) || isMalformed(input)) return undefined;
    const found = findTool(this.#site, name, options.auth);
    return ToolError.is(found) || !isDirect(this.#site, found) ? undefined : found.spec;
  }

  async #executeAtLength(name: string, input: unknown, options: ToolkitCallOptions): Promise<ToolResult> {
    const last = await lastValueFrom(this.#responsesAtLength({ name, input }, options));
    const result = resultOf(last);
    if (result.error !== undefined && options.throwOnError === true) throw result.error;
    return result;
  }

  /**
   * Decides on a call that was put off, and runs it if it is approved: exactly that call, once. `options.auth` is the
   * caller's, as it was then. A token that is not genuine, has expired or been used gives a result with a DeniedError.
   *
   * @throws DefinitionError on something that is no decision, and without an `approvalKey`.
   */
  async resumeApproval(token: string, decision: FinalDecision, options: CallOptions = {}): Promise<ToolResult> {
    const result = await this.#resume({ token, decision, auth: options.auth }, options);
    if (result.error !== undefined && options.throwOnError === true) throw result.error;
    return result;
  }

  /**
   * What a token asks for, to be shown to whoever decides.
   *
   * @throws DeniedError on a token that is not genuine or has expired.
   */
  readApproval(token: string): PendingApproval {
    const { callId, toolName, input, expiresAt } = this.#approval.tokens.read(token);
    return Object.freeze({ token, callId, toolName, input, expiresAt });
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

  /** What `loadStateDict` brings back, as JSON. Values marked as secret are left out. */
  stateDict(): ScopeState {
    return { activeGroups: this.activeGroups(), state: this.state.toPlain() };
  }

  /**
   * Switches on exactly the groups that were on, and puts back the values of the state: others are removed; what is
   * marked as secret and live objects stay.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  loadStateDict(saved: unknown): void {
    const { activeGroups, state } = checkScopeState(saved);
    const groups = activeGroups.map((name) => this.#catalog.group(name));
    restoreState(this.state, state);
    this.#active.clear();
    for (const group of [this.#catalog.group(basicGroup), ...groups]) this.#active.add(group);
    this.#switched.next();
  }

  get #site(): CallSite {
    this.#madeSite ??= this.#createSite();
    return this.#madeSite;
  }

  #createSite(): CallSite {
    const catalog = this.#catalog;
    return {
      scope: this,
      gate: catalog.gate,
      ids: catalog.ids,
      clearance: this.#approval,
      journal: this.#journal,
      get middleware() {
        return catalog.middleware;
      },
      find: (name, auth) => this.#find(name, auth),
      groupMiddleware: (group) => catalog.group(group).middleware,
      stateFor: ({ state }) =>
        state === undefined ? this.state : LayeredState.of(ToolState.from(state), [this.state]),
    };
  }

  async #resume(resumption: Resumption, options: CallOptions): Promise<ToolResult> {
    try {
      const clearance = new ResumedApproval(this.#approval, resumption);
      const { call } = clearance;
      return resultOf(
        await lastValueFrom(dispatch({ ...this.#site, clearance }, call, { ...options, callId: call.id })),
      );
    } catch (error) {
      if (!ToolError.is(error) || error.code !== 'denied') throw error;
      return toResult(refusedCall(error.toolName ?? '', error), '');
    }
  }

  #find(name: string, auth: unknown): ToolEntry | ToolError {
    const entry = this.#catalog.entry(name);
    if (entry === undefined || !this.#isThere(entry, auth)) return this.#notFound(name, auth);
    if (this.#isActive(entry)) return this.#extended.applyTo(entry);
    return new ToolInactiveError(
      `The tool '${name}' is in the group '${entry.group}', which is not active. ${this.#activationHint()}`,
      { toolName: name, details: { group: entry.group } },
    );
  }

  #notFound(name: string, auth: unknown): ToolNotFoundError {
    const names = this.list({ active: true, auth }).map((spec) => spec.name);
    const near = nearestNames(String(name), names);
    const hint = near.length === 0 ? '' : ` Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`;
    const those = names.length === 0 ? 'No tool is active.' : `The tools are ${names.join(', ')}.`;
    return new ToolNotFoundError(`There is no tool named '${name}'.${hint} ${those}`, { toolName: name });
  }

  /** The responses of a call, which may go to the background. */
  #responses(call: ToolCall, options: ToolkitCallOptions): Observable<ToolResponse> {
    return defer(() => {
      const spec = this.#direct(call, options);
      if (spec === undefined || this.#journal.isHeard) return this.#responsesAtLength(call, options);
      const { gate, stateFor } = this.#site;
      gate.pass();
      const own = { ...options, callId: options.callId ?? call.id, state: stateFor(options), throwOnError: false };
      return spec.stream(call.input, own).pipe(finalize(gate.passed));
    });
  }

  #responsesAtLength(call: ToolCall, options: ToolkitCallOptions): Observable<ToolResponse> {
    return runCall({ site: this.#site, catalog: this.#catalog }, call, options);
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

  #hosted(
    provider: HostedTool['provider'],
    groups: readonly string[] | undefined,
  ): readonly HostedTool['definition'][] {
    return this.#catalog.hosted
      .filter((entry) => entry.tool.provider === provider && this.#isActive(entry, groups))
      .map(({ tool }) => tool.definition);
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
