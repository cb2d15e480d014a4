import fc from 'fast-check';
import { from } from 'rxjs';
import { type JsonSchema, ToolResult, text } from 'toolwright';

/** A schema of all arguments, and arguments for it. */
export interface ArgumentCase {
  readonly schema: JsonSchema;
  readonly args: unknown;
  /** A parameter that is bound, if any. */
  readonly bound: string | undefined;
}

class Point {
  x = 1;
  toJSON(): unknown {
    return { point: this.x };
  }
}

class Listing extends Array<unknown> {
  toJSON(): unknown {
    return { items: this.length };
  }
}

const scalar = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom<unknown>(true, null, undefined, 0.5, -0, '5', 'true', '{"a":1}', '[1]'),
);
const keys = fc.constantFrom('a', 'b', 'c', 'toString', 'constructor', '__proto__', 'a-b', '0');

/** An object of these entries; each becomes its own, whatever its name. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** `levels` objects, each in the one before. */
function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

function cyclic(): unknown {
  const ring: Record<string, unknown> = { b: 1 };
  ring.a = ring;
  return ring;
}

/** An object that cannot be read, not even to be shown when a test fails. */
function unreadable(): unknown {
  const thrower = {
    get a(): never {
      throw new RangeError('not to be read');
    },
  };
  return Object.defineProperty(thrower, fc.toStringMethod, { value: () => '{ get a() { throw … } }' });
}

/** Values that JSON cannot represent, and values at or beyond a limit. */
const oddities: readonly (() => unknown)[] = [
  () => Number.NaN,
  () => Infinity,
  () => 12n,
  () => Symbol('s'),
  () => () => 1,
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([['a', 1]]),
  () => new Set([1, undefined]),
  () => new Uint8Array([1, 2]),
  () => new Object(1),
  () => new Point(),
  () => Listing.from([1, 2]),
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is looked at.
  () => [1, , 'b'],
  () => [undefined, null],
  () => Object.assign([1], { a: 2 }),
  () => Object.assign([1], { toJSON: () => 'listed' }),
  () => Object.assign(Object.create(null), { a: 1 }),
  () => Object.create(Object.assign(Object.create(null), { constructor: 1, a: 'inherited' })),
  () => Object.create({ a: 'inherited' }),
  () => ({ a: 1, [Symbol.for('key')]: 2 }),
  () => ({ a: undefined, [Symbol.for('key')]: undefined }),
  () => Object.defineProperty({ a: 1 }, 'hidden', { value: 2 }),
  () => Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'stated' }),
  () => ({ a: 1, toJSON: () => 'stated' }),
  () => ({ toJSON: 'no function' }),
  () => ({
    get a() {
      return 'got';
    },
  }),
  unreadable,
  () => ({ a: () => 1, b: 2 }),
  cyclic,
  ...[7, 8, 9, 62, 63, 64, 65, 501].map((levels) => () => nested(levels)),
  ...[9_990, 9_999, 10_000, 10_001].map((length) => () => new Array(length).fill(1)),
  ...[1_048_560, 1_048_575, 1_048_576, 1_048_577].map((length) => () => 'x'.repeat(length)),
];
const odd = fc.constantFrom(...oddities).map((make) => make());

const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.array(fc.tuple(keys, tie('value')), { maxLength: 3 }).map(objectOf) },
  ),
})).value;

const leaf = fc.constantFrom<JsonSchema>(
  { type: 'string', maxLength: 1_048_576 },
  { type: 'string', default: 'filled' },
  { type: 'integer', minimum: 0 },
  { type: ['number', 'null'] },
  { type: 'boolean' },
  { enum: ['x', 1, null] },
  { const: { a: 1 } },
  { type: 'array', items: { type: 'integer' } },
  { type: ['array', 'null'], items: { type: 'string' }, default: ['filled'] },
  { type: 'array' },
  listOf({ a: { type: 'string', default: 'filled' }, b: { type: 'integer' } }, { additionalProperties: false }),
  listOf({ a: {}, c: listOf({ a: { type: 'array', items: { type: 'string' } } }, {}) }, { required: ['a'] }),
  {
    ...listOf({ a: {} }, { type: ['object', 'null'], additionalProperties: false }),
    minItems: 1,
    type: ['array', 'null'],
  },
  { ...listOf({ a: {}, b: {} }, { additionalProperties: false }), uniqueItems: true, contains: { required: ['a'] } },
  { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'object' } },
  { type: ['string', 'object'] },
  { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: {} }, additionalProperties: false }] },
  { $ref: '#/$defs/node' },
  {},
);

function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  rest: Readonly<Record<string, unknown>>,
): JsonSchema {
  return { type: 'object', properties, ...rest } as JsonSchema;
}

