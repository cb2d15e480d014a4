import type { Observable } from 'rxjs';
import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { checkOptionNames, type OptionNames, ownOptions } from '../../base/options/check-options.js';
import { callback, either, flag, list, object, oneOf, secretObject, strings } from '../../base/options/option-rules.js';
import { brandClass, brands, hasBrand } from '../../base/values/brand.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Acceptance, Validation } from '../../call/argument-plan.js';
import { Call, type CallParts } from '../../call/call.js';
import type { CallOptions } from '../../call/call-options.js';
import { readReturned, validateOutput } from '../../call/call-output.js';
import { type CallPlan, coerces } from '../../call/call-plan.js';
import { type ChunkSink, toAsyncIterable, toData, toObservable, toToolResult } from '../../call/consumers.js';
import type { Accumulate } from '../../call/response/chunk-accumulator.js';
import type { Rendered } from '../../call/response/rendered.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import { type Binding, createBinding, createPreset } from '../../call/state/binding.js';
import { FollowedState } from '../../call/state/followed-state.js';
import { LayeredState } from '../../call/state/layered-state.js';
import { parseStatePattern } from '../../call/state/scoped-state.js';
import { ToolState } from '../../call/state/tool-state.js';
import type { SkippedDecorator, ToolExecutor } from '../../call/tool-executor.js';
import { code } from '../../format/code.js';
import { docstring } from '../../format/docstring.js';
import { applyRefStyle } from '../../format/export-refs.js';
import { signature } from '../../format/signature.js';
import { type AnthropicTool, toAnthropic } from '../../format/to-anthropic.js';
import { type GeminiFunctionDeclaration, toGemini } from '../../format/to-gemini.js';
import { type FunctionJsonSchema, toJsonSchema } from '../../format/to-json-schema.js';
import { type McpTool, toMcp } from '../../format/to-mcp.js';
import {
  type OpenAIChatTool,
  type OpenAIOptions,
  type OpenAIResponsesTool,
  toOpenAI,
  toOpenAIChat,
} from '../../format/to-openai.js';
import { toPrompt } from '../../format/to-prompt.js';
import type { ToolDescriptor } from '../../format/tool-descriptor.js';
import {
  checkFormat,
  type ExportOptions,
  type FormatArguments,
  type FormatOptions,
  type ToolFormat,
} from '../../format/tool-format.js';
import type { WarningOptions } from '../../format/warnings.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import type { Interpretation } from '../../schema/interpreter/schema-interpreter.js';
import { OutputValidator } from '../../schema/output/output-validator.js';
import { interpretationFor } from '../../schema/validation/pattern-mode.js';
import type { FieldFlow, ParamFlow, ToolFlow } from '../metadata/flow-options.js';
import type {
  Binds,
  FunctionData,
  PropertyName,
  PropertyValue,
  Receives,
  Returnable,
  SentInput,
  WithoutKeys,
} from '../metadata/function-types.js';
import { readGeneratedFunction } from '../metadata/generated-functions.js';
import type { Offer } from '../metadata/offer-options.js';
import type { ProviderOptions, ToolCaller } from '../metadata/provider-options.js';
import type { SchemaOutput } from '../metadata/schema-types.js';
import type { StateKey } from '../metadata/state-types.js';
import { checkBindOptions, checkToolOptions, toolOptionNames } from '../metadata/tool-option-names.js';
import type {
  ApprovalRule,
  BindTarget,
  Concurrency,
  NeedsApproval,
  ParamOptions,
  PathReading,
  SchemaSource,
  StateVisibility,
  ToolAnnotations,
  ToolDescription,
  ToolExample,
  ToolIcon,
  ToolMiddleware,
  ToolOptions,
  VerifyEffect,
} from '../metadata/tool-options.js';
import { metaWithUi, readToolUi, type ToolUiOptions } from '../metadata/tool-ui.js';
import { decideAccess } from './access.js';
import { checkFunction } from './check-function.js';
import { commentsWithout } from './complete-options.js';
import { decideDeferral } from './decide-deferral.js';
import { callExamplesOf, requestsOf } from './examples-of.js';
import type { CallArguments, FunctionArguments } from './function-arguments.js';
import type { FunctionDefinition } from './function-params.js';
import { readFunctionTool } from './function-parts.js';
import { publishedPart } from './published-description.js';
import { resolveDescription } from './resolve-description.js';
import { createDefinition, type SpecDefinition } from './spec-definition.js';
import {
  bindingsOf,
  checkBindable,
  createPlan,
  type KnownParts,
  type LateParts,
  type TypedParts,
} from './spec-parts.js';

/**
 * The options of `tool` and `ToolSpec.fromFunction`.
 *
 * @typeParam Input - The type of the `inputSchema`.
 * @typeParam Output - The type of the `outputSchema`.
 * @typeParam Name - The literal type of the name.
 * @typeParam Bound - The names of the bound parameters.
 */
export type FunctionToolOptions<
  Input extends SchemaSource | undefined = SchemaSource | undefined,
  Output extends SchemaSource | undefined = SchemaSource | undefined,
  Name extends string = string,
  Bound extends string = string,
> = Omit<ToolOptions, keyof TypedOptions<Input, Output, Name, Bound> | 'enabled' | 'closed'> &
  TypedOptions<Input, Output, Name, Bound>;

/** The options of a function whose schemas have no known types. */
type UntypedOptions = Omit<ToolOptions, 'enabled' | 'closed' | 'params' | 'state'> &
  Pick<FunctionToolOptions, 'params' | 'state'>;

