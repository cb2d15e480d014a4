import type { Observable } from 'rxjs';
import { brandClass, brands, hasBrand } from '../brand.js';
import { DefinitionError } from '../errors.js';
import type { Validation } from '../execution/argument-plan.js';
import { Call, type CallRequest } from '../execution/call.js';
import type { CallOptions } from '../execution/call-options.js';
import type { CallPlan } from '../execution/call-plan.js';
import { type ChunkSink, toAsyncIterable, toData, toObservable, toToolResult } from '../execution/consumers.js';
import { functionExecutor } from '../execution/native-executor.js';
import type { ToolExecutor } from '../execution/tool-executor.js';
import { code } from '../format/code.js';
import { docstring } from '../format/docstring.js';
import { firstSentence } from '../format/first-sentence.js';
import { signature } from '../format/signature.js';
import { type AnthropicTool, toAnthropic } from '../format/to-anthropic.js';
import { type GeminiFunctionDeclaration, toGemini } from '../format/to-gemini.js';
import { type FunctionJsonSchema, toJsonSchema } from '../format/to-json-schema.js';
import { type McpTool, toMcp } from '../format/to-mcp.js';
import {
  type OpenAIChatTool,
  type OpenAIOptions,
  type OpenAIResponsesTool,
  toOpenAI,
  toOpenAIChat,
} from '../format/to-openai.js';
import { toPrompt } from '../format/to-prompt.js';
import type { ToolDescriptor } from '../format/tool-descriptor.js';
import { checkFormat, type FormatArguments, type FormatOptions, type ToolFormat } from '../format/tool-format.js';
import type { WarningOptions } from '../format/warnings.js';
import type { JsonSchema } from '../json-schema.js';
import { checkToolOptions } from '../metadata/tool-option-names.js';
import type {
  BindTarget,
  Concurrency,
  NeedsApproval,
  ParamOptions,
  SchemaSource,
  ToolAnnotations,
  ToolExample,
  ToolIcon,
  ToolMiddleware,
  ToolOptions,
} from '../metadata/tool-options.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import { noEntries } from '../schema/input/empty.js';
import { ToolInput } from '../schema/input/tool-input.js';
import { OutputValidator } from '../schema/validation/output-validator.js';
import { type Binding, createBinding, createPreset } from '../state/binding.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import { previewValue } from '../value-preview.js';
import { decideAccess } from './access.js';
import { describeFunction } from './function-params.js';
import { createDefinition, type SpecDefinition } from './spec-definition.js';
import { createPlan, type SpecParts } from './spec-parts.js';
import type { ToolData } from './tool-data.js';

/** The options that make a tool of a function. */
export type FunctionToolOptions = Omit<ToolOptions, 'enabled' | 'params'> & {
  /**
   * Describes parameters by name; or all of them in order, by their names alone or with options. The second form names the
   * parameters of a bound or native function, whose source text does not contain them.
   */
  readonly params?:
    | ToolOptions['params']
    | readonly (string | (ParamOptions & { readonly name: string }))[]
    | undefined;
  /** The values that bindings read. @default an empty state */
  readonly state?: ToolState | Readonly<Record<string, unknown>>;
};

/** A tool with an executor of its own. */
export interface ExecutorToolOptions extends Omit<SpecDefinition, 'group'> {
  readonly executor: ToolExecutor;
  readonly group?: string | undefined;
  /** @default a tool without arguments */
  readonly inputSchema?: SchemaSource | undefined;
  readonly outputSchema?: SchemaSource | undefined;
  readonly bind?: ToolOptions['bind'] | undefined;
  /** The values that bindings read. @default an empty state */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
}

/** The parts of a spec that `with()` can change. */
export type SpecChanges = Partial<SpecDefinition> & {
  /** Another schema for the tool's arguments, with other descriptions or narrower values. */
  readonly inputSchema?: SchemaSource | undefined;
};

const noOptions: CallOptions = Object.freeze({});
const noMiddleware: readonly ToolMiddleware[] = Object.freeze([]);
const noBindings: ToolSpec['bindings'] = Object.freeze({});

/**
 * One callable tool: a definition, an executor, bindings and the state that they read. Frozen: every change returns a
 * new spec, as `Function.prototype.bind` does.
 *
 * @example
 * ```ts
 * const search = kb.toolSpec('search').bind('userId', { stateKey: 'session.user.id' });
 * const hits = await search.call({ query: 'streams' });
 * ```
 */
