import type { ServedCall } from './served-call.js';

/** A caller that a worker runs calls for. */
interface WatchedCaller {
  readonly calls: Set<ServedCall>;
  seenAt: number;
  beatMs: number;
}

// A caller is gone after this many heartbeats.
const missedBeats = 3;

/** The callers of a worker, by the inboxes that their replies go to. */
export class CallerWatch {
  readonly #callers = new Map<string, WatchedCaller>();
  readonly #defaultBeatMs: number;
  #checkedAt = performance.now();

  /** @param defaultBeatMs - The time between two heartbeats of a caller that has not stated it, in milliseconds. */
  constructor(defaultBeatMs: number) {
    this.#defaultBeatMs = defaultBeatMs;
  }

  add(call: ServedCall): void {
    let caller = this.#callers.get(call.inbox);
    if (caller === undefined) {
      caller = { calls: new Set(), seenAt: performance.now(), beatMs: this.#defaultBeatMs };
      this.#callers.set(call.inbox, caller);
    }
    caller.calls.add(call);
  }

  delete(call: ServedCall): void {
    const caller = this.#callers.get(call.inbox);
    caller?.calls.delete(call);
    if (caller?.calls.size === 0) this.#callers.delete(call.inbox);
  }

  /** Records a heartbeat of a caller. */
  see(inbox: string, beatMs: number): void {
    const caller = this.#callers.get(inbox);
    if (caller === undefined) return;
    caller.seenAt = performance.now();
    if (beatMs > 0) caller.beatMs = beatMs;
  }

  /** Gives all callers the full time again, such as after an outage of the server. */
  reset(): void {
    for (const caller of this.#callers.values()) caller.seenAt = performance.now();
  }

  /** Returns the calls of callers that are gone. Call it at least once per heartbeat. */
  findAbandoned(): readonly ServedCall[] {
    const now = performance.now();
    // This process itself was busy, so that it could not read the heartbeats.
    if (now - this.#checkedAt > this.#defaultBeatMs * 2) this.reset();
    this.#checkedAt = now;
    return [...this.#callers.values()].flatMap(({ calls, seenAt, beatMs }) => {
      return now - seenAt > beatMs * missedBeats ? [...calls].filter(({ isWatched }) => isWatched) : [];
    });
  }

  /** Returns the calls by the inboxes of their callers. */
  entries(): Iterable<readonly [inbox: string, calls: ReadonlySet<ServedCall>]> {
    return [...this.#callers].map(([inbox, { calls }]) => [inbox, calls] as const);
  }
}
