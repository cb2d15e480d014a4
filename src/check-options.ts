import { DefinitionError } from './errors.js';
import { nearestName } from './nearest-name.js';

/** The names of the options in `Options`. The compiler checks that none is missing. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Refuses options that do not exist, so that a misspelled one is not ignored. An unknown option that is undefined is passed
 * over: code that passes options on may set it.
 *
 * @param where - The function that takes the options, for the error.
 * @throws DefinitionError that names the nearest known option, or all of them.
 */
export function checkOptionNames(options: object, known: Readonly<Record<string, true>>, where: string): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? `The options are ${names.join(', ')}.` : `Did you mean '${nearest}'?`;
    throw new DefinitionError(`${where}: there is no option '${name}'. ${hint}`);
  }
}
