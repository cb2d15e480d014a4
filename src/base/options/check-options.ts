import { DefinitionError } from '../errors/errors.js';
import { previewValue } from '../values/value-preview.js';
import { nearestName } from './nearest-name.js';

/**
 * The names of the options in `Options`, each with `true`, or with the names of the options within it: a table for an
 * object, and a list with one table for the objects in an array or a record. The compiler rejects a name that is missing
 * or does not exist.
 */
export type OptionNames<Options> = {
  readonly [Name in NameIn<Options>]: true | NamesWithin<NonNullable<ValueIn<Options, Name>>>;
};

/** The names of options in a form that does not know their type. */
export interface KnownOptions {
  readonly [name: string]: true | KnownOptions | KnownList;
}

/** The names of the options of each entry of an array or a record. */
export type KnownList = readonly [KnownOptions | KnownList];

type NameIn<Options> = Options extends unknown ? keyof Options : never;
type ValueIn<Options, Name> = Options extends unknown ? (Name extends keyof Options ? Options[Name] : never) : never;
type NamesWithin<Value> = NamesOf<ObjectIn<Value>> | ListOf<EntryIn<Value>>;
type NamesOf<Options> = [NameIn<Options>] extends [never] ? never : OptionNames<Options>;
type ListOf<Entry> = [Entry] extends [never] ? never : readonly [NamesWithin<NonNullable<Entry>>];
type ObjectIn<Value> = Value extends Plain ? never : string extends keyof Value ? never : Value;
type EntryIn<Value> = Value extends readonly (infer Item)[]
  ? Item
  : Value extends object
    ? string extends keyof Value
      ? Value[keyof Value]
      : never
    : never;
type Plain = string | number | boolean | bigint | symbol | null | undefined | readonly unknown[] | AnyFunction;
type AnyFunction = (...args: never[]) => unknown;

/**
 * Refuses options that do not exist, so that a misspelled one is not ignored. An unknown option that is undefined is passed
 * over: code that passes options on may set it. An instance of a class is not checked, because it may have other fields.
 * Refuses anything but an object, too.
 *
 * @param known - A table of the type `OptionNames`.
 * @param where - The function that takes the options, for the error.
 * @throws DefinitionError that names the nearest known option, or all of them.
 */
export function checkOptionNames(options: object, known: KnownOptions, where: string): void {
  if (!isObject(options)) {
    throw new DefinitionError(`${where}: the options must be an object, not ${previewValue(options)}.`);
  }
  const unknown = findUnknown(options, known);
  if (unknown === undefined) return;
  const { path, name, names } = unknown;
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `The options are ${names.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new DefinitionError(`${where}${path}: there is no option '${name}'. ${hint}`);
}

/** An option that does not exist. */
interface UnknownOption {
  /** Where it is within the options, as messages name it. */
  readonly path: string;
  readonly name: string;
  /** The names of the options that exist there. */
  readonly names: readonly string[];
}

// Options of calls are checked for each call, so that nothing is created unless one is unknown.
function findUnknown(options: object, known: KnownOptions): UnknownOption | undefined {
  if (!isPlain(options)) return undefined;
  for (const name in options) {
    const names = known[name];
    if (names === true) continue;
    const value: unknown = Reflect.get(options, name);
    if (value === undefined) continue;
    if (names === undefined || !Object.hasOwn(known, name)) return { path: '', name, names: Object.keys(known) };
    const unknown = findWithin(value, names);
    if (unknown !== undefined) return { ...unknown, path: `: ${name}${unknown.path}` };
  }
  return undefined;
}

function findWithin(value: unknown, known: KnownOptions | KnownList): UnknownOption | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isList(known)) return findUnknown(value, known);
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const unknown = findWithin(one, known[0]);
    if (unknown === undefined) continue;
    return { ...unknown, path: `${Array.isArray(value) ? `[${name}]` : `.${name}`}${unknown.path}` };
  }
  return undefined;
}

function isList(known: KnownOptions | KnownList): known is KnownList {
  return Array.isArray(known);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks whether an object is no array and no instance of a class, also if it is from another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isRootPrototype(prototype);
}

function isRootPrototype(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null;
}
