import { RateLimitError } from '../../errors.js';
import { mergeLimits } from '../../merge-limits.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { errorMeta } from '../protocol/error-meta.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { MultiRoundTripCall, type RoundTrip, type RoundTripResult } from './multi-round-trip-call.js';
import { type McpWaitingLimits, waitingDefaults } from './serve-options.js';
import { type Eviction, WaitingCalls, type WaitingLimits } from './waiting-calls.js';

/**
 * The calls that wait for answers of their clients. From protocol version 2026-07-28 on, a server sends no requests: it
 * responds to a call with its questions, and the client repeats the call with the answers (specification,
 * basic/patterns/mrtr). The tool waits in this process, so the number and the size of such calls are limited.
 */
export class MultiRoundTrips {
  readonly #limits: WaitingLimits;
  /** All calls that have asked, whether they wait or have resumed. */
  readonly #calls = new Map<string, MultiRoundTripCall>();
  readonly #waiting: WaitingCalls<MultiRoundTripCall>;
  /** The limits that ended the latest evicted calls, by the ID of the call. An error would retain its stack. */
  readonly #evicted = new Map<string, keyof WaitingLimits>();

  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(limits?: McpWaitingLimits) {
    this.#limits = mergeLimits(waitingDefaults, limits, 'waitingCalls');
    this.#waiting = new WaitingCalls(this.#limits);
  }

  /** Begins or continues a call. Throws an McpProtocolError if the call no longer waits for this client. */
  async handle(trip: RoundTrip): Promise<RoundTripResult> {
    const call = trip.callId === undefined ? this.#begin(trip) : this.#find(trip, trip.callId);
    this.#waiting.delete(call.id);
    const result = await call.handle(trip);
    if (result.kind === 'result') this.#calls.delete(call.id);
    else this.#wait(call);
    return result;
  }

  /** Cancels all waiting calls. */
  close(): void {
    for (const call of this.#calls.values()) call.cancel();
    for (const { id } of this.#calls.values()) this.#forget(id);
    this.#evicted.clear();
  }

  #begin(trip: RoundTrip): MultiRoundTripCall {
    return new MultiRoundTripCall(trip, (id) => this.#forget(id));
  }

  #find({ owner, params }: RoundTrip, callId: string): MultiRoundTripCall {
    this.#checkEviction(callId);
    const call = this.#calls.get(callId);
    const name = isRecord(params) ? params.name : undefined;
    if (call !== undefined && call.owner === owner && call.toolName === name) return call;
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'This call no longer waits for answers. Call again.');
  }

  /** Makes a call wait, in place of the oldest ones if there are too many. Throws its error if it cannot wait itself. */
  #wait(call: MultiRoundTripCall): void {
    this.#calls.set(call.id, call);
    for (const eviction of this.#waiting.add(call)) this.#evict(eviction);
    this.#checkEviction(call.id);
  }

  #evict({ call, limit }: Eviction<MultiRoundTripCall>): void {
    this.#evicted.set(call.id, limit);
    for (const oldest of this.#evicted.keys()) {
      if (this.#evicted.size <= this.#limits.maxCalls) break;
      this.#evicted.delete(oldest);
    }
    this.#forget(call.id);
    call.cancel();
  }

  /** Throws an McpProtocolError if a call was evicted. */
  #checkEviction(callId: string): void {
    const limit = this.#evicted.get(callId);
    if (limit === undefined) return;
    const value = this.#limits[limit];
    const error = new RateLimitError(
      `The call was ended while it waited for an answer: too many calls were waiting (waitingCalls.${limit}: ${value}). ` +
        'Call again.',
      { details: { limit: `waitingCalls.${limit}`, value } },
    );
    throw new McpProtocolError(rpcErrorCodes.refused, error.toText(), errorMeta(error));
  }

  #forget(id: string): void {
    this.#calls.delete(id);
    this.#waiting.delete(id);
  }
}
