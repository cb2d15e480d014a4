import { DefinitionError } from '../../base/errors/errors.js';
import { listNames } from './list-names.js';
import { nearestNames } from './nearest-names.js';

/** Creates the error of an option that names an unknown tool. It suggests the nearest name. */
export function createUnknownNameError(option: string, unknown: string, names: readonly string[]): DefinitionError {
  const near = nearestNames(unknown, names);
  const hint = near.length === 0 ? `The tools are ${listNames(names) || 'none'}.` : `Did you mean '${near[0]}'?`;
  return new DefinitionError(`${option}: there is no tool named '${unknown}'. ${hint}`);
}
