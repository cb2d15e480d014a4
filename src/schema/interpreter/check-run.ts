import type { CheckBudget } from './check-budget.js';
import type { Place } from './place.js';
import type { SchemaFailure } from './schema-failure.js';

// Each further failure costs time to find and to describe, and no one reads it.
const maxFailures = 1_000;

/** A check of one value against one schema or keyword. */
export type Check = (data: unknown, run: CheckRun, at: Place) => boolean;

/** One validation of a value: its budget and, if it collects them, its failures. */
export class CheckRun {
  readonly budget: CheckBudget;
  readonly #failures: SchemaFailure[] | undefined;
  #silent: CheckRun | undefined;

  /** @param failures - The list for the failures. Without it, the first failure ends the validation. */
  constructor(budget: CheckBudget, failures?: SchemaFailure[]) {
    this.budget = budget;
    this.#failures = failures;
  }

  /** Whether the validation continues after a failure. */
  get collects(): boolean {
    return this.#failures !== undefined && this.#failures.length < maxFailures;
  }

  /** The run for conditions: it shares the budget and records no failures. */
  get silent(): CheckRun {
    if (this.#failures === undefined) return this;
    this.#silent ??= new CheckRun(this.budget);
    return this.#silent;
  }

  /** The number of failures so far. */
  get failureCount(): number {
    return this.#failures?.length ?? 0;
  }

  /** Records a failure. Returns false, which is the result of the check that failed. */
  fail(create: () => SchemaFailure): false {
    if (this.collects) this.#failures?.push(create());
    return false;
  }

  /** Removes all but the first `count` failures. */
  keepFirst(count: number): void {
    if (this.#failures !== undefined) this.#failures.length = Math.min(this.#failures.length, count);
  }

  /** Runs the checks of one value in order. Stops at the first failure, unless the run collects failures. */
  all(checks: readonly Check[], data: unknown, at: Place): boolean {
    let isValid = true;
    for (const check of checks) {
      if (check(data, this, at)) continue;
      isValid = false;
      if (!this.collects) return false;
    }
    return isValid;
  }

  /** Checks items in order. Stops at the first failure, unless the run collects failures. */
  every<T>(items: readonly T[], check: (item: T, index: number) => boolean): boolean {
    let isValid = true;
    for (let index = 0; index < items.length; index++) {
      if (check(items[index] as T, index)) continue;
      isValid = false;
      if (!this.collects) return false;
    }
    return isValid;
  }
}
