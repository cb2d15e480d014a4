import type { JsonSchema } from '../../../src/json-schema.js';
import { parametersContract, type WholeParts, wholeContract } from '../../../src/schema/input/input-contract.js';
import type { ValueParser } from '../../../src/schema/input/value-parser.js';

const text: JsonSchema = { type: 'string' };
const closed: JsonSchema = { type: 'object', properties: { a: text, b: text }, additionalProperties: false };
const parse: ValueParser = (value) => ({ ok: true, value });

function contractOf(published: JsonSchema, rest: Partial<WholeParts> = {}): ReturnType<typeof wholeContract> {
  const whole = { published, enforced: published, authored: published };
  return wholeContract({ whole, wholeName: undefined, beside: [], bound: new Set(), ...rest });
}

/** What is enforced before a parser that decides all else. */
function enforcedBefore(published: JsonSchema): JsonSchema {
  return contractOf(published, { whole: { published, enforced: { type: 'object' }, parse } }).enforced;
}

const namesOnly: JsonSchema = { type: 'object', properties: { a: true, b: true }, additionalProperties: false };

describe('what is enforced before a parser that knows the rules', () => {
  it.each<[string, JsonSchema]>([
    ['is closed', closed],
    ['says nothing of other names, and is closed for that', { type: 'object', properties: { a: text, b: text } }],
    ['holds branches that are closed', { ...closed, allOf: [{ properties: { a: {} } }, { not: {} }] }],
    ['holds a boolean', { ...closed, allOf: [true] }],
    ['is open in a property alone', { ...closed, properties: { a: { additionalProperties: true }, b: text } }],
  ])('are the names where the schema %s', (_, schema) => {
    expect(enforcedBefore(schema)).toEqual(namesOnly);
  });

  it.each<[string, JsonSchema]>([
    ['is open', { ...closed, additionalProperties: true }],
    ['has patterns', { ...closed, patternProperties: { '^x': {} } }],
    ['holds an open branch', { ...closed, allOf: [{ additionalProperties: {} }] }],
    ['holds a branch that is not closed', { ...closed, anyOf: [{ unevaluatedProperties: true }] }],
    ['holds a branch with patterns', { ...closed, oneOf: [{ patternProperties: { '^x': {} } }] }],
    ['holds a reference', { ...closed, allOf: [{ $ref: '#/$defs/More' }], $defs: { More: {} } }],
    ['holds an open branch further in', { ...closed, allOf: [{ anyOf: [{ additionalProperties: true }] }] }],
    ['holds an open branch before closed ones', { ...closed, allOf: [{ additionalProperties: {} }, {}] }],
  ])('is that they are an object where the schema %s', (_, schema) => {
    expect(enforcedBefore(schema)).toEqual({ type: 'object' });
  });

  it('are the properties where they are stated', () => {
    const { enforced } = contractOf(closed, { whole: { published: closed, enforced: closed, parse } });
    expect(enforced).toEqual(closed);
  });
});

describe('the contract of a whole', () => {
  const beside = [
    { name: 'user', source: { published: text, enforced: { type: 'number' } as const }, isOptional: false },
  ];

  it('is laid out as an object, as the whole, or by parameter', () => {
    expect(contractOf(closed).layout).toBe('object');
    expect(contractOf(closed, { beside }).layout).toBe('object');
    expect(contractOf(closed, { wholeName: 'order' }).layout).toBe('whole');
    expect(contractOf(closed, { wholeName: 'order', beside }).layout).toBe('parameters');
  });

  it('shows and enforces what stands beside the whole, each by its own schema', () => {
    const { published, enforced } = contractOf({ ...closed, required: ['a'] }, { wholeName: 'order', beside });
    expect(published).toEqual({ ...closed, properties: { a: text, b: text, user: text }, required: ['a', 'user'] });
    expect(enforced.properties?.user).toEqual({ type: 'number' });
    const [optional] = beside.map((parameter) => ({ ...parameter, isOptional: true }));
    expect(contractOf(closed, { beside: optional === undefined ? [] : [optional] }).published.required).toBeUndefined();
  });

  it("keeps the author's schema as long as nothing is hidden from it or stands beside it", () => {
    expect(contractOf(closed).authored).toBe(closed);
    expect(contractOf(closed, { bound: new Set(['other']) }).authored).toBe(closed);
    expect(contractOf(closed, { bound: new Set(['a']) }).authored).toBeUndefined();
    expect(contractOf(closed, { beside }).authored).toBeUndefined();
  });

  it('has a parser only where something decides', () => {
    expect(contractOf(closed).parse).toBeUndefined();
    expect(contractOf(closed, { bound: new Set(['a']) }).parse).toBeUndefined();
  });

  it('tells a parser of those bound values that are its own, and of none where there are none', () => {
    const told: unknown[][] = [];
    const listening: ValueParser = (...given) => {
      told.push(given);
      return { ok: true, value: given[0] };
    };
    const whole = { published: closed, enforced: closed, parse: listening };
    const contract = contractOf(closed, { whole, bound: new Set(['a', 'elsewhere']) });
    contract.parse?.({ b: '1' }, { a: '2', elsewhere: '3' });
    contract.parse?.({ b: '1' }, { elsewhere: '3' });
    contract.parse?.({ b: '1' });
    expect(told).toEqual([[{ b: '1' }, { a: '2' }], [{ b: '1' }], [{ b: '1' }]]);
  });
});

describe('the contract of parameters', () => {
  it('names those that are required, and no others', () => {
    const source = { published: text, enforced: text };
    const contract = parametersContract(
      [
        { name: 'a', source, isOptional: false },
        { name: 'b', source, isOptional: true },
      ],
      new Set(['c']),
    );
    expect(contract).toMatchObject({ published: { ...closed, required: ['a'] }, layout: 'object' });
    expect([...contract.hidden]).toEqual(['c']);
    const none = parametersContract([], new Set());
    expect(none.published).toStrictEqual({ type: 'object', properties: {}, additionalProperties: false });
  });
});
