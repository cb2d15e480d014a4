import { isSuspension } from '../../base/errors/errors.js';
import { createCancellationError } from '../../call/abort-scope.js';
import type { Call } from '../../call/call.js';
import { CallContext, type CallInfo } from '../../call/call-context.js';
import type { CallOptions, ToolCall } from '../../call/call-options.js';
import type { AwaitedCall } from '../../call/concurrency/call-waits.js';
import type { ChunkSink, RunnableCall } from '../../call/consumers.js';
import { createDeadlineError, Deadline } from '../../call/deadline.js';
import { toToolError } from '../../call/failure.js';
import type { PartKey } from '../../call/host-call.js';
import { onAbort } from '../../call/on-abort.js';
import { createFailedOutcome, type Outcome, toResult } from '../../call/outcome.js';
import { collectSecrets, redactData } from '../../call/redact-secrets.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { StateScope } from '../../call/state/scoped-state.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { CheckedInputs } from '../../tool/arguments/checked-inputs.js';
import { CallEventEmitter } from './call-event-emitter.js';
import { CallScope } from './call-scope.js';
import { emitEvents } from './emit-events.js';
import { findTool } from './find-tool.js';
import { maskOutcome } from './mask-errors.js';
import type { PendingCall } from './pending-call.js';
import { type CallEnvironment, type CallHandler, PipelineCall, partOf, type RootCall } from './pipeline.js';
import { MALFORMED, parseArguments, repairArguments } from './repair-arguments.js';
import { resolveReferences } from './resolve-references.js';
import { rootCallKey } from './root-of.js';
import type { CallWait, SuppliedCall } from './supplied-call.js';

const noListeners: readonly (() => void)[] = Object.freeze([]);

const pipeline = repairArguments(emitEvents(maskErrors(resolveReferences(findTool))));

/** One call of a toolkit or a session, from the arguments that a model sent to its outcome. */
export class ToolkitCall implements RunnableCall, RootCall, CallInfo {
  readonly environment: CallEnvironment;
  readonly name: string;
  /** The arguments as the model sent them. */
  readonly input: unknown;
  /** The caller's options for the tool: progress and retries emit events too, and the scope replaces the signal. */
  readonly options: CallOptions;
  readonly references: StateScope | undefined;
  /** The state of the call. Bindings look here before a tool's own state. */
  readonly state: ToolState;
  /** Emits the events of the call. Undefined if events have no listener. */
  readonly events: CallEventEmitter | undefined;
  /** The object parsed from `input`, if `input` is the JSON text of an object. */
  readonly parsedInput: object | undefined;
  /** Whether `input` is a string that is not the JSON text of an object. */
  readonly isMalformed: boolean;
  /** The arguments repaired from malformed JSON. */
  repairedInput: object | undefined;
  /** The result that the client has supplied. Undefined for a call that is made. */
  readonly supplied: SuppliedCall | undefined;
  /** The wait for a result, if the tool runs elsewhere. */
  wait: CallWait | undefined;
  checkedInputs: CheckedInputs | undefined;
  /** The time that the call has waited for approval, in milliseconds. */
  approvalMs = 0;
  readonly #sink: ChunkSink | undefined;
  readonly #signal: AbortSignal | undefined;
  #scope: CallScope | undefined;
  #deadline: Deadline | undefined;
  readonly #startedAt: number;
  #elapsedMs: number | undefined;
  /** The tool calls of this call. Middleware may start several. */
  readonly #toolCalls: Call[] = [];
  #lateListeners: readonly (() => void)[] = noListeners;
  #callId: string | undefined;
  #call: Readonly<Required<ToolCall>> | undefined;
  #context: ToolContext | undefined;
  #isOver = false;
  #caller: AwaitedCall | undefined;
  #isTask = false;

