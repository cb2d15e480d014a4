import type { OptionNames } from '../base/options/check-options.js';
import { positive } from '../base/options/option-rules.js';
import type { Unsubscribe } from './event-bus.js';

/** A value in a record store. */
export interface StoredRecord {
  readonly key: string;
  /** The value, as JSON data. */
  readonly value: unknown;
  /** The number of the write that stored the value. Each write of a store has a higher number than those before. */
  readonly revision: number;
}

/** A change of a record store. */
export interface RecordChange {
  readonly key: string;
  /** The record after the change. Undefined for a record that was deleted. */
  readonly record: StoredRecord | undefined;
}

/**
 * Stores JSON values by key, for a limited time. A write names the revision that it replaces, so that of two processes
 * that write at the same time one succeeds, and the other one is refused. The stores of sessions, rounds, tasks and
 * effects are built on it.
 */
export interface RecordStore {
  /** Resolves to the record of a key; to undefined if none exists. */
  get(key: string): Promise<StoredRecord | undefined>;
  /** Stores a value under a key that has none. Resolves to its revision; to undefined if the key has a value. */
  create(key: string, value: unknown): Promise<number | undefined>;
  /** Replaces the value of a revision. Resolves to the new revision; to undefined if another write came first. */
  update(key: string, value: unknown, revision: number): Promise<number | undefined>;
  /** Deletes a record. Resolves to false if it does not exist, or has another revision than the one that is passed. */
  delete(key: string, revision?: number): Promise<boolean>;
  /** Resolves to all records. */
  list(): Promise<readonly StoredRecord[]>;
  /**
   * Passes the current record of a key, or all records, and each later change to a listener. Of changes in quick succession,
   * it may pass the last one only. After an interruption, the listener may receive a record again.
   *
   * @param key - The key to watch. @default all keys
   */
  watch(listener: (change: RecordChange) => void, key?: string): Promise<Unsubscribe>;
}

/** The limits of a store. */
export interface StoreLimits {
  /** How long a record is retained after its last write, in milliseconds. */
  readonly maxAgeMs: number;
  /** The largest sum of the sizes of all records, in bytes of JSON text. */
  readonly maxBytes: number;
  /** The largest size of one record, in bytes of JSON text. */
  readonly maxValueBytes: number;
}

/** The names of the limits of a store. */
export const storeLimitNames: OptionNames<StoreLimits> = {
  maxAgeMs: positive,
  maxBytes: positive,
  maxValueBytes: positive,
};

const hourMs = 3_600_000;
const mebibyte = 1_048_576;

/** The default limits of each kind of store. */
export const storeDefaults = Object.freeze({
  sessions: Object.freeze<StoreLimits>({ maxAgeMs: 24 * hourMs, maxBytes: 64 * mebibyte, maxValueBytes: mebibyte / 2 }),
  rounds: Object.freeze<StoreLimits>({ maxAgeMs: hourMs, maxBytes: 16 * mebibyte, maxValueBytes: mebibyte / 64 }),
  tasks: Object.freeze<StoreLimits>({ maxAgeMs: 24 * hourMs, maxBytes: 256 * mebibyte, maxValueBytes: mebibyte / 2 }),
  effects: Object.freeze<StoreLimits>({
    maxAgeMs: 7 * 24 * hourMs,
    maxBytes: 256 * mebibyte,
    maxValueBytes: mebibyte / 2,
  }),
});
