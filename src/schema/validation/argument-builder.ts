import type { JsonSchema } from '../../json-schema.js';
import { type InputContract } from '../input/input-contract.js';
import { wrapSoleArgument } from '../input/input-parts.js';
import { isPlainObject } from './copy-json.js';

type Fields = Record<string, unknown>;

/** Puts a schema's defaults into arguments that are the pipeline's own. */
export type FillDefaults = (args: Fields) => void;

/**
 * Composes how the defaults of a schema are filled: those of its own properties, and those of properties that are plain
 * objects themselves. Arguments are accepted first: a model is not judged by what it did not send.
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

/** Copies a default for one call: a method may change the array that it was given. */
export function copyDefault(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

/** A bound parameter, as far as placing its value goes. */
export interface BoundParameter {
  readonly parameter: string;
  /** Whether it is a property of the one schema that describes all arguments. */
  readonly isOfRoot: boolean;
}

/** The values of bindings, by parameter; a parameter is missing where the method's own default stands in. */
export type BoundArguments = Readonly<Fields>;

/**
 * Lays out accepted arguments as the executor takes them, and puts the bound values among them: by identity, after the
 * validation, so that a bound value is never validated, coerced or copied.
 */
export function bindArguments(
  contract: InputContract,
  parameters: readonly BoundParameter[],
): (value: Fields, bound: BoundArguments | undefined) => Fields {
  const { layout, rootName, parse } = contract;
  return (value, bound) => {
    const args = layout === 'root' ? wrapSoleArgument(value) : value;
    if (bound === undefined) return args;
    const root = rootName === undefined ? args : (args[rootName] as Fields);
    for (const { parameter, isOfRoot } of parameters) {
      // What a parser made of the root has its bound values already, under the names of its own.
      if (!Object.hasOwn(bound, parameter) || (isOfRoot && parse !== undefined)) continue;
      (isOfRoot ? root : args)[parameter] = bound[parameter];
    }
    return args;
  };
}
