import { SigningKeys } from '../../../base/runtime/signing-keys.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { checkCluster } from './cluster/cluster-options.js';
import { LocalTasks } from './local-tasks.js';
import type { InputRequired, RoundTrip, RoundTripEnd, RoundTripTask } from './multi-round-trip-call.js';
import { MultiRoundTrips } from './multi-round-trips.js';
import type { ReplayedInput } from './replayed-call.js';
import { createReplayedRounds, type ReplayedRounds } from './replayed-rounds.js';
import type { RoundOptions } from './serve-options.js';
import { checkDeclared } from './undeclared-capability.js';

/** One request of a call, with the state that its client returns with the answers. */
export interface CallTrip extends Omit<RoundTrip, 'callId'> {
  /** The state that the client returned; undefined for the first request. */
  readonly requestState: unknown;
}

/** The state of a held call, which its client returns with the answers. It does not expire: the call that it names does. */
type HeldState = Pick<InputRequired, 'callId' | 'round'>;

// Identifies the signed content, so that the key can be used for other signatures too.
const prefix = 'toolwright-held-1';

/**
 * The rounds of calls: a call that asks its client is answered with its questions, and continues with the request that
 * has the answers (specification 2026-07-28, basic/patterns/mrtr). It waits in this process, or runs again.
 */
export class CallRounds {
  /** The tasks whose calls run in this process. */
  readonly tasks: LocalTasks;
  readonly #held: MultiRoundTrips;
  readonly #replayed: ReplayedRounds | undefined;
  #keys: SigningKeys | undefined;

  /** @throws DefinitionError on an invalid limit of waiting calls, and on invalid options of rounds. */
  constructor({ waitingCalls, transport, tasks, ...rounds }: RoundOptions = {}) {
    const cluster = checkCluster(rounds);
    this.tasks = new LocalTasks(tasks);
    this.#held = new MultiRoundTrips(this.tasks, waitingCalls, cluster);
    this.#replayed = createReplayedRounds(rounds, transport);
    if (cluster?.rounds !== undefined) this.#keys = new SigningKeys(rounds.key, 'key');
  }

  /** Whether calls run again for each round of answers, except those that must wait. */
  get isReplaying(): boolean {
    return this.#replayed !== undefined;
  }

  /** Begins or continues a call. Throws an McpProtocolError if the state is not genuine or the call no longer waits. */
  async handle(trip: CallTrip): Promise<RoundTripEnd | RoundTripTask | ReplayedInput> {
    // A task has one run, whose questions follow its creation.
    const replayed = trip.becomesTask === true ? undefined : this.#replayed;
    const spec = replayed?.toolOf(trip);
    if (replayed !== undefined && spec !== undefined) return replayed.handle({ ...trip, spec });
    const response = await this.#held.handle({ ...trip, callId: this.#callIdIn(trip.requestState) });
    if (response.kind !== 'input_required') return response;
    const { kind, inputRequests, callId, round } = response;
    checkDeclared(inputRequests, trip.exchange.capabilities ?? {});
    const state: HeldState = { callId, round };
    return { kind, inputRequests, requestState: this.#stateKeys.seal(prefix, JSON.stringify(state)) };
  }

  /** Cancels the calls that wait for answers of their clients, and all tasks of this process. */
  close(): void {
    this.#held.close();
    this.tasks.close();
  }

  /**
   * Without a cluster, the key belongs to this process, because the calls that the state identifies wait only here. It is
   * created with the first question, because Workers generate no random values before the first request.
   */
  get #stateKeys(): SigningKeys {
    this.#keys ??= new SigningKeys(crypto.getRandomValues(new Uint8Array(32)), 'key');
    return this.#keys;
  }

  #callIdIn(state: unknown): string | undefined {
    if (state === undefined) return undefined;
    const json = this.#stateKeys.open(prefix, state);
    if (json !== undefined) return (JSON.parse(json) as HeldState).callId;
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'Invalid or expired requestState.');
  }
}
