import type { ToolErrorInfo } from '../../errors.js';
import { checkPositive } from '../../execution/check-limits.js';
import { toJsonValue } from '../../response/json-value.js';
import type { ToolEvent } from '../tool-event.js';

/** One call that has ended, as plain JSON. */
export interface CallRecord {
  readonly callId: string;
  readonly toolName: string;
  /** When it came in, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly attempts: number;
  readonly state: 'success' | 'error' | 'interrupted' | 'denied';
  readonly input: unknown;
  /** What the model read. */
  readonly text: string;
  readonly structuredContent?: unknown;
  readonly error?: ToolErrorInfo;
}

/** Which calls are meant. */
export interface CallQuery {
  readonly toolName?: string | undefined;
  readonly state?: CallRecord['state'] | undefined;
  /** Only calls that came in at that time or later, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** At most so many, the latest ones. */
  readonly limit?: number | undefined;
}

/** How much is kept. */
export interface CallHistoryOptions {
  /** The oldest calls beyond so many are forgotten. @default 1000 */
  readonly maxEntries?: number | undefined;
}

interface Start {
  readonly at: number;
  readonly input: unknown;
}

/** The calls that ended, in the order of their ends. Bounded; plain JSON throughout. */
export class CallHistory {
  readonly #maxEntries: number;
  /** By call id: several calls at once may have the same one, if a model says so. */
  readonly #started = new Map<string, readonly Start[]>();
  #records: CallRecord[] = [];

  constructor({ maxEntries = 1_000 }: CallHistoryOptions = {}) {
    checkPositive(maxEntries, 'history: maxEntries');
    this.#maxEntries = maxEntries;
  }

  /** How many calls are recorded. */
  get size(): number {
    return this.#records.length;
  }

  /** Takes in an event of `events$`; a call is recorded at its end. */
  record(event: ToolEvent): void {
    if (event.type === 'started') {
      const { callId, at, input, repairedInput = input } = event;
      this.#started.set(callId, [...(this.#started.get(callId) ?? []), { at, input: repairedInput }]);
      return;
    }
    if (!('result' in event)) return;
    const [started, ...others] = this.#started.get(event.callId) ?? [];
    if (others.length === 0) this.#started.delete(event.callId);
    else this.#started.set(event.callId, others);
    const { result } = event;
    this.#records.push(
      Object.freeze({
        callId: event.callId,
        toolName: event.toolName,
        startedAt: started?.at ?? event.at,
        durationMs: event.durationMs,
        attempts: event.attempts,
        state: event.type === 'completed' ? 'success' : event.type === 'failed' ? 'error' : event.type,
        input: jsonOf(started?.input),
        text: result.toText(),
        ...(result.structuredContent === undefined ? {} : { structuredContent: jsonOf(result.structuredContent) }),
        ...(event.type === 'completed' ? {} : { error: event.error.toJSON() }),
      }),
    );
    if (this.#records.length > this.#maxEntries) this.#records.shift();
  }

  /** The calls that a query is about, the oldest first. */
  query({ toolName, state, since, limit }: CallQuery = {}): readonly CallRecord[] {
    const found = this.#records.filter((record) => {
      if (toolName !== undefined && record.toolName !== toolName) return false;
      if (state !== undefined && record.state !== state) return false;
      return since === undefined || record.startedAt >= since;
    });
    return limit === undefined ? found : found.slice(Math.max(0, found.length - limit));
  }

  /** Forgets all records. Calls that are under way are recorded at their end. */
  clear(): void {
    this.#records = [];
  }

  /** All records as plain data, oldest first. */
  toJSON(): readonly CallRecord[] {
    return [...this.#records];
  }
}

/** What has no JSON form is not worth losing the record for. */
function jsonOf(value: unknown): unknown {
  try {
    return toJsonValue(value);
  } catch {
    return null;
  }
}
