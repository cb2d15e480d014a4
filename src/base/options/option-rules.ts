/**
 * Says what a value of an option must be. Returns undefined if the value is valid, and otherwise the words that follow
 * "must be" in the error.
 *
 * @typeParam Value - What the rule accepts, so that the compiler compares it with the type of the option.
 */
export interface OptionRule<Value = never> {
  (value: unknown): string | undefined;
  /** The names of the options within an object that is accepted, or within each entry of it. */
  readonly within?: KnownOptions | KnownList | undefined;
  /** The options within it that must not be undefined. */
  readonly required?: readonly string[] | undefined;
  /** Whether errors omit the value, because it may contain credentials. */
  readonly hidesValue?: true | undefined;
  /** Only for the compiler. */
  readonly accepted?: Value;
}

/** The rule of an object with options. */
export interface OptionsRule<Options = unknown> extends OptionRule<Options> {
  readonly within: KnownOptions;
}

/** The names of options in a form that does not know their type. */
export interface KnownOptions {
  readonly [name: string]: true | OptionRule<unknown> | KnownOptions | KnownList;
}

/** The names of the options of each entry of an array or a record. */
export type KnownList = readonly [KnownOptions | KnownList];

/** Creates a rule from the words that follow "must be". */
export function optionRule<Value = never>(what: string, accepts: (value: unknown) => boolean): OptionRule<Value> {
  return (value) => (accepts(value) ? undefined : what);
}

/** Creates a rule whose errors omit the value, because it may contain credentials. */
export function hiddenRule<Value = never>(what: string, accepts: (value: unknown) => boolean): OptionRule<Value> {
  return Object.assign(optionRule<Value>(what, accepts), { hidesValue: true } as const);
}

/** What one of two rules accepts. */
export function either<One, Other>(one: OptionRule<One>, other: OptionRule<Other>): OptionRule<One | Other> {
  const rule = (value: unknown): string | undefined => {
    const must = one(value);
    const orMust = must === undefined ? undefined : other(value);
    return orMust === undefined ? undefined : `${must?.replace(' or ', ', ')} or ${orMust}`;
  };
  const { within, required } = one.within === undefined ? other : one;
  return Object.assign(rule, { within, required, hidesValue: one.hidesValue ?? other.hidesValue });
}

/** Marks an option that accepts any value. */
export const anyValue = true as const;

/** True or false. */
export const flag = optionRule<boolean>('true or false', (value) => typeof value === 'boolean');

export const string = optionRule<string>('a string', (value) => typeof value === 'string');

export const nonEmpty = optionRule<string>('a non-empty string', (value) => typeof value === 'string' && value !== '');

export const callback = optionRule('a function', (value) => typeof value === 'function');

/** A number above 0, which may be Infinity: a limit or a time. */
export const positive = optionRule<number>('a number above 0', (value) => typeof value === 'number' && value > 0);

/** A number above 0, such as the size of what is allocated at once. */
export const finite = optionRule<number>(
  'a number above 0 that is finite',
  (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
);

/** A number from 0, which may be Infinity: a delay. */
export const delay = optionRule<number>('a non-negative number', (value) => typeof value === 'number' && value >= 0);

/** A whole number from 1. */
export const count = optionRule<number>(
  'a whole number from 1',
  (value) => Number.isInteger(value) && Number(value) >= 1,
);

/** A whole number that may be 0. */
export const wholeNumber = optionRule<number>(
  'a whole number of at least 0',
  (value) => Number.isInteger(value) && Number(value) >= 0,
);

export const number = optionRule<number>('a number', (value) => typeof value === 'number');

/** The signal of an AbortController, also one from another realm. */
export const abortSignal = optionRule<AbortSignal>('an AbortSignal', isAbortSignal);

/** An object, such as the instance of an interface, that is not checked further. */
export const object = optionRule('an object', isObject);

/** An object with values that may be credentials, such as headers. */
export const secretObject = hiddenRule('an object', isObject);

/** A list that is not checked further. */
export const list = optionRule('an array', Array.isArray);

/** A list of strings. */
export const strings = optionRule<readonly string[]>('an array of strings', isStrings);

/** A list of strings that may be credentials, such as the arguments of a command. */
export const secretStrings = hiddenRule<readonly string[]>('an array of strings', isStrings);

/** An object with options. Those that are required must not be undefined. */
export function optionsOf<Options extends object>(
  names: KnownOptions,
  ...required: readonly (keyof Options & string)[]
): OptionsRule<Options> {
  return Object.assign(optionRule<Options>('an object', isObject), { within: names, required });
}

/** A list of objects with options, and of what is no object, which is not checked. */
export function listOf<Options extends object | string>(names: KnownOptions): OptionRule<readonly Options[]> {
  return Object.assign(optionRule<readonly Options[]>('an array', Array.isArray), { within: [names] as const });
}

/** An object whose values have options, by names of their own. A value that is no object is not checked. */
export function recordOf<Entry>(names: KnownOptions | KnownList): OptionRule<Readonly<Record<string, Entry>>> {
  return Object.assign(optionRule<Readonly<Record<string, Entry>>>('an object', isObject), {
    within: [names] as const,
  });
}

/** True, false or what another rule accepts. */
export function flagOr<Other>(other: OptionRule<Other>): OptionRule<boolean | Other> {
  return either(flag, other);
}

/** True, false or a function. */
export const flagOrCallback = flagOr(callback);

/** One of some strings. */
export function oneOf<const Value extends string>(...values: readonly Value[]): OptionRule<Value> {
  const names = values.map((value) => `'${value}'`);
  const last = names.pop();
  const what = names.length === 0 ? String(last) : `${names.join(', ')} or ${last}`;
  const known: readonly unknown[] = values;
  return optionRule(what, (value) => known.includes(value));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbortSignal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('aborted' in value)) return false;
  return 'addEventListener' in value && typeof value.addEventListener === 'function';
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
