import { DefinitionError } from '../errors/errors.js';
import { previewValue } from '../values/value-preview.js';
import { nearestName } from './nearest-name.js';
import { type KnownList, type KnownOptions, type OptionRule, type OptionsRule, object } from './option-rules.js';

/**
 * The declaration of the options in `Options`. Each has a rule for its values, or the names of the options within it (a
 * table for an object, and a list with one table for the objects in an array or a record), or `true` if its value is
 * checked where it is used. The compiler rejects a name that is missing or does not exist, and a rule that accepts what
 * the type does not.
 */
export type OptionNames<Options> = {
  readonly [Name in NameIn<Options>]:
    | true
    | OptionRule<NonNullable<ValueIn<Options, Name>>>
    | NamesWithin<NonNullable<ValueIn<Options, Name>>>;
};

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
 * Refuses options that do not exist, so that a misspelled one is not ignored, and values that break the rule of their
 * option. An option that is undefined is passed over: code that passes options on may set it. The names of an instance of
 * a class are not checked, because it may have other fields. Refuses anything but an object, too.
 *
 * @param known - A table of the type `OptionNames`, or a rule of `optionsOf` if some of the options are required.
 * @param where - The function that takes the options, for the error.
 * @throws DefinitionError that names the option, and the nearest known option if there is none of that name.
 */
export function checkOptionNames(options: object, known: KnownOptions | OptionsRule, where: string): void {
  const must = object(options);
  if (must !== undefined) {
    throw new DefinitionError(`${where}: the options must be ${must}, not ${previewValue(options)}.`);
  }
  const problem = isRule(known) ? findInOptions(options, known.within, known.required) : findProblem(options, known);
  if (problem === undefined) return;
  const path = problem.path === '' ? '' : `: ${problem.path}`;
  if ('must' in problem) {
    const found = problem.hidesValue === true ? '' : `, not ${previewValue(problem.value)}`;
    throw new DefinitionError(`${where}${path} must be ${problem.must}${found}.`);
  }
  const { name, names } = problem;
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `The options are ${names.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new DefinitionError(`${where}${path}: there is no option '${name}'. ${hint}`);
}

/**
 * Returns options of which a spread copies everything: options of a getter, a prototype or a property that is not
 * enumerable become properties of a new object. Without it, a copy would lose them silently, such as rules and approvers.
 *
 * @param known - A table of the type `OptionNames`.
 */
export function ownOptions<Options extends object>(options: Options, known: KnownOptions): Options {
  if (isPlain(options) && Object.getOwnPropertyNames(options).length === Object.keys(options).length) return options;
  const names = Object.keys(known).filter((name) => name in options);
  return { ...options, ...Object.fromEntries(names.map((name) => [name, Reflect.get(options, name)])) };
}

/** An option that does not exist, or whose value breaks its rule. */
type Problem = UnknownOption | InvalidOption;

interface UnknownOption {
  /** Where it is within the options, as messages name it. */
  readonly path: string;
  readonly name: string;
  /** The names of the options that exist there. */
  readonly names: readonly string[];
}

interface InvalidOption {
  /** The option within the options, as messages name it. */
  readonly path: string;
  readonly value: unknown;
  /** The words that follow "must be". */
  readonly must: string;
  readonly hidesValue?: true | undefined;
}

// Options of calls are checked for each call, so that nothing is created unless there is a problem.
function findProblem(options: object, known: KnownOptions): Problem | undefined {
  if (!isPlain(options)) return findInvalid(options, known);
  for (const name in options) {
    const declared = known[name];
    if (declared === true) continue;
    const value: unknown = Reflect.get(options, name);
    if (value === undefined) continue;
    if (declared === undefined || !Object.hasOwn(known, name)) return { path: '', name, names: Object.keys(known) };
    const problem = findWithin(value, declared);
    if (problem !== undefined) return { ...problem, path: `${name}${problem.path}` };
  }
  return undefined;
}

/** Checks the values of an object whose names are its own matter. */
function findInvalid(options: object, known: KnownOptions): Problem | undefined {
  for (const [name, declared] of Object.entries(known)) {
    if (typeof declared !== 'function') continue;
    const value: unknown = Reflect.get(options, name);
    const problem = value === undefined ? undefined : findWithin(value, declared);
    if (problem !== undefined) return { ...problem, path: `${name}${problem.path}` };
  }
  return undefined;
}

/** Finds a problem in the value of an option. Its path follows the name of the option. */
function findWithin(value: unknown, declared: Exclude<KnownOptions[string], true>): Problem | undefined {
  if (typeof declared === 'function') {
    const must = declared(value);
    if (must !== undefined) return { path: '', value, must, hidesValue: declared.hidesValue };
    const { within, required } = declared;
    if (within === undefined || typeof value !== 'object' || value === null) return undefined;
    return isList(within) ? findWithin(value, within) : below(findInOptions(value, within, required));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isList(declared)) return below(findProblem(value, declared));
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const problem = findWithin(one, declared[0]);
    if (problem === undefined) continue;
    return { ...problem, path: `${Array.isArray(value) ? `[${name}]` : `.${name}`}${problem.path}` };
  }
  return undefined;
}

function findInOptions(
  options: object,
  known: KnownOptions,
  required: readonly string[] | undefined,
): Problem | undefined {
  const problem = findProblem(options, known);
  if (problem !== undefined) return problem;
  const missing = required?.find((name) => Reflect.get(options, name) === undefined);
  const rule = missing === undefined ? undefined : known[missing];
  if (missing === undefined || typeof rule !== 'function') return undefined;
  return { path: missing, value: undefined, must: rule(undefined) ?? 'given' };
}

/** Puts a problem below the option that has it. */
function below(problem: Problem | undefined): Problem | undefined {
  if (problem === undefined || problem.path === '') return problem;
  return { ...problem, path: `${'must' in problem ? '.' : ': '}${problem.path}` };
}

function isRule(known: KnownOptions | OptionsRule): known is OptionsRule {
  return typeof known === 'function';
}

function isList(known: KnownOptions | KnownList): known is KnownList {
  return Array.isArray(known);
}

/** Checks whether an object is no array and no instance of a class, also if it is from another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isRootPrototype(prototype);
}

function isRootPrototype(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null;
}
