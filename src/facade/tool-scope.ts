import type { Observable } from 'rxjs';
import { EMPTY } from '../base/async/rxjs.js';
import { checkOptionNames } from '../base/options/check-options.js';
import type { CallOptions, ToolCall } from '../call/call-options.js';
import { findCallProblem } from '../call/check-call.js';
import { callOptionNames } from '../call/check-limits.js';
import type { FinalDecision } from '../call/client/approver.js';
import type { PendingApproval } from '../call/client/pending-approval.js';
import { setHost } from '../call/host-call.js';
import type { ResourceContents } from '../call/response/content.js';
import type { ToolResponse } from '../call/response/tool-response.js';
import type { ToolResult } from '../call/response/tool-result.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { ContinueProgram } from '../features/approval/feature.js';
import type { BackgroundTasks } from '../features/background/background-tasks.js';
import { checkSuppliedResult, type SuppliedResult } from '../features/client-tools/supply-result.js';
import { type CompletionRequest, completeArgument } from '../features/offers/complete-argument.js';
import { getPrompt, type PromptResult } from '../features/offers/get-prompt.js';
import { type ListedPrompt, type ListedResources, listPrompts, listResources } from '../features/offers/list-offers.js';
import { type OfferCallOptions, type OfferScope, offerCallNames, offersOf } from '../features/offers/offer-call.js';
import { changesOf, readResource } from '../features/offers/read-resource.js';
import type { AnthropicOptions, AnthropicTool } from '../format/to-anthropic.js';
import type { GeminiFunctionDeclaration } from '../format/to-gemini.js';
import type { FunctionJsonSchema } from '../format/to-json-schema.js';
import type { OpenAIChatTool, OpenAIOptions, OpenAIResponsesTool } from '../format/to-openai.js';
import type { ExportOptions, FormatArguments, HostedDefinition, ToolFormat } from '../format/tool-format.js';
import type { WarningOptions } from '../format/warnings.js';
import type { SchemaSource } from '../tool/metadata/tool-options.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { CallRunner, CallToolsOptions } from '../toolkit/call-runner.js';
import type { ToolGroup } from '../toolkit/entry/tool-group.js';
import type { UnsupportedOptions } from '../toolkit/export-each.js';
import { type CostOptions, Exporter, type ScopeExportOptions } from '../toolkit/exporter.js';
import type { CallHistory } from '../toolkit/pipeline/call-history.js';
import type { ToolEvent } from '../toolkit/pipeline/tool-event.js';
import { type ToolkitCallOptions, toolkitCallNames } from '../toolkit/pipeline/toolkit-call-options.js';
import type { ToolkitCost } from '../toolkit/tool-cost.js';
import type { ExportFilter, ToolFilter } from '../toolkit/tool-filter.js';
import { featureOf } from './features.js';
import type { ScopeState } from './scope-state.js';
import type { ExecuteArguments, InputOf, OutputOf, ToolName, TypedCall, WithApprover } from './tool-types.js';

/**
 * The common base of toolkits and sessions. A scope lists and calls the tools of a catalog, and has its own active
 * groups, state and events.
 *
 * @typeParam Tools - The types of the tools by name, which `Toolkit.of` infers.
 */
// biome-ignore lint/suspicious/noExplicitAny: a scope whose tools are not known accepts any, and fits any other scope.
export abstract class ToolScope<Tools = any> {
  readonly #runner: CallRunner;
  #ownExporter: Exporter | undefined;

  /** @internal */
  constructor(runner: CallRunner) {
    this.#runner = runner;
    setHost(this, runner);
  }