/** The options whose types depend on those of the schemas. */
interface TypedOptions<
  Input extends SchemaSource | undefined,
  Output extends SchemaSource | undefined,
  Name extends string,
  Bound extends string,
> {
  /** The name of the tool: 1 to 64 letters, digits, `_` or `-`. @default the name of the function */
  readonly name?: Name | undefined;
  /** The schema of the object that contains all arguments. The types of the parameters are inferred from it. */
  readonly inputSchema?: Input;
  /** The schema of the tool's data. A call whose data does not match it fails with an OutputValidationError. */
  readonly outputSchema?: Output;
  /**
   * Descriptions of parameters by name, or an array of all parameters in order, as names or as options with names. The
   * array names the parameters of a bound or native function, whose source text does not contain them.
   */
  readonly params?:
    | { readonly [Parameter in PropertyName<Input>]?: ParamOptions }
    | readonly (string | (ParamOptions & { readonly name: string }))[]
    | undefined;
  /** The bindings of parameters, by parameter name: a state key, or a key with options. */
  readonly bind?:
    | { readonly [Parameter in Bound]?: StateKey | BindTarget<PropertyValue<Input, Parameter>> }
    | undefined;
  /** The state that bindings read, or the paths of the tool's state scope. @default an empty state */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | readonly string[] | undefined;
  /** Whether a toolkit asks its approver before it runs a call. A call of the spec never requires approval. @default false */
  readonly needsApproval?: boolean | ApprovalRule<SchemaOutput<Input>> | undefined;
}

/** The options of `ToolSpec.create`: a tool with its own executor. */
export interface ExecutorToolOptions extends Omit<SpecDefinition, 'group'> {
  readonly executor: ToolExecutor;
  readonly group?: string | undefined;
  /** The schema of the arguments. @default an object without properties */
  readonly inputSchema?: SchemaSource | undefined;
  readonly outputSchema?: SchemaSource | undefined;
  readonly patterns?: ToolOptions['patterns'];
  readonly bind?: ToolOptions['bind'] | undefined;
  /** The state that bindings read, or the paths of the tool's state scope. @default an empty state */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | readonly string[] | undefined;
}

/** The parts of a spec that `with()` can change. */
export type SpecChanges = Partial<SpecDefinition> & {
  /** A schema that replaces the input schema, with other descriptions or narrower values for the same arguments. */
  readonly inputSchema?: SchemaSource | undefined;
};

const { enabled: _enabled, closed: _closed, ...declaredNames } = toolOptionNames;
const functionNames = {
  ...declaredNames,
  params: either(declaredNames.params, list),
  state: either(strings, secretObject),
};
const { params: _params, names: _names, ctx: _ctx, ...executorNames } = functionNames;
const { outputSchema: _outputSchema, patterns: _patterns, bind: _bind, state: _state, ...changeNames } = executorNames;

const functionOptionNames: OptionNames<FunctionToolOptions> = functionNames;

/** The names of the options of `ToolSpec.create`. */
export const executorOptionNames = { ...executorNames, executor: object } satisfies OptionNames<ExecutorToolOptions>;

const specChangeNames: OptionNames<SpecChanges> = changeNames;

const validationNames: OptionNames<Pick<CallOptions, 'state' | 'coerce'>> = { state: secretObject, coerce: flag };

const specExportNames: OptionNames<WarningOptions & ExportOptions> = {
  onWarning: callback,
  deferLoading: flag,
  refs: true,
};

const openAIExportNames: OptionNames<OpenAIOptions & ExportOptions> = {
  ...specExportNames,
  strict: flag,
  api: oneOf('responses', 'chat'),
};

const noOptions: CallOptions = Object.freeze({});
const noMiddleware: readonly ToolMiddleware[] = Object.freeze([]);
const noPaths: KnownParts['statePaths'] = Object.freeze([]);
const nativeRunner: KnownParts['runner'] = Object.freeze({ kind: 'native' });
/** What the definition of a tool says of the data that goes through it. */
export interface SpecFlow extends Pick<ToolFlow, 'trust' | 'readers' | 'show'> {
  readonly fields: Readonly<Record<string, FieldFlow>>;
  /** What it says of arguments, by JSON Pointer. */
  readonly params: Readonly<Record<string, ParamFlow>>;
}

function hasKeys(record: object): boolean {
  return Object.keys(record).length > 0;
}

const noBindings: ToolSpec['bindings'] = Object.freeze({});
const noKeywords: readonly string[] = Object.freeze([]);

/**
 * A callable tool: a definition, an executor, bindings and the state that they read. A spec is frozen: every method
 * that changes it returns a new spec, as `Function.prototype.bind` does.
 *
 * @example
 * ```ts
 * const search = kb.toolSpec('search').bind('userId', { stateKey: 'session.user.id' });
 * const hits = await search.call({ query: 'streams' });
 * ```
 */
