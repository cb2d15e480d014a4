import type {
  CallEvent,
  DevConcern,
  DevContent,
  DevError,
  DevEvent,
  DevFlow,
  DevRecord,
  ScopeId,
} from '../../protocol.js';

/** How far a call is. */
export type CallStatus =
  | 'running'
  | 'waiting'
  | 'pending'
  | 'suspended'
  | 'completed'
  | 'failed'
  | 'interrupted'
  | 'denied';

/** A chunk of a call, with its time. */
export interface TimedChunk {
  readonly at: number;
  readonly content: DevContent;
}

/** A retry of a call. */
export interface Retry {
  readonly at: number;
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: DevError;
}

/** A step of a call, such as the decision of a rule. */
export interface Step {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** The approval of a call: when it was asked for, and how it was decided. */
export interface Approval {
  readonly id: string;
  readonly callId: string;
  readonly scope: ScopeId;
  readonly toolName: string;
  readonly input: unknown;
  /** Whether the arguments are too long to be shown whole, so that they cannot be edited. */
  readonly truncated?: boolean;
  readonly hidden: readonly string[];
  readonly concerns?: readonly DevConcern[];
  readonly at: number;
  decision?: string;
  decidedAt?: number;
}

/** What is known of a call. Each event creates another record, so that views notice the change. */
export interface CallRecord {
  readonly callId: string;
  readonly toolName: string;
  readonly scope: ScopeId;
  readonly parentCallId?: string;
  readonly startedAt: number;
  /** When the last run of the call has started. A call that was deferred runs again. */
  runAt: number;
  status: CallStatus;
  input?: unknown;
  repairedInput?: unknown;
  /** Whether the arguments are too long to be shown whole, so that they cannot be used again. */
  isInputCut?: boolean;
  readonly chunks: TimedChunk[];
  /** The number of chunks of the call, also of those that are no longer kept. */
  chunkCount: number;
  readonly retries: Retry[];
  readonly steps: Step[];
  readonly approvals: Approval[];
  progress?: { readonly value: number; readonly total?: number; readonly message?: string };
  endedAt?: number;
  durationMs?: number;
  attempts?: number;
  output?: DevContent;
  error?: DevError;
  /** What is known of the data of the call, in a toolkit that follows it. */
  flow?: DevFlow;
}

/** How much a history keeps. */
export interface HistoryLimits {
  readonly calls: number;
  readonly chunks: number;
}

/** The calls of a process, made of its events. The oldest calls and chunks are forgotten. */
export class History {
  readonly calls = new Map<string, CallRecord>();
  /** The approvals that wait for a decision, by ID. */
  readonly waiting = new Map<string, Approval>();
  /** The number of the last event. */
  lastSeq = 0;
  readonly #limits: HistoryLimits;

  constructor(limits: HistoryLimits = { calls: 5_000, chunks: 500 }) {
    this.#limits = limits;
  }

  /** Adds an event. An event that is known already has no effect. */
  add({ seq, at, event }: DevRecord): void {
    if (seq <= this.lastSeq) return;
    this.lastSeq = seq;
    switch (event.type) {
      case 'approval':
        this.#ask(event, at);
        break;
      case 'decided':
        this.#decide(event, at);
        break;
      case 'starting':
      case 'stopped':
        this.#interrupt(at);
        break;
      case 'changed':
      case 'ready':
        break;
      default:
        applyCallEvent(this.#callOf(event, at), { event, at, maxChunks: this.#limits.chunks });
    }
  }

  /** Returns the children of each call, in the order of their start. */
  children(): ReadonlyMap<string, readonly CallRecord[]> {
    const found = new Map<string, CallRecord[]>();
    for (const call of this.calls.values()) {
      if (call.parentCallId === undefined) continue;
      const siblings = found.get(call.parentCallId);
      if (siblings === undefined) found.set(call.parentCallId, [call]);
      else siblings.push(call);
    }
    return found;
  }

  #callOf(event: CallEvent | Extract<DevEvent, { readonly type: 'approval' }>, at: number): CallRecord {
    const known = this.#changing(event.callId);
    if (known !== undefined) return known;
    const call: CallRecord = {
      callId: event.callId,
      toolName: event.toolName,
      scope: event.scope,
      ...('parentCallId' in event && event.parentCallId !== undefined ? { parentCallId: event.parentCallId } : {}),
      startedAt: at,
      runAt: at,
      status: 'running',
      chunks: [],
      chunkCount: 0,
      retries: [],
      steps: [],
      approvals: [],
    };
    this.calls.set(call.callId, call);
    if (this.calls.size > this.#limits.calls) this.#forgetOldest();
    return call;
  }

  /** Returns a copy of a call, which replaces it. The lists of the call are shared, because copying them takes long. */
  #changing(callId: string): CallRecord | undefined {
    const known = this.calls.get(callId);
    if (known === undefined) return undefined;
    const copy = { ...known };
    this.calls.set(callId, copy);
    return copy;
  }

