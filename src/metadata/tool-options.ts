import type { JsonSchema } from '../json-schema.js';
import type { AwaitableResponses, MiddlewareAnswer } from '../response/awaitable-responses.js';
import type { Accumulate } from '../response/chunk-accumulator.js';
import type { StandardSchema } from '../standard-schema.js';

/** Any class. What a DTO is named by. */
export type Class = abstract new (...args: never[]) => object;

/** Something that describes a value: a JSON Schema, a class-validator DTO class, or a Standard Schema. */
export type SchemaSource = JsonSchema | StandardSchema | Class;

/** A run-time type: `String`, `Number`, `Boolean`, `Date`, a DTO class, or an array that holds one of them. */
export type ParamType = Class | StringConstructor | NumberConstructor | BooleanConstructor | readonly [ParamType];

/** Hints on what a tool does, as the Model Context Protocol defines them. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  /** The tool changes nothing. @default false */
  readonly readOnlyHint?: boolean | undefined;
  /** The tool may destroy something; means nothing for a read-only tool. @default true */
  readonly destructiveHint?: boolean | undefined;
  /** A second call with the same arguments changes nothing more. @default false */
  readonly idempotentHint?: boolean | undefined;
  /** The tool reaches out to a world that others change too. @default true */
  readonly openWorldHint?: boolean | undefined;
}

/** A picture of a tool, for people who choose among tools. */
export interface ToolIcon {
  /** Where it is: an https or a data URI. */
  readonly src: string;
  /** @default what `src` says */
  readonly mimeType?: string | undefined;
  /** As `48x48`, or `any` for one that scales. */
  readonly sizes?: readonly string[] | undefined;
  /** The background that it is drawn for. */
  readonly theme?: 'light' | 'dark' | undefined;
}

/** One worked example of a call. */
export interface ToolExample {
  readonly description?: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

/** When and how a failed call is made again. Only errors with `retryable: true` are, and never after a chunk. */
export interface RetryOptions {
  /** How many times more, at most. */
  readonly maxRetries: number;
  /** How long to wait before the first retry, in milliseconds. @default 200 */
  readonly delayMs?: number | undefined;
  /** Whether the wait stays the same or doubles each time. @default 'exponential' */
  readonly backoff?: 'fixed' | 'exponential' | undefined;
  /** The longest wait, in milliseconds. @default 30000 */
  readonly maxDelayMs?: number | undefined;
  /** Whether each wait is shortened at random, to half at the least, so that callers spread out. @default false */
  readonly jitter?: boolean | undefined;
}

/** What `@Field()` adds to a DTO property's schema. */
export interface FieldOptions {
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  /** Shown to the model; the value itself comes from the property's initialiser. */
  readonly default?: unknown;
  /** Published instead of what the property's rules say. class-validator still decides. */
  readonly schema?: JsonSchema | undefined;
}

/** JSON Schema keywords that refine a parameter, whatever typed it. */
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

/** What `@Param()` and an entry of `params` say of one model-facing parameter. */
export interface ParamOptions extends ParamKeywords {
  /** The argument's name. Needed where the source text does not tell it: under a minifier, or for `{ a, b }` patterns. */
  readonly name?: string | undefined;
  /** The run-time type, where reflection cannot see it. */
  readonly type?: ParamType | undefined;
  /** The whole schema of the argument. Wins over `type`. */
  readonly schema?: SchemaSource | undefined;
  /** Whether the model may leave it out. A default value makes it so by itself. @default false */
  readonly optional?: boolean | undefined;
}

/** What happens when a bound parameter's state key is missing. */
export interface BindOptions {
  /** Used when the key is missing; counts even if `undefined`. Never written into the state. */
  readonly default?: unknown;
  /** Pass `undefined` instead of failing when there is neither a value nor a default. @default false */
  readonly optional?: boolean | undefined;
}

/** One binding: where a hidden parameter's value comes from. */
export interface BindTarget extends BindOptions {
  /** A dotted path into the state. @default the parameter's name */
  readonly stateKey?: string | undefined;
}

/** What a rule about access may look at. */
export interface ToolFacts {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly annotations?: ToolAnnotations | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly kind: string;
}

/** What a rule about one call may look at besides its arguments. A ToolContext is one. */
export interface ApprovalContext {
  readonly call: { readonly id: string; readonly name: string; readonly input: unknown };
  /** Who is calling, as the caller said in its options. */
  readonly auth: unknown;
  readonly state: {
    /** The value at a dotted path, such as `session.user.id`. */
    get(path: string): unknown;
  };
  readonly signal: AbortSignal;
}

/**
 * Whether somebody has to approve of a call before it runs: of each, or as a predicate says of its validated arguments.
 * Anything but `false` from a predicate means yes. (Declared through a method, so that a predicate may ask for the
 * arguments' own type and for the whole ToolContext.)
 */
export type NeedsApproval =
  | boolean
  | {
      /** Whether this call needs approval. */
      // biome-ignore lint/suspicious/noExplicitAny: only the author knows the type of the arguments.
      decide(args: any, context: ApprovalContext): boolean | Promise<boolean>;
    }['decide'];

/** A call on its way through middleware, as far as the definition of a tool knows it. A MiddlewareCall is one. */
export interface ToolMiddlewareCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly context: ApprovalContext;
}

