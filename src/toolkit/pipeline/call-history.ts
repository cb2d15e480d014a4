import type { ToolErrorInfo } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { number, oneOf, positive, string } from '../../base/options/option-rules.js';
import { toJsonValue } from '../../call/response/json-value.js';
import type { FlowNote, ToolEvent } from './tool-event.js';

/** The record of a call that has ended, as plain JSON. */
export interface CallRecord {
  readonly callId: string;
  /** The ID of the call of the agent that made this call in its run. Omitted for a call that no agent made. */
  readonly parentCallId?: string;
  readonly toolName: string;
  /** The version of the tool, if several versions of it were registered. */
  readonly toolVersion?: string;
  /** The time at which the call was received, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The duration of the call, in milliseconds. */
  readonly durationMs: number;
  /** The number of attempts, retries included. */
  readonly attempts: number;
  readonly state: 'success' | 'error' | 'interrupted' | 'denied';
  /** The arguments that the model sent, or the arguments repaired from broken JSON. */
  readonly input: unknown;
  /** The text of the result, as the model received it. */
  readonly text: string;
  readonly structuredContent?: unknown;
  readonly error?: ToolErrorInfo;
  /** What is known of the data of the call. Omitted without the option `flow`. */
  readonly flow?: FlowNote;
}

/** A query for recorded calls. */
export interface CallQuery {
  readonly toolName?: string | undefined;
  readonly state?: CallRecord['state'] | undefined;
  /** The earliest time at which a call was received, in milliseconds since 1970. @default no limit */
  readonly since?: number | undefined;
  /** The maximum number of records. The latest ones are returned. @default no limit */
  readonly limit?: number | undefined;
}

/** The options of the call history. */
export interface CallHistoryOptions {
  /** The maximum number of records. The oldest records beyond it are removed. @default 1000 */
  readonly maxEntries?: number | undefined;
}

/** The names of the options of the call history. */
export const historyNames: OptionNames<CallHistoryOptions> = { maxEntries: positive };

const queryNames: OptionNames<CallQuery> = {
  toolName: string,
  state: oneOf('success', 'error', 'interrupted', 'denied'),
  since: number,
  limit: number,
};

interface Start {
  readonly at: number;
  readonly input: unknown;
}

/** A bounded history of the calls that have ended, in the order of their ends, as plain JSON. */
export class CallHistory {
  readonly #maxEntries: number;
  /** The started calls by key. A model may send several concurrent calls with the same ID. */
  readonly #started = new Map<string, readonly Start[]>();
  #records: CallRecord[] = [];

  constructor(options: CallHistoryOptions = {}) {
    checkOptionNames(options, historyNames, 'new CallHistory()');
    const { maxEntries = 1_000 } = options;
    this.#maxEntries = maxEntries;
  }

  /** The number of recorded calls. */
  get size(): number {
    return this.#records.length;
  }

  /** Records an event of `events$`. The record of a call is added when the call ends. */
  record(event: ToolEvent): void {
    const key = keyOf(event);
    if (event.type === 'started') {
      const { at, input, repairedInput = input } = event;
      this.#started.set(key, [...(this.#started.get(key) ?? []), { at, input: repairedInput }]);
      return;
    }
    if (event.type !== 'suspended' && !('result' in event)) return;
    const [started, ...others] = this.#started.get(key) ?? [];
    if (others.length === 0) this.#started.delete(key);
    else this.#started.set(key, others);
    // The call is recorded when its last run ends.
    if (event.type === 'suspended') return;
    const { result } = event;
    this.#records.push(
      Object.freeze({
        callId: event.callId,
        ...(event.parentCallId === undefined ? {} : { parentCallId: event.parentCallId }),
        toolName: event.toolName,
        ...(event.toolVersion === undefined ? {} : { toolVersion: event.toolVersion }),
        startedAt: started?.at ?? event.at,
        durationMs: event.durationMs,
        attempts: event.attempts,
        state: event.type === 'completed' ? 'success' : event.type === 'failed' ? 'error' : event.type,
        input: jsonOf(started?.input),
        text: result.toText(),
        ...(result.structuredContent === undefined ? {} : { structuredContent: jsonOf(result.structuredContent) }),
        ...(event.type === 'completed' ? {} : { error: event.error.toJSON() }),
        ...(event.flow === undefined ? {} : { flow: event.flow }),
      }),
    );
    if (this.#records.length > this.#maxEntries) this.#records.shift();
  }

  /** Returns the records that match a query, oldest first. */
  query(query: CallQuery = {}): readonly CallRecord[] {
    checkOptionNames(query, queryNames, 'history: query');
    const { toolName, state, since, limit } = query;
    const found = this.#records.filter((record) => {
      if (toolName !== undefined && record.toolName !== toolName) return false;
      if (state !== undefined && record.state !== state) return false;
      return since === undefined || record.startedAt >= since;
    });
    return limit === undefined ? found : found.slice(Math.max(0, found.length - limit));
  }

  /** Creates an empty history with the same limit. */
  createEmpty(): CallHistory {
    return new CallHistory({ maxEntries: this.#maxEntries });
  }

  /** Removes all records. Calls that are still running are recorded when they end. */
  clear(): void {
    this.#records = [];
  }

  /** Returns all records as plain data, oldest first. */
  toJSON(): readonly CallRecord[] {
    return [...this.#records];
  }
}

/** Returns the key of a call. The model of an agent may send the same IDs as the model that called the agent. */
function keyOf({ callId, parentCallId }: ToolEvent): string {
  return parentCallId === undefined ? callId : JSON.stringify([parentCallId, callId]);
}

/** Converts a value to JSON. Returns null if it cannot be represented, so that the call is recorded anyway. */
function jsonOf(value: unknown): unknown {
  try {
    return toJsonValue(value);
  } catch {
    return null;
  }
}