  #forgetOldest(): void {
    for (const callId of this.calls.keys()) {
      this.calls.delete(callId);
      return;
    }
  }

  #ask(event: Extract<DevEvent, { readonly type: 'approval' }>, at: number): void {
    const { type: _, ...rest } = event;
    const approval: Approval = { ...rest, at };
    const call = this.#callOf(event, at);
    this.waiting.set(event.id, approval);
    call.approvals.push(approval);
    call.status = 'waiting';
    call.input ??= event.input;
  }

  #decide({ id, decision, input, truncated }: Extract<DevEvent, { readonly type: 'decided' }>, at: number): void {
    const approval = this.waiting.get(id);
    if (approval === undefined) return;
    approval.decision = decision;
    approval.decidedAt = at;
    this.waiting.delete(id);
    const call = this.#changing(approval.callId);
    if (call === undefined) return;
    if (call.status === 'waiting') call.status = 'running';
    if (input !== undefined) call.repairedInput = input;
    if (truncated === true) call.isInputCut = true;
  }

  /** Ends what ran in a process that has ended. */
  #interrupt(at: number): void {
    for (const open of [...this.calls.values()].filter(isOpen)) {
      const call = this.#changing(open.callId);
      if (call === undefined) continue;
      call.status = 'interrupted';
      call.endedAt = at;
    }
    this.waiting.clear();
  }
}

/** Checks whether a call has not ended. */
export function isOpen({ status }: CallRecord): boolean {
  return status === 'running' || status === 'waiting';
}

interface AppliedEvent {
  readonly event: CallEvent;
  readonly at: number;
  readonly maxChunks: number;
}

function applyCallEvent(call: CallRecord, { event, at, maxChunks }: AppliedEvent): void {
  switch (event.type) {
    case 'started':
      call.runAt = at;
      call.status = 'running';
      call.input = event.input;
      if (event.repairedInput !== undefined) call.repairedInput = event.repairedInput;
      if (event.truncated === true) call.isInputCut = true;
      return;
    case 'chunk':
      call.chunkCount += 1;
      call.chunks.push({ at, content: event.chunk });
      if (call.chunks.length > maxChunks) call.chunks.shift();
      return;
    case 'progress': {
      const { value, total, message } = event;
      call.progress = {
        value,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      return;
    }
    case 'retried':
      call.retries.push({ at, attempt: event.attempt, delayMs: event.delayMs, error: event.error });
      return;
    case 'step': {
      const { kind, name, text, startMs, durationMs } = event;
      call.steps.push({ kind, name, text, startedAt: call.runAt + startMs, durationMs });
      if (call.steps.length > maxChunks) call.steps.shift();
      return;
    }
    case 'pending':
    case 'suspended':
      call.status = event.type;
      if (event.input !== undefined) call.input ??= event.input;
      if (event.flow !== undefined) call.flow = event.flow;
      return;
    default:
      endCall(call, event, at);
  }
}

type EndEvent = Extract<CallEvent, { readonly output: DevContent }>;

function endCall(call: CallRecord, event: EndEvent, at: number): void {
  call.status = event.type;
  call.endedAt = at;
  call.durationMs = event.durationMs;
  call.attempts = event.attempts;
  call.output = event.output;
  if (event.error !== undefined) call.error = event.error;
  if (event.flow !== undefined) call.flow = event.flow;
}