// biome-ignore lint/suspicious/noExplicitAny: a spec whose arguments are not typed accepts any, and fits any other one.
export class ToolSpec<T = unknown, Input = any, Name extends string = string> {
  readonly name: Name;
  /** The name with which the tool was defined, before `rename()`, `with({ name })`, a prefix or an override. */
  readonly originalName: string;
  readonly title: string | undefined;
  /** The version of the tool's behaviour, which the author chooses. */
  readonly version: string | undefined;
  /** The toolkit group into which the tool is registered by default. */
  readonly group: string | undefined;
  readonly tags: readonly string[];
  /** Further words under which a search finds the tool. */
  readonly keywords: readonly string[];
  readonly annotations: ToolAnnotations | undefined;
  readonly icons: readonly ToolIcon[] | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The kind of the executor: 'native', 'builtin', 'rest', 'mcp', … */
  readonly kind: string;
  /** The state that bindings read. */
  readonly state: ToolState;
  readonly #known: KnownParts;
  readonly #source: TypedParts | LateParts;
  /** Undefined until the types of a function that may be declared later are first needed. */
  #typedParts: TypedParts | undefined;
  #callPlan: CallPlan | undefined;
  #bindings: Readonly<Record<string, Binding>> | undefined;
  /** The latest result of `layerState`, because the calls of one toolkit pass the same state each time. */
  #layered: { readonly nearest: ToolState; readonly state: ToolState } | undefined;

  /** The result of `toJsonSchema()`, which never changes because a spec is immutable. */
  #jsonSchema: FunctionJsonSchema | undefined;

  /** @internal Use `ToolRegistry`, `toolSpecsOf`, `ToolSpec.fromFunction` or `ToolSpec.create`. */
  constructor(known: KnownParts, typed: TypedParts | LateParts) {
    const { definition } = known;
    this.name = definition.name as Name;
    this.originalName = known.originalName;
    this.title = definition.title;
    this.version = definition.version;
    this.group = definition.group;
    this.tags = definition.tags ?? [];
    this.keywords = definition.keywords ?? noKeywords;
    this.annotations = definition.annotations;
    this.icons = definition.icons;
    this.meta = metaWithUi(definition, definition.name);
    this.kind = known.runner.kind;
    this.state = known.state;
    this.#known = known;
    this.#source = typed;
    if (!('read' in typed)) {
      this.#typedParts = typed;
      this.#callPlan = createPlan(known, typed);
    }
    Object.freeze(this);
  }

  /** Checks whether `value` is a ToolSpec, including one from another copy of this package. */
  static is(value: unknown): value is ToolSpec {
    return hasBrand(value, brands.spec);
  }

  /**
   * Creates a tool from a function. Its parameters are described by `params` or an `inputSchema`, from which the types of
   * its parameters are inferred. `tool` is the same function under a shorter name.
   *
   * @throws DefinitionError on an anonymous function without the option `name`, and on a parameter without a type.
   */
  static fromFunction<
    const Input extends SchemaSource | undefined = undefined,
    const Output extends SchemaSource | undefined = undefined,
    const Name extends string = string,
    const Bound extends string = never,
    Returned extends Returnable<Output> = Returnable<Output>,
    Parameters extends readonly unknown[] = FunctionArguments<Input>,
  >(
    implementation: ((...args: Parameters) => Returned) & Receives<Parameters, Input>,
    options?: FunctionToolOptions<Input, Output, Name, Bound> & Binds<Input, Bound, Parameters>,
  ): ToolSpec<FunctionData<Returned, Output>, SentInput<Input, Bound>, Name>;
  static fromFunction(implementation: (...args: never[]) => unknown, options: UntypedOptions = {}): ToolSpec {
    checkFunction(implementation);
    const generated = readGeneratedFunction(implementation, implementation.name);
    const name = options.name ?? generated?.name ?? ownNameOf(implementation);
    checkToolOptions(options, functionOptionNames, name);
    if (name === '') throw new DefinitionError('The function has no name: write tool(fn, { name }).');
    const { params, ...others } = ownOptions(options, functionOptionNames);
    const known = createKnown({
      options: { ...others, name },
      where: name,
      runner: nativeRunner,
      state: stateValuesOf(others.state),
    });
    // A key without a value is refused when the parameters are described, so the types of both are one.
    const described = params as FunctionDefinition['described'];
    return new ToolSpec(known, readFunctionTool({ name, implementation, described, options: others }, generated));
  }

  /**
   * Creates a tool with any executor.
   *
   * @throws DefinitionError on an invalid name, schema or binding, and without an executor.
   */
  static create(options: ExecutorToolOptions): ToolSpec {
    return createSpec(options, interpretationFor(options.patterns, options.name));
  }

  /**
   * The limits and the engine for patterns; undefined for no limits and the native engine.
   *
   * @internal
   */
  get interpretation(): Interpretation | undefined {
    return this.#plan.args.contract.interpretation;
  }

  /** The description. Undefined if a function provides it for each listing. */
  get description(): string | undefined {
    const { descriptionSource } = this;
    return typeof descriptionSource === 'string' ? descriptionSource : undefined;
  }

