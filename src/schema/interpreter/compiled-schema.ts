import type { CheckBudget } from './check-budget.js';
import type { SchemaFailure } from './schema-failure.js';

/** A schema that is ready for validation, with a check that ends at the first failure and a list of all failures. */
export interface CompiledSchema {
  /** Checks whether a value is valid. A value that exceeds the budget is not. */
  readonly accepts: (value: unknown, budget?: CheckBudget) => boolean;
  /** Returns all failures of a value, or only the failure that exceeded the budget. */
  readonly failures: (value: unknown, budget?: CheckBudget) => readonly SchemaFailure[];
}