  // Created when first needed, because many sessions only make calls.
  get #exporter(): Exporter {
    this.#ownExporter ??= new Exporter(this.#runner.selection);
    return this.#ownExporter;
  }

  /** The values that bindings find before those of a tool's own state. */
  get state(): ToolState {
    return this.#runner.parts.state;
  }

  /** Fires when the list of active tools may have changed. Changes in quick succession fire once. */
  get changes$(): Observable<void> {
    return this.#runner.selection.changes$;
  }

  /** The events of all calls, as they happen. */
  get events$(): Observable<ToolEvent<ToolName<Tools>>> {
    return this.#runner.parts.events.events$ as Observable<ToolEvent<ToolName<Tools>>>;
  }

  /** The history of ended calls. Undefined unless the toolkit was created with `history`. */
  get history(): CallHistory | undefined {
    return this.#runner.parts.events.history;
  }

  /** Returns the groups in the order of their creation. */
  groups(): readonly ToolGroup[] {
    return this.#runner.selection.groups();
  }

  /** Returns the names of the active groups, in the order of their creation. */
  activeGroups(): readonly string[] {
    return this.#runner.selection.activeGroups();
  }

  /** Activates or deactivates groups. Throws a DefinitionError on an unknown name, before anything changes. */
  updateGroups(names: readonly string[], active: boolean): void {
    this.#runner.selection.updateGroups(names, active);
  }

  /**
   * Returns the instructions of the active groups and the names of their skills, each under the name of its group, or an
   * empty string if there are none.
   */
  getGroupInstructions(): string {
    return this.#runner.selection.getGroupInstructions();
  }

  /**
   * Returns the spec of a name, whether its group is active or not. Of several versions, returns the one that a caller
   * would call, or else the highest.
   *
   * @throws DefinitionError on an unknown option, and on a range of versions that no registered version matches.
   */
  get<const Name extends ToolName<Tools>>(
    name: Name,
    options?: Pick<ToolFilter, 'auth' | 'hostRequest' | 'versions'>,
  ): ToolSpec<OutputOf<Tools, Name>, InputOf<Tools, Name>> | undefined;
  get(name: string, options: Pick<ToolFilter, 'auth' | 'hostRequest' | 'versions'> = {}): ToolSpec | undefined {
    return this.#runner.selection.get(name, options);
  }

  /**
   * Returns the specs in the order of registration, one for each name. Of several versions, the one that the caller would
   * call is listed.
   *
   * @throws DefinitionError on an unknown group, and on a range of versions that no registered version matches.
   */
  list(filter: ToolFilter = {}): readonly ToolSpec[] {
    return this.#runner.selection.list(filter);
  }

  /**
   * Compiles the validators of the active tools now instead of during their first calls.
   *
   * @throws DefinitionError if a schema does not compile.
   */
  warmUp(filter: ExportFilter = {}): void {
    this.#runner.selection.warmUp(filter);
  }

  /**
   * Adds the fields of a model to a tool's arguments, and replaces fields that were added before. They are validated,
   * not passed to the tool, and returned as `metadata.structuredOutput` of the final response. `null` removes them.
   * Fields that a toolkit adds apply to its sessions too, unless a session adds its own fields or removes them.
   *
   * @throws ToolNotFoundError on an unknown tool.
   * @throws DefinitionError if a field has the name of an argument, or the model is not a plain object with fields.
   */
  setExtendedModel(name: string, model: SchemaSource | null): void {
    featureOf(this.#runner, 'extended').set(this.#runner, name, model);
  }

  /**
   * Measures what the exported tools need of a model's context: per tool, per group, and for all active tools. Tools that
   * a provider runs, or that only programs may call, are not included.
   *
   * @throws DefinitionError on an unknown option or group, and if the tokenizer does not return a number.
   */
  cost(options: CostOptions = {}): ToolkitCost {
    return this.#exporter.cost(options);
  }

  /**
   * Exports the active tools in a format: one that the package exports, or any function of a descriptor. Returns an
   * array of the exported tools, or the result of the format's `list` function for that array.
   *
   * @typeParam Tool - The type of one exported tool.
   * @typeParam Options - The format's own options.
   * @typeParam List - The type of the complete export.
   * @throws DefinitionError if the format is not a function, or a group or a name is unknown.
   */
  to<Tool, Options, List = Tool[]>(
    format: ToolFormat<Tool, Options, List>,
    ...options: FormatArguments<Options & ExportFilter & UnsupportedOptions>
  ): List;
  to(format: ToolFormat<unknown, WarningOptions, unknown>, options: ScopeExportOptions = {}): unknown {
    return this.#exporter.to(format, options);
  }

  /** Returns the `toJsonSchema()` of each active tool, in a new array. */
  getJsonSchemas(options: ExportFilter & Pick<ExportOptions, 'deferLoading'> = {}): FunctionJsonSchema[] {
    return this.#exporter.getJsonSchemas(options);
  }

  /**
   * Exports the active tools for OpenAI, hosted tools included. The type of the hosted definitions is inferred from the
   * use of the result, and is not checked.
   */
  toOpenAI<Hosted = HostedDefinition>(
    options: OpenAIOptions & ScopeExportOptions & { readonly api: 'chat' },
  ): (OpenAIChatTool | Hosted)[];
  toOpenAI<Hosted = HostedDefinition>(options?: OpenAIOptions & ScopeExportOptions): (OpenAIResponsesTool | Hosted)[];
  toOpenAI(options: OpenAIOptions & ScopeExportOptions = {}): unknown {
    return this.#exporter.toOpenAI(options);
  }

  /**
   * Exports the active tools for Anthropic's Messages API, hosted tools included. The type of the hosted definitions is
   * inferred from the use of the result, and is not checked.
   */
  toAnthropic<Hosted = HostedDefinition>(options?: AnthropicOptions & ScopeExportOptions): (AnthropicTool | Hosted)[];
  toAnthropic(options: AnthropicOptions & ScopeExportOptions = {}): unknown {
    return this.#exporter.toAnthropic(options);
  }

  /**
   * Exports the active tools for Gemini: all function declarations in one entry, and each hosted tool in its own entry.
   */
  toGemini(
    options?: WarningOptions & ScopeExportOptions,
  ): ({ functionDeclarations: GeminiFunctionDeclaration[] } | HostedDefinition)[];
  toGemini(options: WarningOptions & ScopeExportOptions = {}): unknown {
    return this.#exporter.toGemini(options);
  }

  /** Exports the active tools as text, for a prompt. */
  toPrompt(options?: ExportFilter & UnsupportedOptions & Pick<ExportOptions, 'deferLoading'>): string;
  toPrompt(options: ExportFilter & UnsupportedOptions & Pick<ExportOptions, 'deferLoading'> = {}): unknown {
    return this.#exporter.toPrompt(options);
  }

  /**
   * Runs a tool call that a model emitted, and returns its responses. A call of an unknown or inactive tool ends with
   * an error response that describes how the model can proceed. Each subscription runs the call.
   */
  callTool<const Name extends string>(
    call: TypedCall<Tools, Name>,
    options?: WithApprover<Tools, ToolkitCallOptions>,
  ): Observable<ToolResponse>;
  callTool(call: ToolCall, options: ToolkitCallOptions = {}): Observable<ToolResponse> {
    return this.#runner.callTool(call, options);
  }

  /**
   * Runs a tool call that a model emitted, and iterates over its responses. The tool runs only as far as responses are
   * pulled, unless a middleware pulls faster. `break` cancels the call. Each iteration runs the call.
   */
  iterate<const Name extends string>(
    call: TypedCall<Tools, Name>,
    options?: WithApprover<Tools, ToolkitCallOptions>,
  ): AsyncIterable<ToolResponse>;
  iterate(call: ToolCall, options: ToolkitCallOptions = {}): AsyncIterable<ToolResponse> {
    return this.#runner.iterate(call, options);
  }

  /**
   * Runs several calls and merges their responses as they arrive. Each response has the `callId` of its call. A call
   * that fails does not affect the others. Aborting ends each call with its final response.
   */
  callTools(calls: readonly ToolCall[], options: CallToolsOptions = {}): Observable<ToolResponse> {
    return this.#runner.callTools(calls, options);
  }

  /**
   * Runs a tool and returns its final result. It rejects only with `throwOnError`.
   *
   * @param tool - The name of the tool, or the registered spec, from which the type of the data is inferred.
   */
  execute<const Tool extends ToolName<Tools> | ToolSpec>(
    tool: Tool,
    ...args: ExecuteArguments<Tools, Tool>
  ): Promise<ToolResult<OutputOf<Tools, Tool>>>;
  execute(tool: string | ToolSpec, args?: unknown, options: object = {}): Promise<ToolResult> {
    return this.#runner.execute(tool, args, options);
  }

  /**
   * Checks whether a call needs a decision that its caller has to obtain: its tool needs approval for the arguments, and
   * neither `options` nor the toolkit or session has an approver. An adapter asks the user of its SDK then, and runs the
   * call with an approver that returns the decision. Resolves to false for a call that ends with an error, such as one
   * with invalid arguments.
   */
  async needsApproval(call: ToolCall, options: ToolkitCallOptions = {}): Promise<boolean> {
    const problem = findCallProblem(call, 'needsApproval');
    if (problem !== undefined) throw problem;
    checkOptionNames(options, toolkitCallNames, 'needsApproval');
    // Until the feature is installed, no tool needs approval.
    if (this.#runner.parts.catalog.features.find('approval') === undefined) return false;
    return featureOf(this.#runner, 'approval').isUndecided(this.#runner, call, options);
  }

  /**
   * Decides on a deferred call, and runs exactly that call, once, if it is approved. `options.auth` must identify the
   * caller of the deferred call. The call of a session is resumed by a session of the same ID, and the call of a toolkit
   * by a toolkit. The result has a DeniedError if the token is not genuine, has expired or has been used, and if the
   * definition of the tool has changed.
   *
   * @throws DefinitionError if `decision` is invalid, on an unknown option, and if the toolkit has no `approvalKey`.
   */
  async resumeApproval(token: string, decision: FinalDecision, options: CallOptions = {}): Promise<ToolResult> {
    checkOptionNames(options, callOptionNames, 'resumeApproval');
    const runner = this.#runner;
    const continueProgram: ContinueProgram = (waiting, completed) =>
      featureOf(runner, 'code-mode').continueProgram(runner, waiting, completed);
    return featureOf(runner, 'approval').resume(runner, { token, decision, continueProgram }, options);
  }

  /**
   * Returns the deferred call of a token, to be shown to the person who decides.
   *
   * @throws DeniedError if the token is not genuine or has expired.
   */
  readApproval(token: string): PendingApproval {
    return featureOf(this.#runner, 'approval').read(token);
  }

  /**
   * Ends a call of a tool that the client runs, with the data or the error that the client returned. Like the result of any
   * tool, it passes the output schema, `postprocess` and the middleware of the tool. Data that does not fit the output
   * schema ends the call with an OutputValidationError. The call of a session is ended through that session, and the call
   * of a toolkit through the toolkit. The caller must check that the client may end the call.
   *
   * @param options - The options for middleware. `auth` defaults to that of the call, if this process has run it.
   * @throws NotFoundError if no call with the ID waits, or its result has been supplied.
   * @throws DefinitionError on a result of another shape. The call still waits.
   */
  async supplyResult(callId: string, supplied: SuppliedResult, options: CallOptions = {}): Promise<ToolResult> {
    checkSuppliedResult(supplied);
    checkOptionNames(options, callOptionNames, 'supplyResult');
    return featureOf(this.#runner, 'client-tools').supply(this.#runner, callId, { result: supplied, given: options });
  }

  /** The background tasks of this toolkit or session. */
  get tasks(): BackgroundTasks {
    return featureOf(this.#runner, 'background').tasksOf(this.#runner);
  }

  /**
   * Returns the complete text of a result that `offload()` has kept out of the context of a model. Rejects with a
   * NotFoundError if this toolkit or session does not have it (any more).
   */
  async readResult(id: string): Promise<string> {
    return featureOf(this.#runner, 'offload').resultsOf(this.#runner).read(id);
  }

  /**
   * Lists the resources and the templates of resources whose groups are active.
   *
   * @throws ToolError if the completion of a template whose resources are listed fails.
   */
  listResources(options: OfferCallOptions = {}): Promise<ListedResources> {
    return listResources(this.#offers(options, 'listResources'), options);
  }

  /**
   * Reads a resource by its URI.
   *
   * @throws NotFoundError if the caller may read no such resource. ToolError if its method fails.
   */
  async readResource(uri: string, options: OfferCallOptions = {}): Promise<readonly ResourceContents[]> {
    const { contents } = await readResource(this.#offers(options, 'readResource'), uri, options);
    return contents;
  }

  /**
   * Emits whenever a resource has other contents, if its option `live` is set, and completes otherwise.
   *
   * @throws NotFoundError if the caller may read no such resource.
   */
  watchResource(uri: string, options: OfferCallOptions = {}): Observable<void> {
    return changesOf(this.#offers(options, 'watchResource'), uri, options) ?? EMPTY;
  }

  /** Lists the prompts whose groups are active. */
  listPrompts(options: OfferCallOptions = {}): readonly ListedPrompt[] {
    const scope = this.#offers(options, 'listPrompts');
    return listPrompts(scope, options);
  }

  /**
   * Gets the messages of a prompt.
   *
   * @param args - The arguments. MCP clients send texts, which are converted to the types of the parameters.
   * @throws NotFoundError if the caller may use no such prompt. ValidationError on invalid arguments. ToolError if its
   * method fails.
   */
  getPrompt(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: OfferCallOptions = {},
  ): Promise<PromptResult> {
    return getPrompt(this.#offers(options, 'getPrompt'), { name, args }, options);
  }

  /**
   * Returns the values with which an argument of a prompt, or a variable of a resource, continues.
   *
   * @throws NotFoundError if there is no such prompt, resource or argument. ToolError if the completing method fails.
   */
  completeArgument(request: CompletionRequest, options: OfferCallOptions = {}): Promise<readonly string[]> {
    return completeArgument(this.#offers(options, 'completeArgument'), request, options);
  }

  #offers(options: OfferCallOptions, method: string): OfferScope {
    checkOptionNames(options, offerCallNames, method);
    return offersOf(this.#runner, featureOf(this.#runner, 'offers'));
  }

  /**
   * Returns the active groups, the state and the calls that wait for their client as JSON, for `restore()`, with a
   * fingerprint of each tool and group. Values marked as secret are omitted.
   */
  snapshot(): ScopeState {
    return this.#runner.snapshot();
  }

  /**
   * Activates exactly the groups of a snapshot, sets the state to its values, and waits for the results of exactly its
   * pending calls. Other values are removed, except those marked as secret and live objects. Other pending calls end with
   * an InterruptedError. A process warning names the tools and groups that are missing or have changed since the
   * snapshot; a group that was removed since then is skipped.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  restore(saved: unknown): void {
    this.#runner.restore(saved);
  }
}
