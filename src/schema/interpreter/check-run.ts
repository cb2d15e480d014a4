import { pointerOf } from '../../base/json/json-pointer.js';
import type { CheckBudget } from './check-budget.js';
import type { Place } from './place.js';
import type { SchemaFailure } from './schema-failure.js';

// Each further failure costs time to find and to describe, and no one reads it.
const maxFailures = 1_000;

/** A check of one value against one schema or keyword. */
export type Check = (data: unknown, run: CheckRun) => boolean;

/** The way from a schema to another one that applies with it, and the check of that schema. */
export interface Step {
  /** The keywords that lead to the schema, or the reference that does. */
  readonly path: readonly PropertyKey[] | string;
  readonly check: Check;
}

/**
 * One validation of a value: its budget, the way to the value and the schema that are checked now and, if it collects
 * them, its failures. The way has only what is known before the validation, so that nothing is created for a valid value.
 */
export class CheckRun implements Place {
  readonly budget: CheckBudget;
  readonly #steps: Step[] = [];
  /** The name or the index that each step adds to the location in the value; undefined if it adds none. */
  readonly #members: (PropertyKey | undefined)[] = [];
  #depth = 0;
  #failures: SchemaFailure[] | undefined;

  /** @param failures - The list for the failures. Without it, the first failure ends the validation. */
  constructor(budget: CheckBudget, failures?: SchemaFailure[]) {
    this.budget = budget;
    this.#failures = failures;
  }

  /** Whether the validation continues after a failure. */
  get collects(): boolean {
    return this.#failures !== undefined && this.#failures.length < maxFailures;
  }

  /** The number of failures so far. */
  get failureCount(): number {
    return this.#failures?.length ?? 0;
  }

  get instancePath(): string {
    return pointerOf(this.#members.slice(0, this.#depth).filter((member) => member !== undefined));
  }

  get schemaPath(): string {
    return this.#steps
      .slice(0, this.#depth)
      .reduce((pointer, { path }) => (typeof path === 'string' ? path : pointer + pointerOf(path)), '#');
  }

  /** Checks a member of the current value. Without a member, the current value itself. A check that throws ends the run. */
  member(member: PropertyKey | undefined, step: Step, value: unknown): boolean {
    const depth = this.#depth;
    this.#steps[depth] = step;
    this.#members[depth] = member;
    this.#depth = depth + 1;
    const isValid = step.check(value, this);
    this.#depth = depth;
    return isValid;
  }

  /** Checks the current value against a further schema. */
  inside(step: Step, data: unknown): boolean {
    return this.member(undefined, step, data);
  }

  /** Checks the current value against a schema whose failures are not reported, such as a condition. */
  silently(step: Step, data: unknown): boolean {
    const failures = this.#failures;
    this.#failures = undefined;
    const isValid = this.inside(step, data);
    this.#failures = failures;
    return isValid;
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

/** Combines the checks of one value into one, which runs them in order. */
export function inOrder(checks: readonly Check[]): Check {
  const [first = acceptAll] = checks;
  if (checks.length < 2) return first;
  return (data, run) => {
    let isValid = true;
    for (const check of checks) {
      if (check(data, run)) continue;
      isValid = false;
      if (!run.collects) return false;
    }
    return isValid;
  };
}

/** The check that accepts every value. */
export function acceptAll(): boolean {
  return true;
}