  constructor(
    environment: CallEnvironment,
    { call, options, references, supplied }: ToolkitCallRequest,
    sink?: ChunkSink,
  ) {
    this.environment = environment;
    this.#caller = innermostCaller(environment);
    this.supplied = supplied;
    const waitedMs = supplied === undefined ? 0 : Math.max(0, Date.now() - supplied.since);
    this.#startedAt = performance.now() - waitedMs;
    this.name = call.name;
    this.input = call.input;
    this.references = references;
    const parsed = parseArguments(call.input);
    this.isMalformed = parsed === MALFORMED;
    this.parsedInput = parsed === MALFORMED ? undefined : parsed;
    const followed = { environment, options, caller: this.#caller };
    this.state = environment.followState(environment.stateFor(options), followed);
    this.#sink = sink;
    this.#signal = options.signal;
    this.#scope = sink !== undefined || options.signal !== undefined ? new CallScope() : undefined;
    this.#callId = options.callId ?? call.id;
    if (supplied?.events !== undefined) this.events = supplied.events;
    else if (environment.events.hasListeners) this.events = new CallEventEmitter(environment.events, this.call);
    this.options = createToolOptions(options, this.events);
  }

  get callId(): string {
    this.#callId ??= this.environment.ids.next();
    return this.#callId;
  }

  get call(): Readonly<Required<ToolCall>> {
    this.#call ??= Object.freeze({ id: this.callId, name: this.name, input: this.input });
    return this.#call;
  }

  /** The call itself, for the context of middleware. */
  get host(): this {
    return this;
  }

  /** The context of the entire call, retries and waits included, for middleware and approval. */
  get context(): ToolContext {
    this.#scope ??= new CallScope();
    this.#context ??= new CallContext(this, { scope: this.#scope, pauseTimeouts: () => this.#pauseDeadline() });
    return this.#context;
  }

  part<Part>(key: PartKey<Part>): Part | undefined {
    return key.name === rootCallKey.name ? key.read(this) : partOf(this.environment, key);
  }

  get caller(): AwaitedCall | undefined {
    return this.#caller;
  }

  get isTask(): boolean {
    return this.#isTask;
  }

  /** Sets whether the call runs as a task. A call that its caller awaits again fails if it waits for its caller. */
  setTask(isTask: boolean): void {
    this.#isTask = isTask;
    if (!isTask) this.environment.limiter.refuseStuckCall(this);
  }

  get deadline(): Deadline | undefined {
    return this.#deadline;
  }

  startDeadline(limitMs: number): CallScope {
    this.#scope ??= new CallScope();
    const scope = this.#scope;
    this.#deadline = new Deadline(limitMs, () => scope.abort(createDeadlineError(this.name, limitMs)));
    return scope;
  }

  get elapsedMs(): number {
    return this.#elapsedMs ?? performance.now() - this.#startedAt - this.approvalMs;
  }

  get secretsIn(): readonly object[] {
    return this.state.roots();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async run<T>(conclude: (outcome: Outcome) => T): Promise<T> {
    let stopListening: (() => void) | undefined;
    let outcome: Outcome;
    try {
      stopListening = this.#listenToSignal();
      const call = new PipelineCall(this, { input: this.input, scope: this.#scope });
      outcome = await pipeline(call, this.#sink);
      this.#beginWait(outcome);
    } catch (thrown) {
      const error = toToolError(thrown, { toolName: this.name, secretsIn: this.state.roots() });
      outcome = maskOutcome(createFailedOutcome(this.name, error), this.environment.maskErrors, this.call);
      this.emitEnd(outcome);
    }
    this.#end();
    stopListening?.();
    return conclude(this.#withAttempts(outcome));
  }

  /** Begins the wait of the call for its result, if its final outcome is pending. */
  #beginWait({ state }: Outcome): void {
    const { wait, events } = this;
    if (wait === undefined || state !== 'pending' || this.#isOver) return;
    wait.begin();
    const { input } = wait.call;
    events?.emitPending(this.references === undefined ? input : this.#redact(input));
  }

  /** Redacts the secrets that references have put into the arguments. */
  #redact(input: PendingCall['input']): PendingCall['input'] {
    return redactData(input, collectSecrets(this.state.roots()));
  }

  #listenToSignal(): (() => void) | undefined {
    const signal = this.#signal;
    if (signal === undefined) return undefined;
    const scope = this.#scope;
    return onAbort(signal, () => scope?.abort(signal.reason));
  }

  async cancel(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    this.wait?.discard();
    try {
      // What the tool does at its end is its code too.
      this.environment.limiter.runAs(this, () => this.#scope?.abandon());
    } finally {
      this.events?.emitEnd(this.toResult(createFailedOutcome(this.name, createCancellationError(this.name))));
    }
  }

  #end(): void {
    this.#isOver = true;
    // Code of the call that still runs must not retain its callers.
    this.#caller = undefined;
    this.#deadline?.clear();
  }

  onLateResult(listener: () => void): void {
    this.#lateListeners = [...this.#lateListeners, listener];
  }

  reportLateResult(): void {
    for (const listener of this.#lateListeners) listener();
  }

  #pauseDeadline(): () => void {
    return this.#deadline?.pause() ?? (() => {});
  }

  /** Adds the attempts of a tool's call to those of this call. */
  addToolCall(call: Call): void {
    this.#toolCalls.push(call);
  }

  emitEnd(outcome: Outcome): void {
    const { events } = this;
    if (events === undefined) return;
    const result = this.toResult(outcome);
    if (outcome.state === 'pending' && isSuspension(this.#scope?.reason)) events.emitSuspension(result);
    else events.emitEnd(result);
  }

  /** Creates the ToolResult of the ended call. */
  toResult(outcome: Outcome): ToolResult {
    // The end event and the caller's result have the same duration.
    this.#elapsedMs ??= this.elapsedMs;
    return toResult(this.#withAttempts(outcome), this);
  }

  #withAttempts(outcome: Outcome): Outcome {
    // The client has run the tool once.
    let attempts = this.supplied === undefined ? 0 : 1;
    for (const call of this.#toolCalls) attempts += call.attempts;
    return outcome.attempts === attempts ? outcome : { ...outcome, attempts };
  }
}

/** The call and the options of a ToolkitCall. */
export interface ToolkitCallRequest {
  readonly call: ToolCall;
  readonly options: CallOptions;
  /** The state paths that references in the arguments may read. Undefined if references are not resolved. */
  readonly references?: StateScope | undefined;
  /** The result that the client has supplied for the call. @default the call is made */
  readonly supplied?: SuppliedCall | undefined;
}

/**
 * Returns the call within which a call is made: that of the agent or the program whose scope it uses, or a call within
 * that one whose code is running.
 */
function innermostCaller({ caller, limiter }: CallEnvironment): AwaitedCall | undefined {
  const { current } = limiter;
  if (caller === undefined) return current;
  // A call that has ended does not retain its caller, while its code may still run.
  const isWithin = (call: AwaitedCall): boolean => call instanceof ToolkitCall && call.environment.caller === caller;
  for (let outer = current; outer !== undefined; outer = outer.caller)
    if (outer === caller || isWithin(outer)) return current;
  return caller;
}

function createToolOptions(options: CallOptions, events: CallEventEmitter | undefined): CallOptions {
  const { signal, onProgress, onRetry } = options;
  if (events === undefined) return signal === undefined ? options : { ...options, signal: undefined };
  return {
    ...options,
    signal: undefined,
    onProgress: (progress) => {
      events.emitProgress(progress);
      onProgress?.(progress);
    },
    onRetry: (retry) => {
      events.emitRetry(retry);
      onRetry?.(retry);
    },
  };
}

/** Masks the error of a call before its events are emitted. The middleware inside receives the error itself. */
function maskErrors(next: CallHandler): CallHandler {
  return (call, sink) => {
    const { root } = call;
    const { maskErrors: mask = false } = root.environment;
    if (mask === false) return next(call, sink);
    return next(call, sink).then((outcome) => maskOutcome(outcome, mask, root.call));
  };
}
