import type { JsonSchema } from '../../base/json/json-schema.js';
import { dateSchema } from '../json-schema/date-text.js';
import { describeValueNames, type ValueNames } from '../json-schema/value-names.js';
import {
  countFrom,
  countTo,
  isJsonPrimitive,
  jsonPrimitives,
  numberKeyword,
  type RuleEntry,
  stringSchema,
} from './rule-entry.js';

const always = (): boolean => true;

/** The rules on the type and the presence of a value. */
export const typeRules: readonly RuleEntry[] = [
  {
    decorator: 'IsString',
    rule: 'isString',
    coverage: 'exact',
    description: '`type: string`',
    toSchema: () => stringSchema(),
  },
  {
    decorator: 'IsInt',
    rule: 'isInt',
    coverage: 'exact',
    description: '`type: integer`',
    toSchema: () => ({ type: 'integer' }),
  },
  {
    decorator: 'IsNumber',
    rule: 'isNumber',
    coverage: 'partial',
    description:
      '`type: number`; `maxDecimalPlaces: 0` is `integer`; the description states any other number of places',
    toSchema: ([options]) => numberOf(options),
    isExact: ([options]) => hasNoOptions(options),
  },
  {
    decorator: 'IsBoolean',
    rule: 'isBoolean',
    coverage: 'exact',
    description: '`type: boolean`',
    toSchema: () => ({ type: 'boolean' }),
  },
  {
    decorator: 'IsDate',
    rule: 'isDate',
    coverage: 'hint',
    description: 'a string of `format: date-time` or `date`; needs `@Type(() => Date)`',
    toSchema: () => dateSchema,
  },
  {
    decorator: 'IsArray',
    rule: 'isArray',
    coverage: 'exact',
    description: '`type: array`',
    toSchema: () => ({ type: 'array' }),
  },
  {
    decorator: 'IsObject',
    rule: 'isObject',
    coverage: 'exact',
    description: '`type: object`',
    toSchema: () => ({ type: 'object' }),
  },
  {
    decorator: 'IsNotEmptyObject',
    rule: 'isNotEmptyObject',
    coverage: 'partial',
    description: '`type: object, minProperties: 1`; `nullable: false` is not published',
    toSchema: () => ({ type: 'object', minProperties: 1 }),
  },
  {
    decorator: 'IsEnum',
    rule: 'isEnum',
    coverage: 'exact',
    description: '`enum`; the description states the names of numbers, which class-validator also accepts as values',
    toSchema: ([entity]) => namedEnumOf(entity),
    isExact: ([entity]) => enumValues(entity).length === new Set(Object.values(entity ?? {})).size,
  },
  {
    decorator: 'IsInstance',
    rule: 'isInstance',
    coverage: 'none',
    description: 'JSON has no classes; `@Type(() => X)` or the property’s type defines the shape',
  },
  {
    decorator: 'IsDefined',
    rule: 'isDefined',
    coverage: 'exact',
    description: 'required, and not null',
    toSchema: () => ({ not: { enum: [null] } }),
  },
  {
    decorator: 'IsOptional',
    rule: 'isOptional',
    coverage: 'exact',
    description: 'not required, and null is accepted',
    acceptsUndefined: always,
  },
  {
    decorator: 'IsEmpty',
    rule: 'isEmpty',
    coverage: 'exact',
    description: "`enum: ['', null]`, not required",
    toSchema: () => ({ enum: ['', null] }),
    acceptsUndefined: always,
  },
  {
    decorator: 'IsNotEmpty',
    rule: 'isNotEmpty',
    coverage: 'exact',
    description: "not `''` and not null; `minLength: 1` for strings",
    toSchema: () => ({ not: { enum: ['', null] } }),
  },
  {
    decorator: 'IsIn',
    rule: 'isIn',
    coverage: 'exact',
    description: '`enum`; objects among the values are omitted',
    toSchema: ([values]) => enumOf(jsonPrimitives(values)),
    acceptsUndefined: ([values]) => Array.isArray(values) && values.includes(undefined),
  },
  {
    decorator: 'IsNotIn',
    rule: 'isNotIn',
    coverage: 'exact',
    description: '`not: { enum }`',
    toSchema: ([values]) => exclusionOf(jsonPrimitives(values)),
  },
  {
    decorator: 'Equals',
    rule: 'equals',
    coverage: 'exact',
    description: '`const`; for an object or undefined, the schema accepts nothing',
    toSchema: ([value]) => (isJsonPrimitive(value) ? { ...commonType([value]), const: value } : { not: {} }),
    acceptsUndefined: ([value]) => value === undefined,
  },
  {
    decorator: 'NotEquals',
    rule: 'notEquals',
    coverage: 'exact',
    description: '`not: { enum }` with the one value',
    toSchema: ([value]) => exclusionOf(jsonPrimitives([value])),
  },
];

