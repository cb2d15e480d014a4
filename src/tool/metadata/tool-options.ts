import type { JsonSchema, JsonSchemaType } from '../../base/json/json-schema.js';
import type { StandardSchema } from '../../base/json/standard-schema.js';
import type { AwaitableResponses, MiddlewareAnswer } from '../../call/response/awaitable-responses.js';
import type { Accumulate } from '../../call/response/chunk-accumulator.js';
import type { AppAuth } from './app-types.js';
import type { FieldFlow, ParamFlow, ToolFlow } from './flow-options.js';
import type { ProviderOptions, ToolCaller } from './provider-options.js';
import type { KnownPath, StateKey, StateValue } from './state-types.js';
import type { ToolUi } from './tool-ui.js';

/** A class, such as a DTO class. */
export type Class = abstract new (...args: never[]) => object;

/** The source of a schema: a JSON Schema, a class-validator DTO class, or a Standard Schema. */
export type SchemaSource = JsonSchema | StandardSchema | Class;

/**
 * A runtime type: `String`, `Number`, `Boolean`, `Date`, a DTO class, the name of a JSON Schema type such as `'integer'`,
 * or an array that contains one of them.
 */
export type ParamType =
  | Class
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | JsonSchemaType
  | readonly [ParamType];

/** Hints about the behavior of a tool, as defined by the Model Context Protocol. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  /** Whether the tool does not modify anything. @default false */
  readonly readOnlyHint?: boolean | undefined;
  /** Whether the tool may make destructive changes. Ignored for a read-only tool. @default true */
  readonly destructiveHint?: boolean | undefined;
  /** Whether repeated calls with the same arguments have no additional effect. @default false */
  readonly idempotentHint?: boolean | undefined;
  /** Whether the tool interacts with external systems, such as the web. @default true */
  readonly openWorldHint?: boolean | undefined;
}

/** An icon of a tool for user interfaces. */
export interface ToolIcon {
  /** The location of the icon: an https or a data URI. */
  readonly src: string;
  /** The media type. @default the media type that `src` indicates */
  readonly mimeType?: string | undefined;
  /** The sizes, such as `48x48`, or `any` for a scalable icon. */
  readonly sizes?: readonly string[] | undefined;
  /** The background that the icon is designed for. */
  readonly theme?: 'light' | 'dark' | undefined;
}

