import { RateLimitError } from '../../../base/errors/errors.js';
import { mergeLimits } from '../../../base/options/merge-limits.js';
import { errorMeta } from '../protocol/error-meta.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { McpCluster } from './cluster/cluster-options.js';
import { ClusterRounds, type ForwardedTrip, type LocalRounds } from './cluster-rounds.js';
import type { LocalTasks } from './local-tasks.js';
import {
  type ContinuingTrip,
  MultiRoundTripCall,
  type RoundTrip,
  type RoundTripResult,
} from './multi-round-trip-call.js';
import { type McpWaitingLimits, waitingDefaults } from './serve-options.js';
import { type Eviction, WaitingCalls, type WaitingLimits } from './waiting-calls.js';

/**
 * The calls that wait for answers of their clients. From protocol version 2026-07-28 on, a server sends no requests: it
 * responds to a call with its questions, and the client repeats the call with the answers (specification,
 * basic/patterns/mrtr). The tool waits in this process, so the number and the size of such calls are limited.
 */
export class MultiRoundTrips implements LocalRounds {
  readonly #limits: WaitingLimits;
  /** All calls that have asked, whether they wait or have resumed. */
  readonly #calls = new Map<string, MultiRoundTripCall>();
  readonly #waiting: WaitingCalls<MultiRoundTripCall>;
  /** The limits that ended the latest evicted calls, by the ID of the call. An error would retain its stack. */
  readonly #evicted = new Map<string, keyof WaitingLimits>();

  readonly #tasks: LocalTasks;
  readonly #cluster: ClusterRounds | undefined;

  /**
   * @param tasks - Stores the calls that become tasks.
   * @param cluster - The other nodes, on which calls may wait too.
   * @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0.
   */
  constructor(tasks: LocalTasks, limits?: McpWaitingLimits, cluster?: McpCluster) {
    this.#tasks = tasks;
    this.#limits = mergeLimits(waitingDefaults, limits, 'waitingCalls');
    this.#waiting = new WaitingCalls(this.#limits);
    const { events, rounds } = cluster ?? {};
    this.#cluster = events && rounds && new ClusterRounds({ events, rounds }, this);
  }

  /** Begins or continues a call. Throws an McpProtocolError if the call no longer waits for this client. */
  async handle(trip: RoundTrip): Promise<RoundTripResult> {
    const { callId } = trip;
    if (callId === undefined) return this.#start(trip);
    const isElsewhere = !this.#calls.has(callId) && !this.#evicted.has(callId);
    if (isElsewhere && this.#cluster !== undefined) {
      return this.#cluster.continue(trip, callId, () => this.#start({ ...trip, callId: undefined }));
    }
    return this.#run(this.#find(trip, callId), trip);
  }

  /** Continues a call whose answer another node has received. Resolves to undefined if it does not wait here. */
  async continue(trip: ForwardedTrip): Promise<RoundTripResult | undefined> {
    this.#checkEviction(trip.callId);
    const call = this.#calls.get(trip.callId);
    return call === undefined ? undefined : this.#run(this.#find(trip, trip.callId), trip);
  }

  /** Cancels a call that runs again on another node. */
  drop(callId: string): void {
    const call = this.#calls.get(callId);
    this.#forget(callId);
    call?.cancel();
  }

  async #start(trip: RoundTrip): Promise<RoundTripResult> {
    const call = this.#begin(trip);
    const result = await this.#run(call, trip);
    if (result.kind !== 'input_required') return result;
    try {
      await this.#cluster?.hold(call.id, trip);
    } catch (error) {
      // No other node could find it.
      this.drop(call.id);
      throw error;
    }
    return result;
  }

  async #run(call: MultiRoundTripCall, trip: ContinuingTrip): Promise<RoundTripResult> {
    this.#waiting.delete(call.id);
    let isWaiting = false;
    try {
      const result = await call.handle(trip);
      isWaiting = result.kind === 'input_required';
      if (isWaiting) this.#wait(call);
      return result;
    } finally {
      // Also if the client has gone: no other request can continue a call that has ended.
      if (!isWaiting && this.#calls.delete(call.id)) this.#cluster?.end(call.id);
    }
  }

  /** Cancels all waiting calls. */
  close(): void {
    void this.#cluster?.close().catch(() => undefined);
    for (const call of this.#calls.values()) call.cancel();
    for (const { id } of this.#calls.values()) this.#forget(id);
    this.#evicted.clear();
  }

  #begin(trip: RoundTrip): MultiRoundTripCall {
    return new MultiRoundTripCall(trip, {
      onExpired: (id) => this.#forget(id),
      becomeTask: (call) => this.#tasks.add(call),
    });
  }

  #find({ owner, callee }: Pick<RoundTrip, 'owner' | 'callee'>, callId: string): MultiRoundTripCall {
    this.#checkEviction(callId);
    const call = this.#calls.get(callId);
    if (call !== undefined && call.owner === owner && call.callee === callee) return call;
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