function listOf(properties: Readonly<Record<string, JsonSchema>>, rest: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: 'array', items: objectSchema(properties, rest) };
}

const declared = fc.constantFrom('a', 'b', 'c', 'toString', 'constructor', 'a-b', '0');
const openness = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { additionalProperties: false },
  { additionalProperties: true },
  { additionalProperties: { type: 'integer' } },
  { additionalProperties: false, patternProperties: { '^b': {} } },
  { additionalProperties: false, minProperties: 1 },
  { additionalProperties: false, type: ['object', 'null'] },
  { additionalProperties: true, required: ['a'] },
  {},
);
const { object } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  schema: fc.oneof({ maxDepth: 4 }, { weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: tie('object') }),
  object: fc
    .tuple(fc.dictionary(declared, tie('schema'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }), openness)
    .map(([properties, rest]) => objectSchema(properties, rest)),
}));

const $defs: Readonly<Record<string, JsonSchema>> = {
  node: { type: 'object', properties: { a: { $ref: '#/$defs/node' }, b: {} } },
};

/** What fits a schema more often than not. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const [type] = [schema.type].flat();
  if (type === 'string') return fc.string({ maxLength: 3 });
  if (type === 'integer' || type === 'number') return fc.nat(9);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(fitting((schema.items ?? {}) as JsonSchema), { maxLength: 3 });
  if (type !== 'object') return fc.oneof(scalar, fc.constantFrom<unknown>({ a: 1 }, { a: { a: {}, b: [1] } }));
  const members = Object.entries(schema.properties ?? {}).map(([name, held]) =>
    fc.tuple(fc.constant(name), mostly(fitting(held as JsonSchema))),
  );
  const extra = fc.array(fc.tuple(keys, anything), { maxLength: 1 });
  return fc
    .tuple(fc.tuple(...members), fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, extra))
    .map(([own, more]) => objectOf([...own, ...more]));
}

function mostly(fit: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: fit }, { weight: 1, arbitrary: anything });
}

/** Schemas of every shape that the validation distinguishes, with valid, nearly valid and invalid arguments. */
export const argumentCases: fc.Arbitrary<ArgumentCase> = object
  .map((schema): JsonSchema => ({ ...schema, type: 'object', $defs }))
  .chain((schema) => {
    const bound = fc.constantFrom(
      undefined,
      ...Object.keys(schema.properties ?? {}).filter((name) => name.length === 1),
    );
    return fc.record({ schema: fc.constant(schema), args: mostly(fitting(schema)), bound });
  });

const noop = (): undefined => undefined;

/** Values that only look like data or like a stream. Each call creates new ones. */
const returns: readonly (() => unknown)[] = [
  () => ToolResult.ok({ a: 1 }),
  () => ToolResult.fail('refused'),
  () => text('hello'),
  () => [text('a'), text('b')],
  () => from([1, 2]),
  () => [1, 2].values(),
  // biome-ignore lint/suspicious/noThenProperty: a thenable of somebody else's.
  () => ({ then: (resolve: (value: unknown) => void) => resolve({ a: 1 }) }),
  () => ({ subscribe: 'no function', next: 1, throw: 2 }),
  () => ({ subscribe: noop, lift: noop }),
  () => ({ [Symbol.asyncIterator]: 'no function', a: 1 }),
  () => ({ [Symbol.iterator]: noop, a: 1 }),
  () => ({ a: { [Symbol.asyncIterator]: chunks } }),
  () => ({ [Symbol.asyncIterator]: chunks }),
  () => Object.defineProperty({ a: 1 }, Symbol.asyncIterator, { value: chunks }),
  () => Object.assign([1], { [Symbol.asyncIterator]: chunks }),
  () => hideFunctions({ next: () => ({ done: true, value: 'end' }), throw: noop }),
  () => chunks(),
  function* () {
    yield 1;
    return { a: 1 };
  },
];

async function* chunks(): AsyncGenerator<unknown> {
  yield 'one';
  yield { two: 2 };
}

/** A generator by its looks, none of whose members is enumerable. */
function hideFunctions(members: Readonly<Record<string, unknown>>): object {
  const hidden = Object.entries(members).map(([name, value]) => [name, { value }]);
  return Object.defineProperties({}, { ...Object.fromEntries(hidden), [Symbol.iterator]: { value: noop } });
}

/** A factory of the value that a tool returns. */
export const returnMakers: fc.Arbitrary<() => unknown> = fc.oneof(
  fc.oneof(anything, odd).map((value) => () => value),
  fc.constantFrom(...returns),
);

/** All plain objects and arrays in a value, itself included. */
export function containersIn(value: unknown, found: Set<object> = new Set()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return found;
  found.add(value);
  for (const { value: member } of Object.values(Object.getOwnPropertyDescriptors(value))) containersIn(member, found);
  return found;
}
