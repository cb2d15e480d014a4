/** A call of the routes that waits for a decision, and the request that made it. */
export interface DeferredCall<Call extends WaitingCall, Request extends object> {
  readonly call: Call;
  readonly request: Request;
  /** The subject of the caller. Undefined for all callers without one, who share their room. */
  readonly subject: string | undefined;
}

interface WaitingCall {
  readonly token: string;
  readonly input: unknown;
  readonly expiresAt: number;
}

// A request occupies some kilobytes.
const maxCalls = 10_000;
const maxCallsOfCaller = 100;
/** In characters of the arguments as JSON. */
const maxSizeOfCaller = 1_048_576;

/** The calls that wait for a decision. A caller who has too many loses the oldest of them, and no call of another one. */
export class DeferredCalls<Call extends WaitingCall, Request extends object> {
  /** The calls by token, the oldest first. */
  readonly #calls = new Map<string, DeferredCall<Call, Request> & { readonly size: number }>();

  get(token: string): DeferredCall<Call, Request> | undefined {
    return this.#calls.get(token);
  }

  add(deferred: DeferredCall<Call, Request>): void {
    const { token, input } = deferred.call;
    this.#calls.set(token, { ...deferred, size: JSON.stringify(input).length });
    this.#makeRoom(deferred.subject);
  }

  delete(token: string): void {
    this.#calls.delete(token);
  }

  #makeRoom(subject: string | undefined): void {
    const now = Date.now();
    let [count, size] = [0, 0];
    for (const [token, one] of [...this.#calls].reverse()) {
      if (one.subject === subject) {
        count++;
        size += one.size;
      }
      const isTooMuch = count > maxCallsOfCaller || (count > 1 && size > maxSizeOfCaller);
      if (one.call.expiresAt <= now || (one.subject === subject && isTooMuch)) this.#calls.delete(token);
    }
    for (const token of this.#calls.keys()) {
      if (this.#calls.size <= maxCalls) return;
      this.#calls.delete(token);
    }
  }
}