/**
 * Middleware around the calls of one tool. A Middleware is one. (Declared through a method, so that a middleware may ask
 * for the whole MiddlewareCall.)
 */
export type ToolMiddleware = {
  /** Runs around one call; `next` runs the rest of the pipeline. */
  // biome-ignore lint/suspicious/noExplicitAny: a changed call is what the toolkit gave, with other fields.
  handle(call: ToolMiddlewareCall, next: (call?: any) => AwaitableResponses): MiddlewareAnswer;
}['handle'];

/** How many calls of a tool may run at once: so many, or one with no other call of the toolkit beside it. */
export type Concurrency = number | 'exclusive';

/** Everything that can be said of a tool besides its code. */
export interface ToolOptions {
  /** Letters, digits, `_` and `-`, 1 to 64 characters. @default the method's name */
  readonly name?: string | undefined;
  /** A name for people. */
  readonly title?: string | undefined;
  /** What the tool does, for the model. */
  readonly description?: string | undefined;
  /** The toolkit group that the tool is registered into. It must exist by then. @default 'basic' */
  readonly group?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The schema of all arguments together. */
  readonly inputSchema?: SchemaSource | undefined;
  /** The schema of the tool's data. What does not fit it fails with an OutputValidationError. */
  readonly outputSchema?: SchemaSource | undefined;
  /** What `@Param()` says, by parameter name. */
  readonly params?: Readonly<Record<string, ParamOptions>> | undefined;
  /** What `@Bind()` says, by parameter name: a state key, or a key with its options. */
  readonly bind?: Readonly<Record<string, string | BindTarget>> | undefined;
  /** The name of the parameter that receives the ToolContext. */
  readonly ctx?: string | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** Pictures of the tool, for user interfaces; the Model Context Protocol carries them. */
  readonly icons?: readonly ToolIcon[] | undefined;
  /** `false` removes the tool: on an override, also the inherited one. @default true */
  readonly enabled?: boolean | undefined;
  /** How long one attempt may take, in milliseconds. @default no limit */
  readonly timeoutMs?: number | undefined;
  /** How long a stream may let a reader wait for its next chunk, in milliseconds. @default no limit */
  readonly chunkTimeoutMs?: number | undefined;
  /** @default no retries */
  readonly retry?: RetryOptions | undefined;
  /** How many calls a toolkit lets run at once; the others wait. @default no limit */
  readonly concurrency?: Concurrency | undefined;
  /** Whether a caller may see and call the tool in a toolkit. Asked with the call's `auth`. @default everyone may */
  readonly canAccess?: ((auth: unknown, tool: ToolFacts) => boolean) | undefined;
  /** Whether a toolkit asks its approver before it runs a call. The author's own `spec.call` asks nobody. @default false */
  readonly needsApproval?: NeedsApproval | undefined;
  /**
   * Middleware around the tool's calls in a toolkit, inside of all other middleware. The first is the outermost. The
   * author's own `spec.call` runs none. @default none
   */
  readonly use?: readonly ToolMiddleware[] | undefined;
  /** How the chunks of a stream make up the whole. @default 'concat' */
  readonly accumulate?: Accumulate | undefined;
  /** Whether anything but a ToolResult or a response is an error. @default false */
  readonly strictReturn?: boolean | undefined;
  /** Text beyond this many characters is cut from the last response, and the cut is marked. @default no limit */
  readonly maxOutputChars?: number | undefined;
  /** Free data for programs; the Model Context Protocol carries it as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}
