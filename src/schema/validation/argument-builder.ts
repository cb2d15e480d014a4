import type { JsonSchema } from '../../json-schema.js';
import { type InputContract } from '../input/input-contract.js';
import { wrapSoleArgument } from '../input/input-parts.js';
import { isPlainObject } from './copy-json.js';

type Fields = Record<string, unknown>;

/** A function that adds a schema's defaults to arguments. The pipeline owns them, so it may change them. */
export type FillDefaults = (args: Fields) => void;

/**
 * Composes the function that fills in the defaults of a schema, including those of nested objects. Call it after the
 * validation, so that a default that violates the schema does not make a call invalid.
 */
export function composeDefaults(schema: JsonSchema): FillDefaults | undefined {
  const steps: FillDefaults[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object') continue;
    if ('default' in property) steps.push(ownDefault(name, property.default));
    const fill = composeDefaults(property);
    if (fill !== undefined) steps.push(nestedDefaults(name, fill));
  }
  if (steps.length === 0) return undefined;
  return (args) => {
    for (const step of steps) step(args);
  };
}

function ownDefault(name: string, value: unknown): FillDefaults {
  return (args) => {
    if (ownValue(args, name) === undefined) args[name] = copyDefault(value);
  };
}

function nestedDefaults(name: string, fill: FillDefaults): FillDefaults {
  return (args) => {
    const value = ownValue(args, name);
    if (isPlainObject(value)) fill(value);
  };
}

function ownValue(args: Fields, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Copies a default for one call, because a method may change the value that it receives. */
export function copyDefault(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

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
