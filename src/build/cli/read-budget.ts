import { UsageFailure } from './shared/declaration.js';

/**
 * Reads the option `--budget`. Returns undefined without it.
 *
 * @throws UsageFailure if it is no number of tokens.
 */
export function readBudget(budget: string | undefined): number | undefined {
  if (budget === undefined) return undefined;
  if (/^\d{1,12}$/.test(budget)) return Number(budget);
  throw new UsageFailure(`--budget must be a number of tokens, not '${budget}'.`);
}
