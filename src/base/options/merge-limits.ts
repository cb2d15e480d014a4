import { checkOptionNames } from './check-options.js';
import { type KnownOptions, type OptionRule, optionsOf, positive } from './option-rules.js';

/** Creates the rule of limits that have defaults. A limit is a number above 0, which may be Infinity. */
export function limitsOf<T extends object>(defaults: T): OptionRule<Partial<T>> {
  return optionsOf<Partial<T>>(limitNames(defaults));
}

function limitNames(defaults: object): KnownOptions {
  return Object.fromEntries(Object.keys(defaults).map((name) => [name, positive]));
}

/**
 * Returns limits with the defaults filled in. A limit may be Infinity.
 *
 * @throws DefinitionError that begins with `where` if a limit does not exist or is not a number above 0.
 */
export function mergeLimits<T extends object>(defaults: T, limits: Partial<T> | undefined, where: string): T {
  if (limits === undefined) return defaults;
  checkOptionNames(limits, limitNames(defaults), where);
  const set = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return Object.freeze({ ...defaults, ...Object.fromEntries(set) });
}
