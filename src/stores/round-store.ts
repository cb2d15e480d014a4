import { MemoryRecordStore, type MemoryStoreLimits } from './memory-record-store.js';
import { type RecordStore, storeDefaults } from './record-store.js';

/** A call that waits in the memory of one node for an answer of its client. */
export interface HeldRound {
  readonly callId: string;
  /** The ID of the node whose memory has the call. */
  readonly nodeId: string;
  readonly toolName: string;
  /** The subject of the client. Undefined without authorization. */
  readonly owner?: string | undefined;
  /** Whether the call may run again from its beginning. */
  readonly isIdempotent: boolean;
}

/** Stores which node has each call that waits for an answer of its client. */
export interface RoundStore {
  /** Stores where a call waits. */
  hold(round: HeldRound): Promise<void>;
  /** Resolves to the round of a call; to undefined if the call does not wait, or has waited too long. */
  find(callId: string): Promise<HeldRound | undefined>;
  /**
   * Removes a round from a node. Of several concurrent attempts, one resolves to true: it may run the call again. The
   * others, and those for a round that the node no longer has, resolve to false.
   */
  take(callId: string, nodeId: string): Promise<boolean>;
}

/** A round store in a record store. */
export class RecordRoundStore implements RoundStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async hold(round: HeldRound): Promise<void> {
    const { callId } = round;
    if ((await this.#records.create(callId, round)) !== undefined) return;
    const record = await this.#records.get(callId);
    const revision = record && (await this.#records.update(callId, round, record.revision));
    // Another write came first.
    if (revision === undefined) await this.hold(round);
  }

  async find(callId: string): Promise<HeldRound | undefined> {
    return (await this.#records.get(callId))?.value as HeldRound | undefined;
  }

  async take(callId: string, nodeId: string): Promise<boolean> {
    const record = await this.#records.get(callId);
    if (record === undefined || (record.value as HeldRound).nodeId !== nodeId) return false;
    return this.#records.delete(callId, record.revision);
  }
}

/** A round store in the memory of one process. By default it retains a round for an hour. */
export class MemoryRoundStore extends RecordRoundStore {
  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(limits?: Partial<MemoryStoreLimits>) {
    super(new MemoryRecordStore(storeDefaults.rounds, limits));
  }
}
