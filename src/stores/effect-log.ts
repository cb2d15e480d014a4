import { DefinitionError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { number, string } from '../base/options/option-rules.js';
import { MemoryRecordStore, type MemoryStoreLimits } from './memory-record-store.js';
import { type RecordStore, type StoreLimits, storeDefaults, storeLimitNames } from './record-store.js';

/** The answer to the claim of an effect. */
export type EffectClaim =
  /** The caller has claimed the effect, and causes it now. */
  | { readonly state: 'claimed' }
  /** The effect has happened. `result` is what was recorded for it. */
  | { readonly state: 'done'; readonly result: unknown }
  /** Another caller has claimed the effect and not completed it: it may have happened, or not. */
  | {
      readonly state: 'unknown';
      /** The name that the other caller gave itself. */
      readonly by: string | undefined;
      /** The time of its claim, in milliseconds since 1970. */
      readonly claimedAt: number;
    };

/** The options of a claim. */
export interface EffectClaimOptions {
  /** The name of the caller, for those who find the effect claimed. @default none */
  readonly by?: string | undefined;
  /** The time until which the claim must be retained, in milliseconds since 1970. @default as long as the log retains it */
  readonly retainUntil?: number | undefined;
}

/**
 * Records which effects have been claimed and completed, so that each of them happens at most once, in whichever process
 * it is attempted.
 */
export interface EffectLog {
  /**
   * Claims an effect. Of several concurrent claims, exactly one resolves to `claimed`.
   *
   * @throws DefinitionError if the log does not retain the claim until `retainUntil`.
   * @throws RateLimitError if the log is full.
   */
  claim(key: string, options?: EffectClaimOptions): Promise<EffectClaim>;
  /** Records the result of an effect, as JSON data. The first result is retained. */
  complete(key: string, result: unknown): Promise<void>;
  /** Removes the claim of an effect that has certainly not happened. A completed effect remains. */
  release(key: string): Promise<void>;
}

interface EffectRecord {
  readonly by?: string | undefined;
  readonly claimedAt: number;
  readonly isDone?: true;
  readonly result?: unknown;
}

const claimNames: OptionNames<EffectClaimOptions> = { by: string, retainUntil: number };

/** An effect log in a record store. */
export class RecordEffectLog implements EffectLog {
  readonly #records: RecordStore;
  readonly #maxAgeMs: number;

  /** @param limits - The limits of the store, which state how long it retains a record. */
  constructor(records: RecordStore, limits: Pick<StoreLimits, 'maxAgeMs'> & Partial<StoreLimits>) {
    checkOptionNames(limits, storeLimitNames, 'new RecordEffectLog()');
    this.#records = records;
    this.#maxAgeMs = limits.maxAgeMs;
  }

  async claim(key: string, options: EffectClaimOptions = {}): Promise<EffectClaim> {
    checkOptionNames(options, claimNames, 'claim');
    const { by, retainUntil = 0 } = options;
    const claimedAt = Date.now();
    if (retainUntil > claimedAt + this.#maxAgeMs) {
      throw new DefinitionError(
        `The effect log retains a claim for ${this.#maxAgeMs} ms (maxAgeMs), which is too short: it is needed until ` +
          `${new Date(retainUntil).toISOString()}.`,
      );
    }
    const record: EffectRecord = by === undefined ? { claimedAt } : { by, claimedAt };
    if ((await this.#records.create(key, record)) !== undefined) return { state: 'claimed' };
    const found = (await this.#records.get(key))?.value as EffectRecord | undefined;
    // The record was released or has expired in between.
    if (found === undefined) return this.claim(key, { by, retainUntil });
    return found.isDone === true
      ? { state: 'done', result: found.result }
      : { state: 'unknown', by: found.by, claimedAt: found.claimedAt };
  }

  async complete(key: string, result: unknown): Promise<void> {
    const found = await this.#records.get(key);
    const claim = (found?.value ?? { claimedAt: Date.now() }) as EffectRecord;
    if (claim.isDone === true) return;
    const record: EffectRecord = { ...claim, isDone: true, result };
    const revision =
      found === undefined
        ? await this.#records.create(key, record)
        : await this.#records.update(key, record, found.revision);
    if (revision === undefined) await this.complete(key, result);
  }

  async release(key: string): Promise<void> {
    const found = await this.#records.get(key);
    if (found === undefined || (found.value as EffectRecord).isDone === true) return;
    await this.#records.delete(key, found.revision);
  }
}

/** An effect log in the memory of one process. By default it retains a claim for seven days. */
export class MemoryEffectLog extends RecordEffectLog {
  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(limits?: Partial<MemoryStoreLimits>) {
    super(new MemoryRecordStore(storeDefaults.effects, limits), {
      maxAgeMs: limits?.maxAgeMs ?? storeDefaults.effects.maxAgeMs,
    });
  }
}