/** An example of a call. */
export interface ToolExample {
  readonly description?: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

/**
 * The retry policy for failed calls. A call is retried only after an error with `retryable: true` and before any chunk.
 */
export interface RetryOptions {
  /** The maximum number of retries. */
  readonly maxRetries: number;
  /** The delay before the first retry, in milliseconds. @default 200 */
  readonly delayMs?: number | undefined;
  /** Whether the delay is constant or doubles with each retry. @default 'exponential' */
  readonly backoff?: 'fixed' | 'exponential' | undefined;
  /** The maximum delay, in milliseconds. @default 30000 */
  readonly maxDelayMs?: number | undefined;
  /**
   * Whether each delay is reduced randomly, so that callers do not retry at once: `true` reduces it by up to half,
   * `'full'` draws it between 0 and the delay. @default false
   */
  readonly jitter?: boolean | 'full' | undefined;
}

/** The options of `@Field()`, which are added to the schema of a DTO property. */
export interface FieldOptions extends FieldFlow, Pick<ParamFlow, 'decides'> {
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  /** The default value, which an omitted property receives. Not needed if the property has an initializer. */
  readonly default?: unknown;
  /** The schema to publish instead of the one derived from the property's rules. class-validator still validates. */
  readonly schema?: JsonSchema | undefined;
}

/** JSON Schema keywords that refine a parameter, regardless of the source of its type. */
export interface ParamKeywords
  extends Pick<
    JsonSchema,
    | 'description'
    | 'examples'
    | 'default'
    | 'enum'
    | 'const'
    | 'format'
    | 'pattern'
    | 'minLength'
    | 'maxLength'
    | 'minimum'
    | 'maximum'
    | 'exclusiveMinimum'
    | 'exclusiveMaximum'
    | 'multipleOf'
    | 'minItems'
    | 'maxItems'
    | 'uniqueItems'
  > {
  readonly deprecated?: boolean | undefined;
}

/** The options of one model-facing parameter in `@Param()` or in an entry of `params`. */
export interface ParamOptions extends ParamKeywords, ParamFlow {
  /** The name of the argument. Required if the source text has no usable name: in minified code, or for `{ a, b }`. */
  readonly name?: string | undefined;
  /** The runtime type, if the compiler does not emit it. */
  readonly type?: ParamType | undefined;
  /** The complete schema of the argument. Takes precedence over `type`. */
  readonly schema?: SchemaSource | undefined;
  /** Whether the model may omit the argument. A parameter with a default value is always optional. @default false */
  readonly optional?: boolean | undefined;
}

/** The behavior of a bound parameter whose state key is missing. */
export interface BindOptions<Value = unknown> {
  /** The value used if the key is missing. An explicit `undefined` counts as a default. Never written to the state. */
  readonly default?: Value | undefined;
  /** Whether to pass `undefined` instead of failing if there is neither a value nor a default. @default false */
  readonly optional?: boolean | undefined;
}

/** The binding of a parameter: the state key that provides the value, which is hidden from the model. */
export interface BindTarget<Value = unknown> extends BindOptions<Value> {
  /** A dotted path into the state. @default the parameter's name */
  readonly stateKey?: StateKey | undefined;
}

/** The facts about a tool that an access rule such as `canAccess` receives. */
export interface ToolInfo {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly annotations?: ToolAnnotations | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly kind: string;
}

/** The context of a call that an approval rule receives along with the arguments. A ToolContext is assignable to it. */
export interface ApprovalContext {
  readonly call: { readonly id: string; readonly name: string; readonly input: unknown };
  /** The caller's identity from the `auth` option of the call. */
  readonly auth: AppAuth;
  readonly state: {
    /** Returns the value at a dotted path, such as `session.user.id`. */
    get<const Path extends string>(path: Path & KnownPath<Path>): StateValue<Path>;
  };
  readonly signal: AbortSignal;
}

/**
 * Whether a call requires approval before it runs: a boolean for all calls, or a predicate that receives the validated
 * arguments. Any result of the predicate other than `false` requires approval. (Declared as a method, so that a
 * predicate may declare the specific type of the arguments and a ToolContext.)
 */
// biome-ignore lint/suspicious/noExplicitAny: only the author can declare the type of the arguments.
export type NeedsApproval = boolean | ApprovalRule<any>;

/** A predicate that decides whether a call requires approval, by its validated arguments. */
export type ApprovalRule<Args> = {
  /** Decides whether a call requires approval. */
  decide(args: Args, context: ApprovalContext): boolean | Promise<boolean>;
}['decide'];

/** A call that passes through the middleware of a tool. A MiddlewareCall is assignable to it. */
export interface ToolMiddlewareCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly context: ApprovalContext;
  /** Whether `next` makes the call, or returns the result that the client has supplied for it. */
  readonly stage: 'call' | 'result';
}

/**
 * What is known about an effect: that it has not happened, that it has happened with a result, or nothing. A call whose
 * effect has not happened runs again.
 */
export type EffectVerdict =
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'done'; readonly result: unknown }
  | { readonly outcome: 'unknown' };

/** The context of a call whose effect is verified. */
export interface EffectContext extends ApprovalContext {
  /** The key of the effect, which `ctx.effectKey` returned to the tool. */
  readonly effectKey: string;
}

/**
 * A function that determines whether a call has had its effect. It receives the arguments of the call. (Declared as a
 * method, so that it may declare the specific type of the arguments.)
 */
export type VerifyEffect = {
  /** Determines whether the call has had its effect. */
  // biome-ignore lint/suspicious/noExplicitAny: only the author can declare the type of the arguments.
  verify(args: any, context: EffectContext): EffectVerdict | Promise<EffectVerdict>;
}['verify'];

/**
 * Middleware that wraps the calls of one tool. A Middleware is assignable to it. (Declared as a method, so that a
 * middleware may declare a MiddlewareCall.)
 */
export type ToolMiddleware = {
  /** Wraps one call; `next` runs the rest of the pipeline. */
  // biome-ignore lint/suspicious/noExplicitAny: a changed call is the call of the toolkit with other fields.
  handle(call: ToolMiddlewareCall, next: (call?: any) => AwaitableResponses): MiddlewareAnswer;
}['handle'];

/**
 * The concurrency limit of a tool: a number of calls, or `'exclusive'` to run while no other call of the toolkit runs.
 */
export type Concurrency = number | 'exclusive';

