import {
  InterruptedError,
  NotFoundError,
  RateLimitError,
  type ToolError,
  ToolExecutionError,
  ToolNotFoundError,
} from '../../base/errors/errors.js';
import { PartKey } from '../../call/host-call.js';
import { createFailedOutcome, type Outcome, toResult } from '../../call/outcome.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { CallEventEmitter } from '../../toolkit/pipeline/call-event-emitter.js';
import type { CallEvents } from '../../toolkit/pipeline/call-events.js';
import type { PendingCall } from '../../toolkit/pipeline/pending-call.js';

/** The parts of a toolkit or session that its pending calls need. */
export interface PendingCallsParts {
  readonly events: CallEvents;
  /** The maximum number of pending calls. */
  readonly limit: number;
  /** Returns the registered tool of a call. Returns undefined if it was removed. */
  findTool(call: PendingCall): ToolEntry | undefined;
}

/** What a process remembers of a call that it has run. */
export interface PendingOrigin {
  /** The emitter that has emitted the start of the call. Undefined without listeners. */
  readonly events: CallEventEmitter | undefined;
  /** The caller of the call. */
  readonly auth: unknown;
  /** The roots of the state of the call, whose secrets its errors must not show. */
  readonly secretsIn: readonly object[];
}

/** A call that waits, with its tool. */
export interface FoundCall extends WaitingCall {
  readonly entry: ToolEntry;
}

interface WaitingCall {
  readonly call: PendingCall;
  /** Undefined for a restored call. */
  readonly origin: PendingOrigin | undefined;
}

/**
 * The calls of a toolkit or a session that wait for the results of their client. Each ends once. The calls of a tool that
 * was removed end as soon as the calls are read or changed.
 */
export class PendingCalls {
  readonly #parts: PendingCallsParts;
  readonly #waiting = new Map<string, WaitingCall>();

  constructor(parts: PendingCallsParts) {
    this.#parts = parts;
  }

  /** The calls, the oldest first. */
  list(): readonly PendingCall[] {
    this.#endRemoved();
    return [...this.#waiting.values()].map(({ call }) => call);
  }

  /**
   * Adds a call. The oldest call beyond the limit ends with a RateLimitError.
   *
   * @throws ToolExecutionError if a call with the same ID waits.
   */
  open(call: PendingCall, origin?: PendingOrigin): void {
    const { callId, toolName } = call;
    this.#endRemoved();
    if (this.#waiting.has(callId)) {
      throw new ToolExecutionError(`A call with the ID '${callId}' waits for its result already. Use another ID.`, {
        toolName,
      });
    }
    this.#waiting.set(callId, { call, origin });
    const { limit } = this.#parts;
    for (const oldest of [...this.#waiting.values()].slice(0, -limit)) {
      const message = `The call of '${oldest.call.toolName}' was dropped: more than ${limit} calls wait for the client.`;
      this.#fail(oldest, new RateLimitError(message, { toolName: oldest.call.toolName }));
    }
  }

  /** Removes a call whose end is emitted elsewhere. */
  discard(call: PendingCall): void {
    // Another call with the same ID may wait.
    if (this.#waiting.get(call.callId)?.call === call) this.#waiting.delete(call.callId);
  }

  /** Returns a call, to end it. Throws a NotFoundError if no call with the ID waits. */
  find(callId: string): FoundCall {
    this.#endRemoved();
    const waiting = this.#waiting.get(callId);
    const entry = waiting && this.#parts.findTool(waiting.call);
    if (waiting === undefined || entry === undefined) {
      throw new NotFoundError(
        `No call with the ID '${callId}' waits for a result here: it is unknown, or it has ended. ` +
          'Supply the result of a call through the session that ran it.',
      );
    }
    return { ...waiting, entry };
  }

  /** Replaces the calls by those of a snapshot. The others end with an InterruptedError. */
  restore(calls: readonly PendingCall[]): void {
    const ids = new Set(calls.map(({ callId }) => callId));
    for (const waiting of [...this.#waiting.values()].filter(({ call }) => !ids.has(call.callId))) {
      const { toolName } = waiting.call;
      this.#fail(waiting, new InterruptedError(`The call of '${toolName}' was dropped by restore().`, { toolName }));
    }
    for (const call of calls) if (!this.#waiting.has(call.callId)) this.open(Object.freeze({ ...call }));
  }

  #endRemoved(): void {
    for (const waiting of [...this.#waiting.values()]) {
      const { toolName } = waiting.call;
      if (this.#parts.findTool(waiting.call) !== undefined) continue;
      this.#fail(
        waiting,
        new ToolNotFoundError(`The tool '${toolName}' was removed while its call waited.`, { toolName }),
      );
    }
  }

  #fail(waiting: WaitingCall, error: ToolError): void {
    this.#waiting.delete(waiting.call.callId);
    this.#end(waiting, createFailedOutcome(waiting.call.toolName, error));
  }

  #end({ call, origin }: WaitingCall, outcome: Outcome): void {
    const { callId, toolName, input, since } = call;
    const result = toResult(outcome, { callId, elapsedMs: Math.max(0, Date.now() - since) });
    const emitter = origin?.events ?? this.#createEmitter({ id: callId, name: toolName, input });
    emitter?.emitEnd(result);
  }

  #createEmitter(call: { readonly id: string; readonly name: string; readonly input: unknown }) {
    return this.#parts.events.hasListeners ? new CallEventEmitter(this.#parts.events, call) : undefined;
  }
}

/** The key of the calls of a toolkit or session that wait for the results of their client. */
export const pendingCallsKey: PartKey<PendingCalls> = new PartKey('client-tools');