export class ToolSpec<T = unknown> {
  readonly name: string;
  /** The name that the tool was defined with, before `rename()`, `with({ name })`, a prefix or an override. */
  readonly originalName: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The toolkit group that the tool asks to be registered into. */
  readonly group: string | undefined;
  readonly tags: readonly string[];
  readonly examples: readonly ToolExample[] | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly icons: readonly ToolIcon[] | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The kind of its executor: 'native', 'builtin', 'rest', 'mcp', … */
  readonly kind: string;
  /** Hidden parameters, by name. */
  readonly bindings: Readonly<Record<string, Binding>>;
  /** The values that bindings read. */
  readonly state: ToolState;
  readonly #parts: SpecParts;
  readonly #plan: CallPlan;
  /** This spec's state under another one: calls through one toolkit see the same each time. */
  #layered: { readonly nearest: ToolState; readonly state: ToolState } | undefined;

  /** The result of `toJsonSchema()`, which stays the same because a spec never changes. */
  #jsonSchema: FunctionJsonSchema | undefined;

  /** @internal Use `ToolRegistry`, `toolSpecsOf`, `ToolSpec.fromFunction` or `ToolSpec.create`. */
  constructor(parts: SpecParts) {
    const { definition } = parts;
    this.name = definition.name;
    this.originalName = parts.originalName;
    this.title = definition.title;
    this.description = definition.description;
    this.group = definition.group;
    this.tags = definition.tags ?? [];
    this.examples = definition.examples;
    this.annotations = definition.annotations;
    this.icons = definition.icons;
    this.meta = definition.meta;
    this.kind = parts.executor.kind;
    this.bindings = parts.bindings.size === 0 ? noBindings : Object.freeze(Object.fromEntries(parts.bindings));
    this.state = parts.state;
    this.#parts = parts;
    this.#plan = createPlan(parts);
    Object.freeze(this);
  }

  /** Whether `value` is a ToolSpec, also of another copy of this package. */
  static is(value: unknown): value is ToolSpec {
    return hasBrand(value, brands.spec);
  }

  /**
   * Makes a tool of a plain function. Its parameters are described by `params` or an `inputSchema`.
   *
   * @typeParam F - The function's own type: what a call gives follows from it.
   * @throws DefinitionError on an anonymous function without a `name`, and on a parameter that nothing types.
   */
  static fromFunction<F extends (...args: never[]) => unknown>(
    implementation: F,
    options: FunctionToolOptions = {},
  ): ToolSpec<ToolData<F>> {
    const name = options.name ?? implementation.name;
    checkToolOptions({ ...options, params: undefined }, name, { state: true });
    if (name === '') throw new DefinitionError('ToolSpec.fromFunction: the function has no name. Say it: { name }.');
    const { params: described, ...others } = options;
    const params = describeFunction({ name, implementation, described, options: others });
    const input = ToolInput.read({ where: name, inputSchema: options.inputSchema, params, reflected: false });
    return assembleSpec({
      options: { ...others, name },
      where: name,
      input,
      executor: functionExecutor(implementation, input.slots ?? []),
      state: ToolState.from(options.state),
    }) as ToolSpec<ToolData<F>>;
  }

  /**
   * Makes a tool with any executor.
   *
   * @throws DefinitionError on a bad name, schema or binding, and without an executor.
   */
  static create(options: ExecutorToolOptions): ToolSpec {
    const { name: where, inputSchema = { type: 'object', properties: {} } } = options;
    checkExecutor(options.executor, where);
    checkToolOptions(options, where, { state: true, executor: true });
    const input = ToolInput.read({ where, inputSchema, params: undefined, reflected: false });
    const spec = assembleSpec({
      options,
      where,
      input,
      executor: options.executor,
      state: ToolState.from(options.state),
    });
    return Object.entries(options.bind ?? {}).reduce(
      (bound, [parameter, target]) => bound.bind(parameter, typeof target === 'string' ? { stateKey: target } : target),
      spec,
    );
  }

  /** The number of calls that a toolkit runs at once. */
  get concurrency(): Concurrency | undefined {
    return this.#parts.definition.concurrency;
  }

  /** Whether a toolkit asks before it runs a call. */
  get needsApproval(): NeedsApproval | undefined {
    return this.#parts.definition.needsApproval;
  }