/**
 * The description of a tool for models: a text, or a function that returns the text for a caller whenever tools are
 * listed. The function receives the `auth` and the state of the listing, and must not return a promise. (Declared as a
 * method, so that it may declare the specific type of `auth`.)
 */
export type ToolDescription =
  | string
  | {
      /** Returns the description for a caller. */
      // biome-ignore lint/suspicious/noExplicitAny: only the author can declare the type of the identity.
      describe(auth: any, state: ApprovalContext['state']): string;
    }['describe'];

/** What permission rules see instead of a path argument, such as where its links lead. */
export interface PathReading {
  /**
   * Returns where a path leads. If it returns several paths, such as the path as it was written and its real path, a call is
   * allowed only if all are allowed, and denied if any is denied. If it throws, the call fails with that error.
   */
  resolve(path: string, context: ApprovalContext): string | readonly string[] | Promise<string | readonly string[]>;
  /** Completes the pattern of a rule, such as one that is relative to a folder. @default the pattern is not changed */
  completePattern?(pattern: string): string;
}

/** The part of the state that a running tool sees: the bound and named keys only, or everything. */
export type StateVisibility = 'bound' | 'all';

/** The options of a tool. */
export interface ToolOptions extends ToolFlow {
  /** The name of the tool: 1 to 64 letters, digits, `_` or `-`. @default the method's name */
  readonly name?: string | undefined;
  /** The display name for user interfaces. */
  readonly title?: string | undefined;
  /** The description for the model: a text, or a function that returns it for a caller at each listing. */
  readonly description?: ToolDescription | undefined;
  /**
   * The version of the tool's behaviour. A deferred call cannot be approved for another version: change it with the
   * code, if calls that wait for approval must not run with the new code.
   *
   * @default no version
   */
  readonly version?: string | undefined;
  /** The toolkit group in which the tool is registered. The group must exist at that time. @default 'basic' */
  readonly group?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Further words under which a search finds the tool. They are not sent to models. */
  readonly keywords?: readonly string[] | undefined;
  /** The schema of the object that contains all arguments. */
  readonly inputSchema?: SchemaSource | undefined;
  /** The schema of the tool's data. A call whose data does not match it fails with an OutputValidationError. */
  readonly outputSchema?: SchemaSource | undefined;
  /** The options of parameters, by parameter name. Equivalent to `@Param()`. */
  readonly params?: Readonly<Record<string, ParamOptions>> | undefined;
  /** The bindings of parameters, by parameter name: a state key, or a key with options. Equivalent to `@Bind()`. */
  readonly bind?: Readonly<Record<string, StateKey | BindTarget>> | undefined;
  /**
   * The confirmation that the names of the parameters in the source text are your own. Parameters of one or two letters
   * in a class without longer names are a DefinitionError, because a minifier may have renamed them.
   *
   * @default parameter names that look like those of a minifier are refused
   */
  readonly names?: 'source' | undefined;
  /** The name of the parameter that receives the ToolContext. */
  readonly ctx?: string | undefined;
  /**
   * Examples of calls, and requests in the words of a user, such as `'Where is my parcel?'`, for which a search finds the
   * tool. Requests are not sent to models.
   */
  readonly examples?: readonly (ToolExample | string)[] | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** The icons of the tool for user interfaces. Sent over the Model Context Protocol. */
  readonly icons?: readonly ToolIcon[] | undefined;
  /** Whether the method is a tool. On an override, `false` also removes the inherited tool. @default true */
  readonly enabled?: boolean | undefined;
  /**
   * Whether the input that `toolwright generate` or the build plugin reads from TypeScript types rejects properties that
   * the types do not declare, at every level. They read the value from the source text.
   *
   * @default the option of generate or of the plugin, or else true
   */
  readonly closed?: boolean | undefined;
  /**
   * Whether common mistakes of models are coerced before arguments are rejected, such as `"5"` for a number. With
   * `false`, every argument of a wrong type is rejected, also `null` for an optional property.
   *
   * @default the toolkit's, or else true
   */
  readonly coerce?: boolean | undefined;
  /** The time limit of one attempt, in milliseconds. @default no limit */
  readonly timeoutMs?: number | undefined;
  /**
   * The time limit of the entire call, in milliseconds: all attempts, the delays between them, and the wait for a
   * concurrency slot. The time in which an approver decides or a user answers does not count. @default no limit
   */
  readonly deadlineMs?: number | undefined;
  /** The maximum time that a stream may take to produce its next chunk, in milliseconds. @default no limit */
  readonly chunkTimeoutMs?: number | undefined;
  /** The retry policy. @default no retries */
  readonly retry?: RetryOptions | undefined;
  /** The maximum number of calls that run concurrently in a toolkit. Further calls wait. @default no limit */
  readonly concurrency?: Concurrency | undefined;
  /**
   * Whether a call may run again if it is not known how its first run ended. Tools on other machines are run again then.
   *
   * @default true if the annotations have `readOnlyHint: true` or `idempotentHint: true`
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Whether a call changes something outside of the process, such as a payment. A worker with an effect log runs such a
   * call at most once, even if it is delivered twice.
   *
   * @default no effect that must not happen twice
   */
  readonly effect?: 'write' | undefined;
  /**
   * Determines whether a call with `effect: 'write'` has had its effect, after the process that ran it has died. Without
   * it, such a call ends as interrupted.
   */
  readonly verify?: VerifyEffect | undefined;
  /**
   * Checks whether a caller may list and call the tool in a toolkit. Receives `auth` and `hostRequest` of the listing or the
   * call. @default always true
   */
  readonly canAccess?: ((auth: AppAuth, tool: ToolInfo, hostRequest: unknown) => boolean) | undefined;
  /** Whether a toolkit asks its approver before it runs a call. `spec.call` never requires approval. @default false */
  readonly needsApproval?: NeedsApproval | undefined;
  /** The arguments that are paths, by name, and what permission rules see instead of them. @default no argument is a path */
  readonly paths?: Readonly<Record<string, PathReading>> | undefined;
  /**
   * The middleware that wraps the tool's calls in a toolkit, inside all other middleware. The first one is the
   * outermost. `spec.call` runs no middleware. @default none
   */
  readonly use?: readonly ToolMiddleware[] | undefined;
  /** The mode in which the chunks of a stream are combined into the final response. @default 'concat' */
  readonly accumulate?: Accumulate | undefined;
  /** Whether the tool must return a ToolResult or a response; other values are an error. @default false */
  readonly strictReturn?: boolean | undefined;
  /** The maximum number of characters of text in the final response. Truncated text is marked. @default no limit */
  readonly maxOutputChars?: number | undefined;
  /**
   * The engine for the patterns of the tool's JSON Schemas. `'linear'` matches in linear time, without lookarounds and
   * backreferences. DTO classes and Standard Schemas match their patterns
   * themselves.
   *
   * @default 'native'
   */
  readonly patterns?: 'native' | 'linear' | undefined;
  /**
   * Whether `ctx.state` shows the entire state of the call, or only the keys that the tool binds or names in `state`.
   *
   * @default the toolkit's, else 'all'
   */
  readonly stateScope?: StateVisibility | undefined;
  /**
   * The paths that `ctx.state` shows in addition to the bound ones with `stateScope: 'bound'`, each with everything below.
   * The step `*` is any key.
   *
   * @default none
   */
  readonly state?: readonly string[] | undefined;
  /** Custom data for programs. Sent as `_meta` over the Model Context Protocol. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The view that hosts of MCP Apps show for a call: `view()` of `toolwright/mcp`, or the `ui://` URI of a resource that is
   * registered before, or in the same class. `{ visibility: ['app'] }` makes a tool that only views call.
   *
   * @default no view, and models may call the tool
   */
  readonly ui?: ToolUi | undefined;
  /**
   * Whether workers of the toolkit's task store run the calls of the tool, so that they survive a restart. Such a toolkit
   * requires the option `taskStore`.
   *
   * @default false
   */
  readonly durable?: boolean | undefined;
  /**
   * Whether a call over the Model Context Protocol becomes a task, whose status and result the client fetches later (the
   * tasks extension, SEP-2663). `'allowed'`: for a client that supports tasks; for any other, the call runs at once.
   * `'required'`: a client that does not support tasks is refused.
   *
   * @default 'never'
   */
  readonly task?: 'never' | 'allowed' | 'required' | undefined;
  /**
   * Whether exports of a toolkit defer the tool: a model finds it by a search, and receives its definition only then.
   *
   * @default the group's, or else false
   */
  readonly deferLoading?: boolean | undefined;
  /**
   * Who may call the tool: the model itself, code that the model writes, or both.
   *
   * @default the provider's: the model itself
   */
  readonly allowedCallers?: readonly ToolCaller[] | undefined;
  /** Fields of the exported tool by model provider, as the provider spells them. */
  readonly providerOptions?: ProviderOptions | undefined;
}