/** The rules on numbers and dates. */
export const numberRules: readonly RuleEntry[] = [
  {
    decorator: 'Min',
    rule: 'min',
    coverage: 'exact',
    description: '`type: number, minimum`',
    toSchema: ([min]) => numberBound('minimum', min),
  },
  {
    decorator: 'Max',
    rule: 'max',
    coverage: 'exact',
    description: '`type: number, maximum`',
    toSchema: ([max]) => numberBound('maximum', max),
  },
  {
    decorator: 'IsPositive',
    rule: 'isPositive',
    coverage: 'exact',
    description: '`type: number, exclusiveMinimum: 0`',
    toSchema: () => numberBound('exclusiveMinimum', 0),
  },
  {
    decorator: 'IsNegative',
    rule: 'isNegative',
    coverage: 'exact',
    description: '`type: number, exclusiveMaximum: 0`',
    toSchema: () => numberBound('exclusiveMaximum', 0),
  },
  {
    decorator: 'IsDivisibleBy',
    rule: 'isDivisibleBy',
    coverage: 'partial',
    description: '`type: number, multipleOf`; class-validator and the schema use the integer part of the divisor',
    toSchema: ([divisor]) => ({ type: 'number', ...multipleOf(divisor) }),
  },
  {
    decorator: 'IsLatitude',
    rule: 'isLatitude',
    coverage: 'partial',
    description: 'a number from -90 to 90, or a string',
    toSchema: () => ({ type: ['number', 'string'], minimum: -90, maximum: 90, description: 'A latitude.' }),
  },
  {
    decorator: 'IsLongitude',
    rule: 'isLongitude',
    coverage: 'partial',
    description: 'a number from -180 to 180, or a string',
    toSchema: () => ({ type: ['number', 'string'], minimum: -180, maximum: 180, description: 'A longitude.' }),
  },
  {
    decorator: 'MinDate',
    rule: 'minDate',
    coverage: 'hint',
    description: 'a string of `format: date-time` or `date`; the description states the limit',
    toSchema: ([limit]) => ({ ...dateSchema, ...dateNote('Not before', limit) }),
  },
  {
    decorator: 'MaxDate',
    rule: 'maxDate',
    coverage: 'hint',
    description: 'a string of `format: date-time` or `date`; the description states the limit',
    toSchema: ([limit]) => ({ ...dateSchema, ...dateNote('Not after', limit) }),
  },
];