  /**
   * How much of the description exports contain.
   *
   * @internal
   */
  get publishedDescription(): SpecParts['publishedDescription'] {
    return this.#parts.publishedDescription;
  }

  /** The middleware that a toolkit puts around the tool's calls, inside of all other middleware. */
  get use(): readonly ToolMiddleware[] {
    return this.#parts.definition.use ?? noMiddleware;
  }

  /**
   * Whether a caller may see and call the tool in a toolkit.
   *
   * @throws PermissionError if the tool's own `canAccess` fails, or answers with a promise.
   */
  canAccess(auth: unknown): boolean {
    const { canAccess } = this.#parts.definition;
    return canAccess === undefined || decideAccess(this, canAccess, auth);
  }

  /**
   * Whether `canAccess` may refuse a caller.
   *
   * @internal
   */
  get isRestricted(): boolean {
    return this.#parts.definition.canAccess !== undefined;
  }

  /**
   * The schema of what the model may send, in 2020-12: without bound parameters, closed unless the author opened it.
   */
  get inputSchema(): JsonSchema {
    return this.#plan.args.contract.published;
  }

  /** The schema of what the tool returns, in 2020-12. Undefined where none is known. */
  get outputSchema(): JsonSchema | undefined {
    return this.#parts.output?.published;
  }

  /** The properties of `inputSchema`. */
  get params(): Readonly<Record<string, JsonSchema | boolean>> {
    return this.inputSchema.properties ?? {};
  }