  /** Examples of calls. */
  get examples(): readonly ToolExample[] | undefined {
    return callExamplesOf(this.#known.definition.examples) ?? this.#typed.comments?.examples;
  }

  /** Requests in the words of a user, for which a search finds the tool. */
  get requests(): readonly string[] {
    return requestsOf(this.#known.definition.examples);
  }

  /** The bindings of hidden parameters, by parameter name. */
  get bindings(): Readonly<Record<string, Binding>> {
    const { bindings } = this.#typed;
    this.#bindings ??= bindings.size === 0 ? noBindings : Object.freeze(Object.fromEntries(bindings));
    return this.#bindings;
  }

  /** The part of the state that the running tool sees. Undefined if the tool does not decide. */
  get stateScope(): StateVisibility | undefined {
    return this.#known.definition.stateScope;
  }

  /** The limit of concurrent calls in a toolkit. */
  get concurrency(): Concurrency | undefined {
    return this.#known.definition.concurrency;
  }

  /** The rule that combines the chunks of a stream into its output. */
  get accumulate(): Accumulate {
    return this.#known.definition.accumulate ?? 'concat';
  }

  /** Whether arguments are coerced. Undefined if the tool does not decide. */
  get coerce(): boolean | undefined {
    return this.#known.definition.coerce;
  }

  /** The view of the tool, or its URI, and who may call the tool. Undefined if the tool does not decide. */
  get ui(): ToolUiOptions | undefined {
    const { ui } = this.#known.definition;
    return ui === undefined ? undefined : readToolUi(ui, this.name);
  }

  /** Whether workers of a task store run the calls of the tool. Undefined if the tool does not decide. */
  get durable(): boolean | undefined {
    return this.#known.definition.durable;
  }

  /** Whether a call over the Model Context Protocol becomes a task. */
  get task(): 'never' | 'allowed' | 'required' {
    return this.#known.definition.task ?? 'never';
  }

  /** Whether exports of a toolkit defer the tool. Undefined if the tool does not decide. */
  get deferLoading(): boolean | undefined {
    return this.#known.definition.deferLoading;
  }

  /** Who may call the tool. Undefined if the tool does not decide. */
  get allowedCallers(): readonly ToolCaller[] | undefined {
    return this.#known.definition.allowedCallers;
  }

  /** Whether a call may run again if it is not known how its first run ended. */
  get idempotent(): boolean {
    const { readOnlyHint, idempotentHint } = this.annotations ?? {};
    return this.#known.definition.idempotent ?? (readOnlyHint === true || idempotentHint === true);
  }

  /** Whether a call changes something outside of the process. Undefined if the tool does not declare it. */
  get effect(): 'write' | undefined {
    return this.#known.definition.effect;
  }

  /** Determines whether a call with `effect: 'write'` has had its effect. Undefined if the tool cannot say. */
  get verify(): VerifyEffect | undefined {
    return this.#known.definition.verify;
  }

  /** Fields of the exported tool by model provider, as the provider spells them. */
  get providerOptions(): ProviderOptions | undefined {
    return this.#known.definition.providerOptions;
  }

  /** The time limit of an entire call, in milliseconds. */
  get deadlineMs(): number | undefined {
    return this.#known.definition.deadlineMs;
  }

  /** What permission rules see instead of arguments that are paths, by the name of the argument. */
  get paths(): Readonly<Record<string, PathReading>> | undefined {
    return this.#known.definition.paths;
  }

  /**
   * What the definition says of the data that goes through the tool. Undefined if it says nothing.
   *
   * @internal
   */
  get flow(): SpecFlow | undefined {
    const { trust, readers, show, fields = {} } = this.#known.definition;
    const typed = this.#typedParts ?? ('read' in this.#source ? this.#source.early : this.#source);
    const params = typed?.input.flow(new Set(typed.bindings.keys())) ?? {};
    const all = { ...typed?.output?.flow(), ...fields };
    const isSaid = [trust, readers, show].some((one) => one !== undefined) || hasKeys(params) || hasKeys(all);
    return isSaid ? { trust, readers, show, fields: all, params } : undefined;
  }

  /**
   * Whether the definition restricts what arguments may be, who may read results, or what a model sees of them.
   *
   * @internal
   */
  get restrictsFlow(): boolean {
    const { flow } = this;
    if (flow === undefined) return false;
    const { readers, show, fields, params } = flow;
    const restricts = [...Object.values(fields), ...Object.values(params)].some((one) => one.readers !== undefined);
    return (
      readers !== undefined ||
      show === 'handle' ||
      restricts ||
      Object.values(params).some(({ decides }) => decides === true)
    );
  }

  /**
   * Whether a fingerprint of the application pins the definition from which the tool was imported.
   *
   * @internal
   */
  get isPinned(): boolean {
    return this.#known.runner.isPinned === true;
  }

  /** Whether calls need approval in a toolkit. */
  get needsApproval(): NeedsApproval | undefined {
    return this.#known.definition.needsApproval;
  }

  /**
   * How much of the description exports contain.
   *
   * @internal
   */
  get publishedDescription(): KnownParts['publishedDescription'] {
    return this.#known.publishedDescription;
  }

  /**
   * The description as it was defined: a text, or a function that returns it for a caller.
   *
   * @internal
   */
  get descriptionSource(): ToolDescription | undefined {
    return this.#known.definition.description ?? this.#typed.comments?.description;
  }

  /**
   * Whether a function provides the description for each listing.
   *
   * @internal
   */
  get isDescribedByFunction(): boolean {
    return typeof this.#known.definition.description === 'function';
  }

  /**
   * Returns the description for a caller.
   *
   * @throws DefinitionError if a function throws or returns anything but a string.
   * @internal
   */
  resolveDescription(auth: unknown, state: ToolState): string | undefined {
    return resolveDescription(this.descriptionSource, { toolName: this.name, auth, state: this.layerState(state) });
  }

  /** The middleware around the tool's calls in a toolkit, inside all other middleware. */
  get use(): readonly ToolMiddleware[] {
    return this.#known.definition.use ?? noMiddleware;
  }

  /**
   * Checks whether a caller may see and call the tool in a toolkit.
   *
   * @param hostRequest - The request object of a framework on whose behalf the caller is asked about. @default none
   * @throws PermissionError if the tool's own `canAccess` throws or returns a promise.
   * @throws DefinitionError if the tool's own `canAccess` throws one.
   */
  canAccess(auth: unknown, hostRequest?: unknown): boolean {
    const { canAccess } = this.#known.definition;
    return canAccess === undefined || decideAccess(this, canAccess, { auth, hostRequest });
  }

  /**
   * What the spec offers: a resource, a prompt or a completion. Undefined for a tool.
   *
   * @internal
   */
  get offer(): Offer | undefined {
    return this.#known.offer;
  }

  /**
   * Returns a spec of a resource, a prompt or a completion, whose contents have no schema.
   *
   * @internal
   */
  offering(offer: Offer): ToolSpec<T, Input, Name> {
    return this.#derive({ offer }, (typed) => ({ ...typed, output: undefined }));
  }

  /**
   * Returns the spec without its output schema, for a toolkit that does not show what the tool returns.
   *
   * @internal
   */
  withoutOutputSchema(): ToolSpec<T> {
    return this.#derive({}, (typed) => ({ ...typed, output: undefined }));
  }

  /**
   * Whether `canAccess` may deny access to a caller.
   *
   * @internal
   */
  get isRestricted(): boolean {
    return this.#known.definition.canAccess !== undefined;
  }

  /**
   * The decorator of NestJS on the tool's method, which calls of this spec do not apply.
   *
   * @internal
   */
  get skippedDecorator(): SkippedDecorator | undefined {
    return this.#known.runner.skippedDecorator;
  }

  /**
   * Whether the client of a toolkit runs the tool.
   *
   * @internal
   */
  get runsOnClient(): boolean {
    return hasBrand(this.#known.runner, brands.clientExecutor);
  }

  /**
   * Renders and validates the data that a client returned for a call.
   *
   * @throws OutputValidationError if the data does not fit the output schema, or is not JSON.
   * @internal
   */
  async readOutput(data: unknown): Promise<Rendered> {
    return validateOutput(this.#plan, readReturned(this.#plan, data), false);
  }

  /**
   * The JSON Schema (2020-12) of the arguments that a model may send. It omits bound parameters, and rejects additional
   * properties unless the author allows them.
   */
  get inputSchema(): JsonSchema {
    return this.#plan.args.contract.published;
  }

  /** The JSON Schema (2020-12) of the value that the tool returns. Undefined if the tool declares none. */
  get outputSchema(): JsonSchema | undefined {
    return this.#typed.output?.published;
  }

  /** The properties of `inputSchema`. */
  get params(): Readonly<Record<string, JsonSchema | boolean>> {
    return this.inputSchema.properties ?? {};
  }

  /**
   * Binds a parameter to a state key and hides it from the model.
   *
   * @throws DefinitionError if the parameter does not exist, or the key is malformed.
   */
  bind<K extends keyof Input & string>(
    parameter: K,
    target: BindTarget<Input[K]> = {},
  ): ToolSpec<T, WithoutKeys<Input, K>, Name> {
    checkBindOptions(target, `${this.name}: bind('${parameter}')`);
    return this.#addBindings([parameter], () => createBinding(parameter, target, this.name));
  }

  /**
   * Removes the binding of a parameter, so that the model sends its value again. Has no effect on a parameter that is
   * not bound.
   *
   * @throws DefinitionError if the parameter does not exist, or has no type.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the type of what was bound is not kept.
  unbind(parameter: string): ToolSpec<T, any, Name> {
    return this.#derive({}, (typed) => {
      checkBindable(typed.input, parameter, this.name);
      const bindings = new Map(typed.bindings);
      bindings.delete(parameter);
      return { ...typed, bindings };
    });
  }

  /**
   * Sets fixed values for parameters and hides them from the model. Calls in which a model sends one of them are
   * rejected.
   *
   * @throws DefinitionError if a parameter does not exist.
   */
  preset<const Values extends Partial<Input>>(values: Values): ToolSpec<T, WithoutKeys<Input, keyof Values>, Name> {
    const fixed: Readonly<Record<string, unknown>> = { ...values };
    return this.#addBindings(Object.keys(fixed), (parameter) => createPreset(parameter, fixed[parameter]));
  }

  /**
   * Renames the tool.
   *
   * @throws DefinitionError on an invalid name.
   */
  rename<const NewName extends string>(name: NewName): ToolSpec<T, Input, NewName> {
    return this.with({ name });
  }

  /** Replaces the description of the tool. */
  describe(description: ToolDescription): ToolSpec<T, Input, Name> {
    return this.with({ description });
  }

  /** Changes parts of the tool's definition. */
  with<const NewName extends string = Name>(
    given: SpecChanges & { readonly name?: NewName | undefined },
  ): ToolSpec<T, Input, NewName> {
    checkOptionNames(given, specChangeNames, `${this.name}: with`);
    const { inputSchema, ...changes } = ownOptions(given, specChangeNames);
    const definition = createDefinition({ ...this.#known.definition, ...changes }, this.name);
    return this.#derive({ definition }, (typed) => ({
      ...typed,
      comments: typed.comments && commentsWithout(typed.comments, Object.keys(changes)),
      input: inputSchema === undefined ? typed.input : typed.input.describedBy(inputSchema, this.name),
    }));
  }

  /**
   * Renames arguments for models. The tool still receives them under the names of its definition.
   *
   * @param names - The new names by current name.
   * @throws DefinitionError on a name that is no argument, and on a new name that another argument has.
   * @internal
   */
  renameArguments(names: Readonly<Record<string, string>>): ToolSpec<T> {
    const { definition } = this.#known;
    const rename = (name: string): string => (Object.hasOwn(names, name) ? String(names[name]) : name);
    const renameInput = (example: ToolExample): ToolExample => {
      const renamed = Object.entries(example.input).map(([name, value]) => [rename(name), value]);
      return { ...example, input: Object.fromEntries(renamed) };
    };
    const examples = definition.examples?.map((one) => (typeof one === 'string' ? one : renameInput(one)));
    return this.#derive(
      { definition: createDefinition({ ...definition, examples }, this.name) },
      ({ comments, ...typed }) => ({
        ...typed,
        comments: comments && { ...comments, examples: comments.examples?.map(renameInput) },
        input: typed.input.renameArguments(names, this.name),
        bindings: new Map(
          [...typed.bindings].map(([name, one]) => [rename(name), { ...one, parameter: rename(name) }]),
        ),
      }),
    );
  }

  /**
   * Chooses how much of the description exports contain.
   *
   * @internal
   */
  publishDescription(publishedDescription: KnownParts['publishedDescription']): ToolSpec<T, Input, Name> {
    return this.#derive({ publishedDescription });
  }

  /**
   * Copies the spec with its own copy of the state. Plain objects and arrays are copied deeply; other values are
   * shared.
   */
  clone(): ToolSpec<T, Input, Name> {
    return this.#derive({ state: this.state.fork() });
  }

  /**
   * Runs the tool and returns its data.
   *
   * @param args - The arguments: an object, or its JSON text.
   * @throws ToolError on every failure.
   */
  call(...args: CallArguments<Input>): Promise<T>;
  call(args?: unknown, options: CallOptions = noOptions): Promise<T> {
    return toData(this.#createCall(args, options)) as Promise<T>;
  }

  /**
   * Runs the tool and returns its result. A failure is a result with an `error`; it rejects only with `throwOnError`.
   */
  exec(...args: CallArguments<Input>): Promise<ToolResult<T>>;
  exec(args?: unknown, options: CallOptions = noOptions): Promise<ToolResult<T>> {
    const request = { args, options, state: this.#stateFor(options), startedAt: performance.now() };
    return toToolResult(new Call(this.#plan, request)) as Promise<ToolResult<T>>;
  }

  /** Runs the tool on each subscription. The final response accumulates all chunks. Unsubscribing cancels the call. */
  stream(...args: CallArguments<Input>): Observable<ToolResponse>;
  stream(args?: unknown, options: CallOptions = noOptions): Observable<ToolResponse> {
    return toObservable((sink) => this.#createCall(args, options, sink));
  }

  /**
   * Runs the tool and iterates over its responses. The tool runs only as far as responses are pulled. The final
   * response accumulates all chunks. Breaking out of the loop cancels the call.
   */
  iterate(...args: CallArguments<Input>): AsyncIterable<ToolResponse>;
  iterate(args?: unknown, options: CallOptions = noOptions): AsyncIterable<ToolResponse> {
    return toAsyncIterable((sink) => this.#createCall(args, options, sink));
  }

  /**
   * Creates a call for a toolkit. The state of the request is a result of `layerState`.
   *
   * @internal
   */
  createCall(request: CallParts, sink?: ChunkSink): Call {
    return new Call(this.#plan, request, sink);
  }

  /**
   * Compiles the validators of the arguments and the output now instead of during the first call. They are compiled
   * once. A spec derived from this one compiles its own validators.
   *
   * @throws DefinitionError if a schema does not compile.
   */
  warmUp(): void {
    this.#plan.args.warmUp(coerces(this.#plan, {}));
    this.#plan.output?.warmUp();
  }

  /** Validates arguments without running the tool. */
  validate(args?: Input | string, options: Pick<CallOptions, 'state' | 'coerce'> = {}): Promise<Validation> {
    checkOptionNames(options, validationNames, `${this.name}: validate`);
    return this.#plan.args.validate(args, this.#stateFor(options), coerces(this.#plan, options));
  }

  /**
   * Validates arguments as a call does. The result also has the JSON that a parser has converted, if there is one.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   * @internal
   */
  accept(args: unknown, options: Pick<CallOptions, 'state' | 'coerce'>): Promise<Acceptance> {
    return this.#plan.args.accept(args, this.#stateFor(options), coerces(this.#plan, options));
  }

  /**
   * Returns validated arguments as JSON data with bigints, by the names that models see and without bound parameters.
   *
   * @throws OutputValidationError if they have no JSON form.
   * @internal
   */
  formOf(value: unknown): unknown {
    return this.#plan.args.formOf(value);
  }

  /**
   * Whether a DTO class or a Standard Schema may convert the arguments.
   *
   * @internal
   */
  get convertsArguments(): boolean {
    return this.#plan.args.contract.parse !== undefined;
  }

  /**
   * Returns the values of the bindings that validated arguments contain.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   * @internal
   */
  readParsed(state: ToolState): Acceptance['bound'] {
    return this.#plan.args.readParsed(this.#stateFor({ state }));
  }

  /**
   * Exports the tool in a format: one that the package exports, or any function of a descriptor.
   *
   * @typeParam Tool - The type of the exported tool.
   * @typeParam Options - The format's own options.
   * @example
   * ```ts
   * const tool = spec.to(toAnthropic);
   * const { title } = spec.to(({ title = spec.name }) => ({ title }));
   * ```
   * @throws DefinitionError if the format is not a function.
   */
  to<Tool, Options>(format: ToolFormat<Tool, Options, unknown>, ...options: FormatArguments<Options>): Tool;
  to<Tool>(format: ToolFormat<Tool>, options: FormatOptions = {}): Tool {
    checkFormat(format, options, { where: this.name });
    const { refs, ...formatOptions } = options;
    return format(applyRefStyle(this.#descriptor(options), refs), { ...formatOptions, state: this.#stateFor(options) });
  }

  /**
   * Exports the tool as a frozen `{ type: 'function', name, description, parameters, strict }`, with the keys of
   * `extra` added. Without `extra`, each call returns the same object, unless a function describes the tool.
   */
  toJsonSchema(extra?: Readonly<Record<string, unknown>>): FunctionJsonSchema {
    if (extra !== undefined || this.isDescribedByFunction) return this.to(toJsonSchema, { extra });
    this.#jsonSchema ??= this.to(toJsonSchema);
    return this.#jsonSchema;
  }

  /** Exports the tool for OpenAI: the Responses API by default, or Chat Completions. */
  toOpenAI(options: OpenAIOptions & ExportOptions & { readonly api: 'chat' }): OpenAIChatTool;
  toOpenAI(options?: OpenAIOptions & ExportOptions & { readonly api?: 'responses' }): OpenAIResponsesTool;
  toOpenAI(given: OpenAIOptions & ExportOptions = {}): OpenAIResponsesTool | OpenAIChatTool {
    checkOptionNames(given, openAIExportNames, `${this.name}: toOpenAI`);
    const { api, ...options } = given;
    return api === 'chat' ? this.to(toOpenAIChat, options) : this.to(toOpenAI, options);
  }

  /** Exports the tool for Anthropic's Messages API. */
  toAnthropic(options: WarningOptions & ExportOptions = {}): AnthropicTool {
    checkOptionNames(options, specExportNames, `${this.name}: toAnthropic`);
    return this.to(toAnthropic, options);
  }

  /** Exports the tool as a Gemini function declaration. */
  toGemini(options: WarningOptions & ExportOptions = {}): GeminiFunctionDeclaration {
    checkOptionNames(options, specExportNames, `${this.name}: toGemini`);
    return this.to(toGemini, options);
  }

  /** Exports the tool as the Model Context Protocol lists it. A schema that the author wrote is exported verbatim. */
  toMcp(): McpTool {
    return this.to(toMcp);
  }

  /** Exports the tool as text, for a prompt. */
  toPrompt(): string {
    return this.to(toPrompt);
  }

  /**
   * Returns the signature of the tool, such as `search({ query, limit = 10 })`. With arguments, returns the call with
   * their values.
   */
  signature(args?: Readonly<Record<string, unknown>>): string {
    return this.to((tool) => signature(tool, args));
  }

  /** The documentation of the tool, as the text of a TSDoc comment. */
  get docstring(): string {
    return this.to(docstring);
  }

  /** The declaration of the tool in TypeScript. */
  get code(): string {
    return this.to(code);
  }

  /** Converts the tool to a plain function of its arguments, for code that does not use tools. */
  toFunction(): (...args: CallArguments<Input>) => Promise<T> {
    const call = (...args: CallArguments<Input>): Promise<T> => this.call(...args);
    return Object.defineProperty(call, 'name', { value: this.name });
  }

  #createCall(args: unknown, options: CallOptions, sink?: ChunkSink): Call {
    return new Call(this.#plan, { args, state: this.#stateFor(options), options }, sink);
  }

  #stateFor({ state }: Pick<CallOptions, 'state'>): ToolState {
    return state === undefined ? this.state : this.layerState(ToolState.from(state));
  }

  /**
   * Layers a state over the tool's own state.
   *
   * @internal
   */
  layerState(nearest: ToolState): ToolState {
    if (nearest instanceof FollowedState) return nearest.over((base) => this.layerState(base));
    if (this.#layered?.nearest !== nearest) {
      this.#layered = { nearest, state: LayeredState.of(nearest, [this.state]) };
    }
    return this.#layered.state;
  }

  get #typed(): TypedParts {
    this.#typedParts ??= 'read' in this.#source ? this.#source.read() : this.#source;
    return this.#typedParts;
  }

  get #plan(): CallPlan {
    return this.#callPlan ?? this.#createPlan();
  }

  #createPlan(): CallPlan {
    this.#callPlan = createPlan(this.#known, this.#typed);
    return this.#callPlan;
  }

  #addBindings<NewInput>(
    parameters: readonly string[],
    create: (parameter: string) => Binding,
  ): ToolSpec<T, NewInput, Name> {
    return this.#derive({}, (typed) => {
      const bindings = new Map(typed.bindings);
      for (const parameter of parameters) {
        checkBindable(typed.input, parameter, this.name);
        bindings.set(parameter, create(parameter));
      }
      return { ...typed, bindings };
    });
  }

  /** @param change - Returns the changed typed parts. Called when they are first needed, and before if that is possible. */
  #derive<NewInput, NewName extends string>(
    known: Partial<KnownParts>,
    change = (typed: TypedParts): TypedParts => typed,
  ): ToolSpec<T, NewInput, NewName> {
    const parts = { ...this.#known, ...known };
    if (this.#typedParts !== undefined) return new ToolSpec(parts, change(this.#typedParts));
    const before = 'read' in this.#source ? this.#source.early : undefined;
    const early = before && change(before);
    // Reads the types now, so that a parameter without one fails here and not in the first call.
    early?.input.contract(new Set(early.bindings.keys()));
    return new ToolSpec(parts, { early, read: () => change(this.#typed) });
  }

  #descriptor(options: FormatOptions): ToolDescriptor {
    const { output } = this.#typed;
    return {
      name: this.name,
      title: this.title,
      description: this.#publishedDescription(options),
      inputSchema: this.inputSchema,
      outputSchema: output?.published,
      examples: this.examples?.map((example) => ({ ...example, input: this.#visibleInput(example.input) })),
      annotations: this.annotations,
      icons: this.icons,
      meta: this.meta,
      coerce: this.coerce,
      deferLoading: decideDeferral(this.deferLoading, options.deferLoading),
      allowedCallers: this.allowedCallers,
      providerOptions: this.providerOptions,
      authoredInputSchema: this.#plan.args.contract.authored,
      authoredOutputSchema: output?.authored,
    };
  }

  #publishedDescription(options: FormatOptions): string | undefined {
    const state = this.#stateFor(options);
    const description = resolveDescription(this.descriptionSource, { toolName: this.name, auth: options.auth, state });
    return description === undefined ? undefined : publishedPart(description, this.publishedDescription);
  }

  /** Removes the bound parameters from the input of an example. */
  #visibleInput(input: ToolExample['input']): ToolExample['input'] {
    return Object.fromEntries(Object.entries(input).filter(([name]) => !this.#typed.bindings.has(name)));
  }
}
brandClass(ToolSpec, brands.spec);

/**
 * Creates a tool with any executor. If it has settings for the interpreter, its schemas come from an untrusted source.
 *
 * @throws DefinitionError on an invalid name, schema or binding, and without an executor.
 */
export function createSpec(options: ExecutorToolOptions, interpretation: Interpretation | undefined): ToolSpec {
  const { name: where, inputSchema = { type: 'object', properties: {} } } = options;
  checkExecutor(options.executor, where);
  checkToolOptions(options, executorOptionNames, where);
  const spec = assembleSpec({
    options,
    where,
    input: ToolInput.read({ where, inputSchema, params: undefined, reflected: false, interpretation }),
    executor: options.executor,
    state: stateValuesOf(options.state),
  });
  return bindEach(spec, options.bind);
}

/** Binds arguments to state keys. */
function bindEach(spec: ToolSpec, bindings: ToolOptions['bind'] = {}): ToolSpec {
  return Object.entries(bindings).reduce(
    (bound, [name, target]) => bound.bind(name, typeof target === 'string' ? { stateKey: target } : target),
    spec,
  );
}

/** Returns the name of a function without the word that `Function.prototype.bind` adds to it. */
function ownNameOf({ name }: { readonly name: string }): string {
  return name.replace(/^(?:bound )+/, '');
}

/** The parts from which a spec is assembled. */
export interface SpecAssembly {
  readonly options: SpecDefinition & Pick<ToolOptions, 'outputSchema'> & { readonly state?: unknown };
  /** The beginning of error messages: `Class.method` or the tool's name. */
  readonly where: string;
  readonly input: ToolInput;
  /** The bindings of properties of the schema that describes all arguments. */
  readonly propertyBindings?: ToolOptions['bind'];
  readonly executor: ToolExecutor;
  readonly state: ToolState;
  /** What the spec offers. @default a tool */
  readonly offer?: Offer | undefined;
}

/** Assembles a spec, with the bindings of its input. Throws a DefinitionError on an invalid definition. */
export function assembleSpec({
  options,
  where,
  input,
  propertyBindings,
  executor,
  state,
  offer,
}: SpecAssembly): ToolSpec {
  const { outputSchema } = options;
  return new ToolSpec(createKnown({ options, where, runner: executor, state, offer }), {
    executor,
    input,
    output: outputSchema === undefined ? undefined : new OutputValidator(outputSchema, where, input.interpretation),
    bindings: bindingsOf(input, where, propertyBindings),
  });
}

function createKnown({
  options,
  where,
  runner,
  state,
  offer,
}: Pick<SpecAssembly, 'options' | 'where' | 'state' | 'offer'> & Pick<KnownParts, 'runner'>): KnownParts {
  return {
    definition: createDefinition(options, where),
    offer,
    originalName: options.name,
    publishedDescription: 'full',
    runner,
    state,
    statePaths: readStatePaths(options.state, where),
  };
}

/** Throws on an executor that the compiler would reject, because options may come from plain JavaScript. */
function checkExecutor(executor: unknown, where: string): void {
  const { kind, execute }: Partial<Record<keyof ToolExecutor, unknown>> =
    typeof executor === 'object' && executor !== null ? executor : {};
  if (typeof kind === 'string' && typeof execute === 'function') return;
  throw new DefinitionError(
    `ToolSpec.create: '${where}' has no executor, received ${previewValue(executor)}. ` +
      'Pass { executor: { kind, execute(args, ctx) } }, or use ToolSpec.fromFunction for a plain function.',
  );
}

/** Returns the state of the option `state`, which may be a list of paths instead. */
function stateValuesOf(state: ExecutorToolOptions['state']): ToolState {
  return isPathList(state) ? new ToolState() : ToolState.from(state);
}

function readStatePaths(state: unknown, where: string): KnownParts['statePaths'] {
  return isPathList(state) ? state.map((path) => parseStatePattern(path, `${where}: state`)) : noPaths;
}

function isPathList(state: unknown): state is readonly string[] {
  return Array.isArray(state);
}
