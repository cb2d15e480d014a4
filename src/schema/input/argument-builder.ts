import { type InputContract } from './input-contract.js';
import { wrapSoleArgument } from './input-parts.js';

type Fields = Record<string, unknown>;

/** A bound parameter and the location of its value in the arguments. */
export interface BoundParameter {
  readonly parameter: string;
  /** Whether the parameter is a property of the schema that describes all arguments. */
  readonly isOfRoot: boolean;
}

/** The values of bindings, by parameter. A parameter is absent if the method's own default applies. */
export type BoundArguments = Readonly<Fields>;

/**
 * Returns a function that arranges validated arguments for the executor and adds the bound values. They are added after
 * the validation and by reference, so a bound value is never validated, coerced or copied.
 */
export function bindArguments(
  contract: InputContract,
  parameters: readonly BoundParameter[],
): (value: Fields, bound: BoundArguments | undefined) => Fields {
  const { layout, rootName, parse, definedName = (name: string) => name } = contract;
  return (value, bound) => {
    const args = layout === 'root' ? wrapSoleArgument(value) : value;
    if (bound === undefined) return args;
    const root = rootName === undefined ? args : (args[rootName] as Fields);
    for (const { parameter, isOfRoot } of parameters) {
      // A parsed root already contains its bound values, under its own property names.
      if (!Object.hasOwn(bound, parameter) || (isOfRoot && parse !== undefined)) continue;
      (isOfRoot ? root : args)[definedName(parameter)] = bound[parameter];
    }
    return args;
  };
}
