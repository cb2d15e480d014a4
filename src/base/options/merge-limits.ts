import { DefinitionError } from '../errors/errors.js';
import { previewValue } from '../values/value-preview.js';
import { checkOptionNames, type OptionNames } from './check-options.js';
import type { KnownOptions } from './option-rules.js';

/** Returns the names of limits that have defaults. */
export function limitNames<T extends object>(defaults: T): OptionNames<T> {
  return Object.fromEntries(Object.keys(defaults).map((name) => [name, true])) as OptionNames<T>;
}

/**
 * Returns limits with the defaults filled in. A limit may be Infinity.
 *
 * @throws DefinitionError that begins with `where` if a limit does not exist or is not a number above 0.
 */
export function mergeLimits<T extends object>(defaults: T, limits: Partial<T> | undefined, where: string): T {
  if (limits === undefined) return defaults;
  checkOptionNames(limits, limitNames(defaults) as KnownOptions, where);
  const set = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  for (const [name, limit] of set) {
    if (typeof limit === 'number' && limit > 0) continue;
    throw new DefinitionError(`${where}.${name} must be a number above 0, not ${previewValue(limit)}.`);
  }
  return Object.freeze({ ...defaults, ...Object.fromEntries(set) });
}
