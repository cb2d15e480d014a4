/** Converts one value as class-transformer does, or gives `unconverted` where that is left to class-transformer. */
export type Convert = (value: unknown) => unknown;

/** Stands for a value that class-transformer has to convert: no value of its own could tell. */
export const unconverted: unique symbol = Symbol('unconverted');

/** The types whose values class-transformer converts by a call. */
export type ScalarType = StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor;

const scalarTypes: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date]);

/** Whether a type is one of those whose values are converted by a call. */
export function isScalar(type: unknown): type is ScalarType {
  return scalarTypes.has(type);
}

/** Converts to a scalar type. */
export function scalarConverter(type: ScalarType): Convert {
  const call: (value: unknown) => unknown =
    type === Date ? (value) => new Date(value as string) : (type as typeof String);
  return (value) => {
    if (value === null || value === undefined) return value;
    return typeof value === 'object' && !isPlainData(value) ? unconverted : call(value);
  };
}

/** Applies a conversion to a value, or to each item of an array. */
export function eachConverter(convertOne: Convert): Convert {
  return (value) => (Array.isArray(value) ? convertItems(value, convertOne) : convertOne(value));
}

function convertItems(items: readonly unknown[], convertOne: Convert): unknown {
  if (!isOrdinaryArray(items)) return unconverted;
  const converted = items.slice();
  for (let index = 0; index < converted.length; index++) {
    const item = converted[index];
    const one = Array.isArray(item) ? convertItems(item, convertOne) : convertOne(item);
    if (one === unconverted) return unconverted;
    converted[index] = one;
  }
  return converted;
}

/**
 * Whether class-transformer would make an equal copy of an object for which it knows no type: not of an instance, nor
 * of one with keys that every object has as members, nor of an array with holes.
 */
export function isPlainData(value: object): boolean {
  if (Array.isArray(value)) return isPlainArray(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    if (key in Object.prototype || !isPlainMember((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}

function isPlainArray(items: readonly unknown[]): boolean {
  if (!isOrdinaryArray(items)) return false;
  for (let index = 0; index < items.length; index++) if (!isPlainMember(items[index])) return false;
  return true;
}

function isPlainMember(value: unknown): boolean {
  return typeof value !== 'object' || value === null || isPlainData(value);
}

function isOrdinaryArray(items: readonly unknown[]): boolean {
  if (Object.getPrototypeOf(items) !== Array.prototype) return false;
  for (let index = 0; index < items.length; index++) if (items[index] === undefined && !(index in items)) return false;
  return true;
}