/** The rules on arrays. */
export const arrayRules: readonly RuleEntry[] = [
  {
    decorator: 'ArrayMinSize',
    rule: 'arrayMinSize',
    coverage: 'exact',
    description: '`type: array, minItems`',
    toSchema: ([size]) => ({ type: 'array', ...countFrom('minItems', size) }),
  },
  {
    decorator: 'ArrayMaxSize',
    rule: 'arrayMaxSize',
    coverage: 'exact',
    description: '`type: array, maxItems`',
    toSchema: ([size]) => ({ type: 'array', ...countTo('maxItems', size) }),
  },
  {
    decorator: 'ArrayNotEmpty',
    rule: 'arrayNotEmpty',
    coverage: 'exact',
    description: '`type: array, minItems: 1`',
    toSchema: () => ({ type: 'array', minItems: 1 }),
  },
  {
    decorator: 'ArrayUnique',
    rule: 'arrayUnique',
    coverage: 'partial',
    description:
      '`type: array`, with `uniqueItems` if the items are primitive; an identifier function is not published',
    toSchema: () => ({ type: 'array', uniqueItems: true }),
  },
  {
    decorator: 'ArrayContains',
    rule: 'arrayContains',
    coverage: 'exact',
    description: '`type: array`, and `contains` for each value',
    toSchema: ([values]) => ({ type: 'array', ...containsEach(jsonPrimitives(values)) }),
  },
  {
    decorator: 'ArrayNotContains',
    rule: 'arrayNotContains',
    coverage: 'exact',
    description: '`type: array, not: { contains: { enum } }`',
    toSchema: ([values]) => {
      const excluded = jsonPrimitives(values);
      return { type: 'array', ...(excluded.length > 0 ? { not: { contains: { enum: excluded } } } : {}) };
    },
  },
];

function numberOf(options: unknown): JsonSchema {
  const places = (options as { readonly maxDecimalPlaces?: unknown } | undefined)?.maxDecimalPlaces;
  if (places === 0) return { type: 'integer' };
  if (typeof places !== 'number') return { type: 'number' };
  return { type: 'number', description: `At most ${places} decimal ${places === 1 ? 'place' : 'places'}.` };
}

/** Checks whether the options of `@IsNumber` require finite numbers with any number of decimal places. */
function hasNoOptions(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    Object.values(options).every((value) => value === undefined || value === false)
  );
}

function numberBound(keyword: string, value: unknown): JsonSchema {
  return { type: 'number', ...numberKeyword(keyword, value) };
}

function multipleOf(divisor: unknown): JsonSchema {
  const integer = typeof divisor === 'number' ? Math.abs(Number.parseInt(String(divisor), 10)) : 0;
  return integer > 0 ? { multipleOf: integer } : {};
}

/** Returns the values of an enum, without the reverse-mapped names of a numeric TypeScript enum. */
function enumValues(entity: unknown): readonly unknown[] {
  if (typeof entity !== 'object' || entity === null) return [];
  const members = entity as Readonly<Record<string, unknown>>;
  const values = Object.entries(members).filter(
    ([key, value]) => typeof value !== 'string' || members[value] !== Number(key),
  );
  return jsonPrimitives(values.map(([, value]) => value));
}

function namedEnumOf(entity: unknown): JsonSchema {
  const values = enumValues(entity);
  const description = describeValueNames(undefined, values, (entity ?? {}) as ValueNames);
  return { ...enumOf(values), ...(description === undefined ? {} : { description }) };
}

// An empty `enum` is not a valid schema, so `not: {}` rejects every value.
function enumOf(values: readonly unknown[]): JsonSchema {
  return values.length > 0 ? { ...commonType(values), enum: values } : { not: {} };
}

/** Returns the common type of values, because some models and vendors require a `type`. */
function commonType(values: readonly unknown[]): JsonSchema {
  const [type, ...others] = new Set(values.map((value) => typeof value));
  if (others.length > 0 || (type !== 'string' && type !== 'number' && type !== 'boolean')) return {};
  return { type };
}

function exclusionOf(values: readonly unknown[]): JsonSchema {
  return values.length > 0 ? { not: { enum: values } } : {};
}

function containsEach(values: readonly unknown[]): JsonSchema {
  const [first, ...more] = values;
  if (first === undefined) return {};
  if (more.length === 0) return { contains: { const: first } };
  return { allOf: values.map((value) => ({ contains: { const: value } })) };
}

function dateNote(word: string, limit: unknown): JsonSchema {
  if (!(limit instanceof Date) || Number.isNaN(limit.getTime())) return {};
  return { description: `${word} ${limit.toISOString()}.` };
}