  /**
   * Binds a parameter to a state key and hides it from the model.
   *
   * @throws DefinitionError if there is no such parameter, or the key is malformed.
   */
  bind(parameter: string, target: BindTarget = {}): ToolSpec<T> {
    this.#checkBindable(parameter);
    const bindings = new Map(this.#parts.bindings).set(parameter, createBinding(parameter, target, this.name));
    return this.#derive({ bindings });
  }

  /**
   * Gives a bound parameter back to the model. One that is not bound stays as it is.
   *
   * @throws DefinitionError if there is no such parameter, or nothing types it.
   */
  unbind(parameter: string): ToolSpec<T> {
    this.#checkBindable(parameter);
    const bindings = new Map(this.#parts.bindings);
    bindings.delete(parameter);
    return this.#derive({ bindings });
  }

  /**
   * Fixes the values of parameters and hides them from the model, as `bind` does with a state key. A model that sends one
   * is refused.
   *
   * @throws DefinitionError if there is no such parameter.
   */
  preset(values: Readonly<Record<string, unknown>>): ToolSpec<T> {
    const bindings = new Map(this.#parts.bindings);
    for (const [parameter, value] of Object.entries(values)) {
      this.#checkBindable(parameter);
      bindings.set(parameter, createPreset(parameter, value));
    }
    return this.#derive({ bindings });
  }

  /**
   * Gives the tool another name.
   *
   * @throws DefinitionError on an illegal name.
   */
  rename(name: string): ToolSpec<T> {
    return this.with({ name });
  }

  /** Gives the tool another description. */
  describe(description: string): ToolSpec<T> {
    return this.with({ description });
  }

  /** Changes parts of the tool's definition. */
  with({ inputSchema, ...changes }: SpecChanges): ToolSpec<T> {
    const definition = createDefinition({ ...this.#parts.definition, ...changes }, this.name);
    const { input } = this.#parts;
    return this.#derive({
      definition,
      input: inputSchema === undefined ? input : input.describedBy(inputSchema, this.name),
    });
  }

  /**
   * Chooses how much of the description exports contain.
   *
   * @internal
   */
  publishDescription(publishedDescription: SpecParts['publishedDescription']): ToolSpec<T> {
    return this.#derive({ publishedDescription });
  }

  /** Gives the tool a copy of its state. Plain objects and arrays are copied deep, all other values are shared. */
  clone(): ToolSpec<T> {
    return this.#derive({ state: this.state.fork() });
  }

  /**
   * Runs the tool and gives its data.
   *
   * @param args - An object, or its JSON text.
   * @throws ToolError, whatever went wrong.
   */
  call(args?: unknown, options: CallOptions = noOptions): Promise<T> {
    return toData(this.#createCall(args, options)) as Promise<T>;
  }

  /**
   * Runs the tool and gives the whole outcome. A failing tool gives a result too; only `throwOnError` makes it throw.
   */
  exec(args?: unknown, options: CallOptions = noOptions): Promise<ToolResult<T>> {
    const request = { args, options, state: this.#stateFor(options), startedAt: performance.now() };
    return toToolResult(new Call(this.#plan, request)) as Promise<ToolResult<T>>;
  }

  /** Runs the tool when subscribed to. The last response is the whole; unsubscribing cancels. */
  stream(args?: unknown, options: CallOptions = noOptions): Observable<ToolResponse> {
    return toObservable((sink) => this.#createCall(args, options, sink));
  }

  /** Runs the tool as far as it is pulled. The last response is the whole; breaking out cancels. */
  iterate(args?: unknown, options: CallOptions = noOptions): AsyncIterable<ToolResponse> {
    return toAsyncIterable((sink) => this.#createCall(args, options, sink));
  }

  /**
   * Creates a call for a toolkit. The request's state is one that `layerState` gave.
   *
   * @internal
   */
  createCall(request: CallRequest, sink?: ChunkSink): Call {
    return new Call(this.#plan, request, sink);
  }

  /**
   * Compiles the validators of the arguments and of the output now, and not with the first call. They are compiled once. A
   * spec made from this one compiles its own.
   *
   * @throws DefinitionError if a schema does not compile.
   */
  warmUp(): void {
    this.#plan.args.warmUp();
    this.#plan.output?.warmUp();
  }

  /** Validates arguments without running the tool. */
  validate(args?: unknown, options: Pick<CallOptions, 'state'> = {}): Promise<Validation> {
    return this.#plan.args.validate(args, this.#stateFor(options));
  }

  /**
   * Throws an UnboundStateError if a bound parameter has no value in the state.
   *
   * @internal
   */
  checkBindings(state: ToolState): void {
    this.#plan.args.checkBindings(this.#stateFor({ state }));
  }

  /**
   * Exports the tool in a format: one that the package exports, or any function of a descriptor.
   *
   * @typeParam Tool - The exported tool.
   * @typeParam Options - The format's own options.
   * @example
   * ```ts
   * const tool = spec.to(toAnthropic);
   * const { title } = spec.to(({ title = spec.name }) => ({ title }));
   * ```
   * @throws DefinitionError if the format is no function.
   */
  to<Tool, Options>(format: ToolFormat<Tool, Options, unknown>, ...options: FormatArguments<Options>): Tool;
  to<Tool>(format: ToolFormat<Tool>, options: FormatOptions = {}): Tool {
    checkFormat(format, options, this.name);
    return format(this.#descriptor(), { ...options, state: this.#stateFor(options) });
  }

  /**
   * Exports the tool as `{ type: 'function', name, description, parameters, strict }`, with `extra` beside. Frozen; without
   * `extra` each call gives the same object.
   */
  toJsonSchema(extra?: Readonly<Record<string, unknown>>): FunctionJsonSchema {
    if (extra !== undefined) return this.to(toJsonSchema, { extra });
    this.#jsonSchema ??= this.to(toJsonSchema);
    return this.#jsonSchema;
  }

  /** Exports the tool for OpenAI: the Responses API by default, or Chat Completions. */
  toOpenAI(options: OpenAIOptions & { readonly api: 'chat' }): OpenAIChatTool;
  toOpenAI(options?: OpenAIOptions & { readonly api?: 'responses' }): OpenAIResponsesTool;
  toOpenAI({ api, ...options }: OpenAIOptions = {}): OpenAIResponsesTool | OpenAIChatTool {
    return api === 'chat' ? this.to(toOpenAIChat, options) : this.to(toOpenAI, options);
  }

  /** Exports the tool for Anthropic's Messages API. */
  toAnthropic(options: WarningOptions = {}): AnthropicTool {
    return this.to(toAnthropic, options);
  }

  /** Exports the tool as a Gemini function declaration. */
  toGemini(options: WarningOptions = {}): GeminiFunctionDeclaration {
    return this.to(toGemini, options);
  }

  /** Exports the tool as the Model Context Protocol lists it. The author's own schema comes back verbatim. */
  toMcp(): McpTool {
    return this.to(toMcp);
  }

  /** Exports the tool as text, for a prompt. */
  toPrompt(): string {
    return this.to(toPrompt);
  }

  /**
   * Writes how the tool is called: `search({ query, limit = 10 })`. With arguments, it writes the call with their
   * values.
   */
  signature(args?: Readonly<Record<string, unknown>>): string {
    return this.to((tool) => signature(tool, args));
  }

  /** The tool's documentation, as the text of a TSDoc comment. */
  get docstring(): string {
    return this.to(docstring);
  }

  /** The tool's declaration in TypeScript. */
  get code(): string {
    return this.to(code);
  }

  /** The tool as a function of its arguments, for code that knows nothing of tools. */
  toFunction(): (args?: unknown, options?: CallOptions) => Promise<T> {
    const call = (args?: unknown, options?: CallOptions): Promise<T> => this.call(args, options);
    return Object.defineProperty(call, 'name', { value: this.name });
  }

  #createCall(args: unknown, options: CallOptions, sink?: ChunkSink): Call {
    return new Call(this.#plan, { args, state: this.#stateFor(options), options }, sink);
  }

  #stateFor({ state }: Pick<CallOptions, 'state'>): ToolState {
    return state === undefined ? this.state : this.layerState(ToolState.from(state));
  }

  /**
   * Layers a state over the tool's own.
   *
   * @internal
   */
  layerState(nearest: ToolState): ToolState {
    if (this.#layered?.nearest !== nearest) {
      this.#layered = { nearest, state: LayeredState.of(nearest, [this.state]) };
    }
    return this.#layered.state;
  }

  #derive(changed: Partial<SpecParts>): ToolSpec<T> {
    return new ToolSpec<T>({ ...this.#parts, ...changed });
  }

  #checkBindable(parameter: string): void {
    const { input } = this.#parts;
    if (input.has(parameter)) return;
    throw new DefinitionError(
      `${this.name}: there is no parameter '${parameter}' to bind. It has ${input.names().join(', ') || 'none'}.`,
    );
  }

  #descriptor(): ToolDescriptor {
    const { output } = this.#parts;
    return {
      name: this.name,
      title: this.title,
      description: this.#publishedDescription(),
      inputSchema: this.inputSchema,
      outputSchema: output?.published,
      examples: this.examples?.map((example) => ({ ...example, input: this.#visibleInput(example.input) })),
      annotations: this.annotations,
      icons: this.icons,
      meta: this.meta,
      authoredInputSchema: this.#plan.args.contract.authored,
      authoredOutputSchema: output?.authored,
    };
  }

  #publishedDescription(): string | undefined {
    const { description } = this;
    const isShortened = this.#parts.publishedDescription === 'first-sentence';
    return isShortened && description !== undefined ? firstSentence(description) : description;
  }

  /** Leaves the bound parameters out of an example's input. */
  #visibleInput(input: ToolExample['input']): ToolExample['input'] {
    return Object.fromEntries(Object.entries(input).filter(([name]) => !this.#parts.bindings.has(name)));
  }
}
brandClass(ToolSpec, brands.spec);

/** The parts that a spec is first made from. */
export interface SpecAssembly {
  readonly options: SpecDefinition & Pick<ToolOptions, 'outputSchema'>;
  /** `Class.method` or the tool's name, for errors. */
  readonly where: string;
  readonly input: ToolInput;
  readonly executor: ToolExecutor;
  readonly state: ToolState;
}

/** Puts a spec together, with the bindings that its definition makes. Throws a DefinitionError on a bad definition. */
export function assembleSpec({ options, where, input, executor, state }: SpecAssembly): ToolSpec {
  const { outputSchema } = options;
  return new ToolSpec({
    definition: createDefinition(options, where),
    originalName: options.name,
    publishedDescription: 'full',
    executor,
    input,
    output: outputSchema === undefined ? undefined : new OutputValidator(outputSchema, where),
    bindings: bindingsOf(input, where),
    state,
  });
}

/** Refuses what the compiler would refuse: options may come from plain JavaScript. */
function checkExecutor(executor: unknown, where: string): void {
  const { kind, execute }: Partial<Record<keyof ToolExecutor, unknown>> =
    typeof executor === 'object' && executor !== null ? executor : {};
  if (typeof kind === 'string' && typeof execute === 'function') return;
  throw new DefinitionError(
    `ToolSpec.create: '${where}' has no executor, got ${previewValue(executor)}. ` +
      'Pass { executor: { kind, execute(args, ctx) } }, or use ToolSpec.fromFunction for a plain function.',
  );
}

function bindingsOf({ bindings }: ToolInput, where: string): SpecParts['bindings'] {
  if (bindings.size === 0) return noEntries;
  return new Map([...bindings].map(([name, target]) => [name, createBinding(name, target, where)]));
}
