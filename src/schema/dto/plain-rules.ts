/** What one of class-validator's rules comes down to. */
export interface PlainRule {
  /** Whether a value certainly keeps the rule. May say no to a value that class-validator would accept. */
  readonly accepts: (value: unknown) => boolean;
  /** Values at the bounds of what the rule accepts. */
  readonly bounds?: readonly unknown[];
}

type ReadConstraints = (constraints: readonly unknown[]) => PlainRule | undefined;

/**
 * Those of class-validator's rules that take no more than a comparison: by name, what they say for their decorator's
 * arguments; undefined for arguments that it says nothing simple for.
 */
export function plainRule(name: string, constraints: readonly unknown[]): PlainRule | undefined {
  return plainRules.get(name)?.(constraints);
}

const plainRules: ReadonlyMap<string, ReadConstraints> = new Map<string, ReadConstraints>([
  ['isString', fixed((value) => typeof value === 'string')],
  ['isInt', fixed(Number.isInteger)],
  ['isBoolean', fixed((value) => typeof value === 'boolean')],
  ['isArray', fixed(Array.isArray)],
  ['isObject', fixed((value) => typeof value === 'object' && value !== null && !Array.isArray(value))],
  ['isDefined', fixed((value) => value !== undefined && value !== null)],
  ['isNotEmpty', fixed((value) => value !== '' && value !== undefined && value !== null)],
  ['isPositive', fixed((value) => typeof value === 'number' && value > 0)],
  ['isNegative', fixed((value) => typeof value === 'number' && value < 0)],
  ['arrayNotEmpty', fixed((value) => Array.isArray(value) && value.length > 0)],
  ['isNumber', ([options]) => numberRule(options)],
  ['isIn', ([values]) => memberRule(values)],
  ['min', bounded((min) => (value) => typeof value === 'number' && value >= min)],
  ['max', bounded((max) => (value) => typeof value === 'number' && value <= max)],
  ['arrayMinSize', counted((min) => (value) => Array.isArray(value) && value.length >= min, itemsOf)],
  ['arrayMaxSize', counted((max) => (value) => Array.isArray(value) && value.length <= max, itemsOf)],
  ['minLength', counted((min) => (value) => hasCharacters(value, min), textOf)],
  ['maxLength', counted((max) => (value) => typeof value === 'string' && value.length <= max, textOf)],
  ['isLength', ([min, max]) => lengthRule(min, max)],
]);

function fixed(accepts: PlainRule['accepts']): ReadConstraints {
  return () => ({ accepts });
}

/** A rule with one number for its bound. */
function bounded(accepts: (bound: number) => PlainRule['accepts']): ReadConstraints {
  return ([bound]) =>
    isFiniteNumber(bound) ? { accepts: accepts(bound), bounds: [bound, bound + 1, bound - 1] } : undefined;
}

/** A rule with a number of characters or items for its bound. */
function counted(
  accepts: (bound: number) => PlainRule['accepts'],
  sample: (count: number) => unknown,
): ReadConstraints {
  return ([bound]) => (isFiniteNumber(bound) ? { accepts: accepts(bound), bounds: [sample(bound)] } : undefined);
}

function lengthRule(min: unknown, max: unknown): PlainRule | undefined {
  if (!isFiniteNumber(min) || (max !== undefined && !isFiniteNumber(max))) return undefined;
  const accepts: PlainRule['accepts'] = (value) =>
    hasCharacters(value, min) && (max === undefined || value.length <= max);
  return { accepts, bounds: [textOf(min), textOf(max ?? min)] };
}

// The options and the values are read anew each time, as class-validator reads them: their owner may change them.
function numberRule(options: unknown): PlainRule | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const numbers: { readonly maxDecimalPlaces?: unknown } = options;
  if (numbers.maxDecimalPlaces !== undefined) return undefined;
  return { accepts: (value) => Number.isFinite(value) && numbers.maxDecimalPlaces === undefined };
}

function memberRule(values: unknown): PlainRule | undefined {
  if (!Array.isArray(values)) return undefined;
  return { accepts: (value) => values.indexOf(value) >= 0, bounds: values };
}

/**
 * Whether a text has at least `count` characters as class-validator counts them: half an emoji is none, nor is a
 * variation selector, which in odd places class-validator does count.
 */
function hasCharacters(value: unknown, count: number): value is string {
  if (typeof value !== 'string' || value.length < count) return false;
  let left = count;
  for (let index = 0; left > 0 && index < value.length; index++) {
    if (isCharacter(value, index)) left--;
  }
  return left <= 0;
}

function isCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0xd800) return true;
  if (code === 0xfe0e || code === 0xfe0f) return false;
  const isLowHalf = code >= 0xdc00 && code <= 0xdfff;
  return !isLowHalf || index === 0 || (text.charCodeAt(index - 1) & 0xfc00) !== 0xd800;
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

// Larger ones would cost more to make than they tell.
const largestSample = 256;

function textOf(length: number): string {
  return 'a'.repeat(sampleSize(length));
}

function itemsOf(length: number): readonly unknown[] {
  return new Array<unknown>(sampleSize(length)).fill('a');
}

function sampleSize(count: number): number {
  return Math.max(0, Math.min(largestSample, Math.ceil(count)));
}
