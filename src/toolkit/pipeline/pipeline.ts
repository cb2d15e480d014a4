import type { ToolError } from '../../base/errors/errors.js';
import type { CallIds } from '../../base/runtime/call-ids.js';
import type { Call } from '../../call/call.js';
import type { CallOptions, ToolCall } from '../../call/call-options.js';
import type { AwaitedCall } from '../../call/concurrency/call-waits.js';
import type { ConcurrencyLimiter } from '../../call/concurrency/concurrency-limiter.js';
import type { ChunkSink } from '../../call/consumers.js';
import type { Deadline } from '../../call/deadline.js';
import type { Host, PartKey } from '../../call/host-call.js';
import type { Outcome } from '../../call/outcome.js';
import type { StateScope } from '../../call/state/scoped-state.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolContext } from '../../call/tool-context.js';
import { CheckedInputs } from '../../tool/arguments/checked-inputs.js';
import type { Caller } from '../../tool/spec/access.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { Middleware, MiddlewareCall } from '../entry/middleware.js';
import type { ScopeControl } from '../entry/scope-control.js';
import type { ToolEntry } from '../entry/tool-entry.js';
import type { CallEventEmitter } from './call-event-emitter.js';
import type { CallEvents } from './call-events.js';
import type { CallScope } from './call-scope.js';
import type { MaskErrors } from './mask-errors.js';
import type { CallWait, SuppliedCall } from './supplied-call.js';
import type { ToolkitCallOptions } from './toolkit-call-options.js';

/**
 * A function that runs a call and returns its outcome. All chunks are passed to the sink, and the call resumes when the
 * promise that the sink returns is fulfilled. Every step of the pipeline is a handler that wraps the next one.
 */
export type CallHandler = (call: PipelineCall, sink: ChunkSink | undefined) => Promise<Outcome>;

/** A step that a feature adds to the pipeline of a tool. Returns `next` for a tool that it does not concern. */
export type PipelineStep = (entry: ToolEntry, next: CallHandler) => CallHandler;

/** A middleware in the pipeline of a tool. */
export interface AppliedMiddleware {
  readonly middleware: Middleware;
  /** The position among the middleware of the tool, counted from the outside, from 1. Undefined for `postprocess`. */
  readonly position: number | undefined;
  /** The tool that the middleware receives. Undefined if no tool was found. */
  readonly entry: ToolEntry | undefined;
}

/** The steps that features add to the pipeline of each tool, by their position. */
export interface PipelineSteps {
  /** Around everything, inside the time limit, and once more inside of the dispatch: what a call is given and returns. */
  readonly observe?: PipelineStep | undefined;
  /** Around `observeTool`: what becomes of the responses of the tool. */
  readonly respond?: PipelineStep | undefined;
  /** Around the tool itself, inside of `respond`: what the tool returns. */
  readonly observeTool?: PipelineStep | undefined;
  /** Wraps a handler in one middleware. */
  readonly wrap?: ((applied: AppliedMiddleware, next: CallHandler) => CallHandler) | undefined;
  /** Around all middleware, inside the time limit: where the call runs. */
  readonly dispatch?: PipelineStep | undefined;
  /** Inside all middleware: whether the call may run. */
  readonly gate?: PipelineStep | undefined;
  /** After the gate: the arguments that the tool receives. */
  readonly arguments?: PipelineStep | undefined;
  /** In place of the tool itself. */
  readonly run?: PipelineStep | undefined;
}

/** A tool with its pipeline. */
export interface FoundTool {
  readonly entry: ToolEntry;
  /** The version of the tool. Undefined if only one tool has its name. */
  readonly version: string | undefined;
  /** The middleware of the tool's group and of the tool itself. */
  readonly ownMiddleware: readonly Middleware[];
  /** Runs a call of the tool without any middleware. */
  readonly run: CallHandler;
  /** Runs a call through all middleware. */
  readonly handler: CallHandler;
}

/** The call whose state a feature follows. */
export interface FollowRequest {
  readonly environment: CallEnvironment;
  readonly options: ToolkitCallOptions;
  /** The call within which it is made. Undefined for a call of an application or a model. */
  readonly caller: AwaitedCall | undefined;
}

/** The environment that a toolkit or a session provides to its calls. */
export interface CallEnvironment {
  /** The toolkit or session, for tools that act on it. */
  readonly scope: ScopeControl;
  readonly limiter: ConcurrencyLimiter;
  /** The call within which the calls of this scope are made. Undefined outside of agents and programs. */
  readonly caller: AwaitedCall | undefined;
  /** Generates the IDs of calls without one. */
  readonly ids: CallIds;
  /** The parts of features for these calls only, by the names of their keys. */
  readonly parts?: ReadonlyMap<string, unknown> | undefined;
  readonly events: CallEvents;
  /** Whether, and how, errors that are not ToolErrors are masked. */
  readonly maskErrors: MaskErrors | undefined;
  /** The middleware around every call. */
  readonly middleware: readonly Middleware[];
  /** The steps of the installed features. */
  readonly steps: PipelineSteps;
  /** Returns the tool of a name, or the error that explains why this caller cannot call it. */
  find(name: string, caller: Caller): FoundTool | ToolError;
  /** Returns the state of a call, in which bindings look before a tool's own state. */
  stateFor(options: CallOptions): ToolState;
  /** Returns the state of a call as features follow it. */
  followState(state: ToolState, request: FollowRequest): ToolState;
}

