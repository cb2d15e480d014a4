/** The limits of calls that wait for answers of their clients. */
export interface WaitingLimits {
  /** The largest number of waiting calls of one client. */
  readonly maxPerClient: number;
  /** The largest number of waiting calls of all clients. */
  readonly maxCalls: number;
  /** The largest sum of the sizes of all waiting calls, in bytes. */
  readonly maxBytes: number;
}

/** A call that waits for answers of its client. */
export interface WaitingCall {
  readonly id: string;
  /** The client that the call is counted for. */
  readonly client: string;
  /** The size of what the call retains, in bytes. */
  readonly bytes: number;
}

/** A call that can no longer wait, and the limit that was exceeded. */
export interface Eviction<Call extends WaitingCall> {
  readonly call: Call;
  readonly limit: keyof WaitingLimits;
}

/** The calls that wait for answers, within limits. A call that would exceed a limit displaces the oldest ones. */
export class WaitingCalls<Call extends WaitingCall> {
  readonly #limits: WaitingLimits;
  /** The calls and their sizes when they began to wait, the oldest first. */
  readonly #calls = new Map<string, { readonly call: Call; readonly bytes: number }>();
  #bytes = 0;

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  /** Adds a call, and returns the calls that can no longer wait: the added one itself if it is larger than `maxBytes`. */
  add(call: Call): readonly Eviction<Call>[] {
    const { maxPerClient, maxCalls, maxBytes } = this.#limits;
    const { bytes, client } = call;
    if (bytes > maxBytes) return [{ call, limit: 'maxBytes' }];
    this.delete(call.id);
    this.#calls.set(call.id, { call, bytes });
    this.#bytes += bytes;
    const ofClient = [...this.#calls.values()].filter((one) => one.call.client === client);
    const excess = ofClient.slice(0, Math.max(0, ofClient.length - Math.floor(maxPerClient)));
    const evictions: Eviction<Call>[] = excess.map((one) => ({ call: one.call, limit: 'maxPerClient' }));
    for (const { call: evicted } of evictions) this.delete(evicted.id);
    for (const one of this.#calls.values()) {
      const limit = this.#calls.size > maxCalls ? 'maxCalls' : this.#bytes > maxBytes ? 'maxBytes' : undefined;
      if (limit === undefined) break;
      evictions.push({ call: one.call, limit });
      this.delete(one.call.id);
    }
    return evictions;
  }

  /** Removes a call that no longer waits. Has no effect on any other call. */
  delete(id: string): void {
    this.#bytes -= this.#calls.get(id)?.bytes ?? 0;
    this.#calls.delete(id);
  }
}
