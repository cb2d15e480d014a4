import type { JsonSchema } from '../../../src/base/json/json-schema.js';
import {
  createParametersContract,
  createRootContract,
  type RootParts,
} from '../../../src/schema/input/input-contract.js';
import type { ValueParser } from '../../../src/schema/values/value-parser.js';

const text: JsonSchema = { type: 'string' };
const closed: JsonSchema = { type: 'object', properties: { a: text, b: text }, additionalProperties: false };
const parse: ValueParser = (value) => ({ ok: true, value });

function contractOf(published: JsonSchema, rest: Partial<RootParts> = {}): ReturnType<typeof createRootContract> {
  const root = { published, enforced: published, authored: published };
  return createRootContract({ root, rootName: undefined, extraParameters: [], bound: new Set(), ...rest });
}

/** Returns the schema that is enforced before a parser that checks all other rules. */
function enforcedBefore(published: JsonSchema): JsonSchema {
  return contractOf(published, { root: { published, enforced: { type: 'object' }, parse } }).enforced;
}

const keepNamesOnly: JsonSchema = { type: 'object', properties: { a: true, b: true }, additionalProperties: false };

describe('the schema that is enforced before a parser', () => {
  it.each<[string, JsonSchema]>([
    ['is closed', closed],
    ['does not mention other names, and is closed by default', { type: 'object', properties: { a: text, b: text } }],
    ['holds branches that are closed', { ...closed, allOf: [{ properties: { a: {} } }, { not: {} }] }],
    ['holds a boolean', { ...closed, allOf: [true] }],
    ['is open only in a property', { ...closed, properties: { a: { additionalProperties: true }, b: text } }],
  ])('only checks the names if the schema %s', (_, schema) => {
    expect(enforcedBefore(schema)).toEqual(keepNamesOnly);
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
  ])('only requires an object if the schema %s', (_, schema) => {
    expect(enforcedBefore(schema)).toEqual({ type: 'object' });
  });

  it('has the properties that the enforced schema declares', () => {
    const { enforced } = contractOf(closed, { root: { published: closed, enforced: closed, parse } });
    expect(enforced).toEqual(closed);
  });
});

describe('createRootContract', () => {
  const extraParameters = [
    { name: 'user', source: { published: text, enforced: { type: 'number' } as const }, isOptional: false },
  ];

  it('has the layout object, root or parameters', () => {
    expect(contractOf(closed).layout).toBe('object');
    expect(contractOf(closed, { extraParameters }).layout).toBe('object');
    expect(contractOf(closed, { rootName: 'order' }).layout).toBe('root');
    expect(contractOf(closed, { rootName: 'order', extraParameters }).layout).toBe('parameters');
  });

  it('shows and enforces the extra parameters, each by its own schema', () => {
    const { published, enforced } = contractOf({ ...closed, required: ['a'] }, { rootName: 'order', extraParameters });
    expect(published).toEqual({ ...closed, properties: { a: text, b: text, user: text }, required: ['a', 'user'] });
    expect(enforced.properties?.user).toEqual({ type: 'number' });
    const [optional] = extraParameters.map((parameter) => ({ ...parameter, isOptional: true }));
    expect(
      contractOf(closed, { extraParameters: optional === undefined ? [] : [optional] }).published.required,
    ).toBeUndefined();
  });

  it("keeps the author's schema if no part of it is hidden and no extra parameter exists", () => {
    expect(contractOf(closed).authored).toBe(closed);
    expect(contractOf(closed, { bound: new Set(['other']) }).authored).toBe(closed);
    expect(contractOf(closed, { bound: new Set(['a']) }).authored).toBeUndefined();
    expect(contractOf(closed, { extraParameters }).authored).toBeUndefined();
  });

  it('has a parser only if one is needed', () => {
    expect(contractOf(closed).parse).toBeUndefined();
    expect(contractOf(closed, { bound: new Set(['a']) }).parse).toBeUndefined();
  });

  it('passes a parser only the bound values of its own schema', () => {
    const received: unknown[][] = [];
    const recording: ValueParser = (...passed) => {
      received.push(passed);
      return { ok: true, value: passed[0] };
    };
    const root = { published: closed, enforced: closed, parse: recording };
    const contract = contractOf(closed, { root, bound: new Set(['a', 'elsewhere']) });
    contract.parse?.({ b: '1' }, { a: '2', elsewhere: '3' });
    contract.parse?.({ b: '1' }, { elsewhere: '3' });
    contract.parse?.({ b: '1' });
    expect(received).toEqual([[{ b: '1' }, { a: '2' }], [{ b: '1' }], [{ b: '1' }]]);
  });
});

describe('createParametersContract', () => {
  it('requires only the required parameters', () => {
    const source = { published: text, enforced: text };
    const contract = createParametersContract(
      [
        { name: 'a', source, isOptional: false },
        { name: 'b', source, isOptional: true },
      ],
      new Set(['c']),
    );
    expect(contract).toMatchObject({ published: { ...closed, required: ['a'] }, layout: 'object' });
    expect([...contract.hidden]).toEqual(['c']);
    const none = createParametersContract([], new Set());
    expect(none.published).toStrictEqual({ type: 'object', properties: {}, additionalProperties: false });
  });
});