/** A call of a toolkit, as the steps of the pipeline see it. */
export interface RootCall extends AwaitedCall, Host {
  /** The call as it was received. */
  readonly call: Readonly<Required<ToolCall>>;
  readonly environment: CallEnvironment;
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model sent them. */
  readonly input: unknown;
  /** The object parsed from `input`, if `input` is the JSON text of an object. */
  readonly parsedInput: object | undefined;
  /** Whether `input` is a string that is not the JSON text of an object. */
  readonly isMalformed: boolean;
  /** The arguments repaired from malformed JSON. */
  repairedInput: object | undefined;
  readonly options: ToolkitCallOptions;
  /** The state paths that references in the arguments may read. Undefined if references are not resolved. */
  readonly references: StateScope | undefined;
  readonly context: ToolContext;
  /** The state of the call. Bindings look here before a tool's own state. */
  readonly state: ToolState;
  /** Emits the events of the call. Undefined if events have no listener. */
  readonly events: CallEventEmitter | undefined;
  /** The wait for a result, if the tool runs elsewhere. */
  wait: CallWait | undefined;
  /** The result that was supplied. Undefined for a call that is made. */
  readonly supplied: SuppliedCall | undefined;
  /** The arguments that were validated before the tool runs. Undefined if none were. */
  checkedInputs: CheckedInputs | undefined;
  /** The time that the call has waited for approval, in milliseconds. */
  approvalMs: number;
  /** The time limit of the call. Undefined if it has none. */
  readonly deadline: Deadline | undefined;
  /** Starts the time limit of the call, in milliseconds. Returns the scope that it aborts. */
  startDeadline(limitMs: number): CallScope;
  /** Adds the attempts of a tool's call to those of this call. */
  addToolCall(call: Call): void;
  /** Reports a result that a tool produced after its attempt had ended. */
  reportLateResult(): void;
  /** Emits the event of the end of the call, or of its suspension. */
  emitEnd(outcome: Outcome): void;
}

/** Returns the part of a feature for the calls of an environment. Undefined if the feature is not installed. */
export function partOf<Part>(environment: CallEnvironment, key: PartKey<Part>): Part | undefined {
  const { parts, scope } = environment;
  return parts?.has(key.name) === true ? key.read(parts.get(key.name)) : scope.part(key);
}

/** Returns an environment whose calls have another part of a feature. */
export function withPart<Part>(environment: CallEnvironment, key: PartKey<Part>, part: Part): CallEnvironment {
  return withParts(environment, new Map([[key.name, part]]));
}

/** Returns an environment whose calls have other parts of features, by the names of their keys. */
export function withParts(
  environment: CallEnvironment,
  parts: ReadonlyMap<string, unknown> | undefined,
): CallEnvironment {
  return parts === undefined
    ? environment
    : { ...environment, parts: new Map([...(environment.parts ?? []), ...parts]) };
}

/** Returns the arguments of a call that are validated before the tool runs, for a step that adds some. */
export function openInputs(root: Pick<RootCall, 'checkedInputs'>): CheckedInputs {
  root.checkedInputs ??= new CheckedInputs();
  return root.checkedInputs;
}

/** The changes that a step of the pipeline can make to a call before it passes the call on. */
export interface CallChanges {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly input?: unknown;
  readonly context?: ToolContext | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly scope?: CallScope | undefined;
}

/** A call as one step of the pipeline receives it, with the changes of the earlier steps. */
export class PipelineCall {
  readonly root: RootCall;
  readonly name: string;
  readonly input: unknown;
  /** The scope that cancels this part of the pipeline. Undefined if nothing can cancel the call. */
  readonly scope: CallScope | undefined;
  /** The `_meta` of the call if a step has changed it. */
  readonly changedMeta: Readonly<Record<string, unknown>> | undefined;
  readonly #id: string | undefined;
  readonly #context: ToolContext | undefined;

  constructor(root: RootCall, { id, name = root.name, input, context, meta, scope }: CallChanges) {
    this.root = root;
    this.name = name;
    this.input = input;
    this.scope = scope;
    this.changedMeta = meta;
    this.#id = id;
    this.#context = context;
  }

  get id(): string {
    return this.#id ?? this.root.callId;
  }

  get context(): ToolContext {
    return this.#context ?? this.root.context;
  }

  /** The state of the call. Bindings look here before a tool's own state. */
  get state(): ToolState {
    return this.#context === undefined ? this.root.state : this.#context.state;
  }

  with(changes: CallChanges): PipelineCall {
    return new PipelineCall(this.root, {
      id: changes.id ?? this.#id,
      name: changes.name ?? this.name,
      input: 'input' in changes ? changes.input : this.input,
      context: changes.context ?? this.#context,
      meta: changes.meta ?? this.changedMeta,
      scope: changes.scope ?? this.scope,
    });
  }

  /** Converts the call to the plain object that middleware receives, which can be spread. */
  toMiddlewareCall(spec: ToolSpec | undefined): MiddlewareCall {
    const { id, name, input, context, root } = this;
    const { environment, options } = root;
    const meta = this.changedMeta ?? context.meta;
    const stage = root.supplied === undefined ? 'call' : 'result';
    const { coerce } = options;
    return { id, name, input, spec, context, meta, stage, sessionId: environment.scope.sessionId, coerce };
  }
}
