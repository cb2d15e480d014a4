import { ToolExecutionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { positive } from '../../base/options/option-rules.js';

/**
 * A store of programs that wait for an approval. Several processes may share it. What it returns is checked against the
 * signed token of the approval, so that it need not be trusted.
 */
export interface SnapshotStore {
  /**
   * Stores bytes until `expiresAt`, in milliseconds since 1970. IDs consist of letters, digits, `-` and `.`.
   *
   * Rejects if the store is full.
   */
  put(id: string, bytes: Uint8Array, expiresAt: number): Promise<void>;
  /** Returns the bytes. Resolves to undefined if there are none, or they have expired. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** Removes the bytes, if there are any. */
  delete(id: string): Promise<void>;
}

/** The limits of a store of snapshots. */
export interface SnapshotLimits {
  /** The size of all snapshots, in bytes. @default 67108864 */
  readonly maxBytes?: number | undefined;
  /** The time after which a snapshot is removed, in milliseconds. @default 604800000, one week */
  readonly maxAgeMs?: number | undefined;
}

interface StoredSnapshot {
  readonly bytes: Uint8Array;
  readonly expiresAt: number;
}

const limitNames: OptionNames<SnapshotLimits> = { maxBytes: positive, maxAgeMs: positive };

const weekMs = 604_800_000;

/** Fills in the defaults of the limits of a store. @throws DefinitionError if one is unknown or invalid. */
export function checkSnapshotLimits(limits: SnapshotLimits, where: string): Required<SnapshotLimits> {
  checkOptionNames(limits, limitNames, where);
  const { maxBytes = 64 * 1024 * 1024, maxAgeMs = weekMs } = limits;
  return { maxBytes, maxAgeMs };
}

/** Creates the error of a store that is full. */
export function createFullStoreError(maxBytes: number): ToolExecutionError {
  return new ToolExecutionError(
    `The program cannot wait for an approval: the store of waiting programs has reached its limit of ${maxBytes} bytes.`,
  );
}

/** Stores waiting programs in this process. They are lost when it ends. */
export class MemorySnapshotStore implements SnapshotStore {
  readonly #limits: Required<SnapshotLimits>;
  readonly #stored = new Map<string, StoredSnapshot>();

  /** @throws DefinitionError if a limit is unknown or invalid. */
  constructor(limits: SnapshotLimits = {}) {
    this.#limits = checkSnapshotLimits(limits, 'new MemorySnapshotStore()');
  }

  async put(id: string, bytes: Uint8Array, expiresAt: number): Promise<void> {
    const { maxBytes, maxAgeMs } = this.#limits;
    const now = Date.now();
    let total = bytes.length;
    for (const [other, stored] of this.#stored) {
      if (stored.expiresAt <= now || other === id) this.#stored.delete(other);
      else total += stored.bytes.length;
    }
    if (total > maxBytes) throw createFullStoreError(maxBytes);
    this.#stored.set(id, { bytes: bytes.slice(), expiresAt: Math.min(expiresAt, now + maxAgeMs) });
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    const stored = this.#stored.get(id);
    return stored === undefined || stored.expiresAt <= Date.now() ? undefined : stored.bytes.slice();
  }

  async delete(id: string): Promise<void> {
    this.#stored.delete(id);
  }
}
