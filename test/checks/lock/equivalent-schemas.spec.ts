import type { JsonSchema } from 'toolwright';
import { gravestOf } from '../../../src/build/checks/lock/change.js';
import { compareWithLock } from '../../../src/build/checks/lock/compare-with-lock.js';
import type { Definitions } from '../../../src/build/checks/lock/definition.js';

function definitionsOf(inputSchema: JsonSchema): Definitions {
  return { servers: {}, tools: { find: { description: 'Finds goods.', inputSchema } } };
}

function classOf(before: JsonSchema, after: JsonSchema): string | undefined {
  return gravestOf(compareWithLock(definitionsOf(before), definitionsOf(after)));
}

/** Compares arguments with one parameter. */
function classOfParameter(before: JsonSchema, after: JsonSchema): string | undefined {
  const whole = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties: { value: schema } });
  return classOf(whole(before), whole(after));
}

const text = (pattern: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', pattern, ...more });

describe('strings', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['cost', text('^[0-9]{3}$'), text('^\\d\\d\\d$')],
    ['cost', text('^(?:a|b)$'), { type: 'string', enum: ['b', 'a'] }],
    ['cost', text('^[A-Z]{2}$'), text('^[A-Z]+$', { minLength: 2, maxLength: 2 })],
    ['cost', text('^[A-Z]+$|^[a-z]+$'), text('^(?:[A-Z]+|[a-z]+)$')],
    ['cost', text('^(?:[01]\\d|2[0-3])$'), text('^(?:0[0-9]|1[0-9]|2[0-3])$')],
    ['cost', text('b'), text('^[^]*?b')],
    ['compatible', text('^a{2}$'), text('^a{2,}$')],
    ['compatible', { enum: ['a', 'b'] }, text('^[a-c]$')],
    ['compatible', text('^a$'), text('a')],
    ['compatible', text('^a\\x62$'), text('^a[b\\u{63}]?$')],
    ['compatible', text('^[A-Z]*$', { maxLength: 5_000 }), text('^[A-Z]*$', { maxLength: 9_000 })],
    ['breaking', { enum: ['a', 'bb'] }, { type: 'string', maxLength: 1 }],
    ['breaking', text('^\\w+$'), text('^\\w+$', { minLength: 2 })],
    ['breaking', text('^[a-z]$'), text('^[^a-z]$')],
    // Not regular: not decided.
    ['breaking', text('^a(?=b)'), text('^a(?!c)')],
    ['breaking', text('^(a)\\1$'), text('^aa$')],
    ['breaking', text('^[$'), text('^[[]$')],
  ])('are compared: %s', (expected, before, after) => {
    expect(classOfParameter(before, after)).toBe(expected);
  });

  it('are not compared for long if a pattern of an attacker needs many steps', () => {
    const start = process.cpuUsage();
    const bomb = (end: string): JsonSchema => text(`^(?:(?:a?b?c?){500}){500}(?:.*a.{400}|.*b.{400})${end}$`);
    expect(classOfParameter(bomb('x'), bomb('xy?'))).toBe('breaking');
    expect(classOfParameter({ enum: ['a'.repeat(100_000)] }, text('^a+$'))).toBe('compatible');
    const { user, system } = process.cpuUsage(start);
    // In microseconds. It takes a tenth of it.
    expect(user + system).toBeLessThan(20_000_000);
  });
});

describe('numbers and lists', () => {
  const number: JsonSchema = { type: 'number' };
  const pair: JsonSchema = { type: 'array', minItems: 2, maxItems: 2, items: number };
  it.each<[string, JsonSchema, JsonSchema]>([
    ['cost', { type: 'integer', minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }],
    ['compatible', { type: 'integer', minimum: 1, maximum: 3 }, { enum: [1, 2, 3, 4] }],
    ['breaking', { type: 'integer', exclusiveMinimum: 0, maximum: 3 }, { enum: [1, 3] }],
    ['breaking', { enum: [1, 9] }, { type: 'integer', maximum: 5 }],
    ['cost', pair, { type: 'array', prefixItems: [number, number], items: false, minItems: 2 }],
    ['cost', { ...pair, items: true, prefixItems: [number, number] }, pair],
    ['breaking', pair, { type: 'array', prefixItems: [number, { type: 'string' }], items: false, minItems: 2 }],
    ['cost', { anyOf: [number, { type: 'null' }] }, { oneOf: [number, { type: 'null' }] }],
    ['breaking', { anyOf: [{ type: 'integer' }, number] }, { oneOf: [{ type: 'integer' }, number] }],
    ['compatible', { type: 'string' }, {}],
  ])('are compared: %s', (expected, before, after) => {
    expect(classOfParameter(before, after)).toBe(expected);
  });
});

function ifThen(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  return Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);
}

describe('combinations of properties', () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } } as const;
  const either = [{ required: ['a'] }, { required: ['b'] }];
  const both = { required: ['a', 'b'] };
  it.each<[string, JsonSchema, JsonSchema]>([
    ['cost', { not: both }, { maxProperties: 1 }],
    ['cost', { anyOf: either }, { minProperties: 1 }],
    ['cost', { dependentRequired: { a: ['b'] } }, ifThen({ required: ['a'] }, { required: ['b'] })],
    ['cost', { dependentRequired: { a: ['b'] } }, { dependentSchemas: { a: { required: ['b'] } } }],
    ['cost', { anyOf: either, not: both }, { oneOf: either }],
    ['cost', both, { allOf: either }],
    ['compatible', { oneOf: either }, { anyOf: either }],
    ['compatible', { required: ['a'] }, { anyOf: either }],
    ['breaking', { anyOf: either }, { oneOf: either }],
    ['breaking', {}, { anyOf: either }],
    ['breaking', { dependentRequired: { a: ['b'] } }, { dependentRequired: { b: ['a'] } }],
  ])('are compared: %s', (expected, before, after) => {
    const whole = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties, ...schema });
    expect(classOf(whole(before), whole(after))).toBe(expected);
  });

  const kind = (schema: JsonSchema): JsonSchema => ({ properties: { kind: schema }, required: ['kind'] });
  const anyKind = kind({ type: 'string' });
  it.each<[string, JsonSchema, JsonSchema]>([
    [
      'cost',
      ifThen(kind({ const: 'x' }), { required: ['a'] }),
      { anyOf: [{ not: kind({ const: 'x' }) }, { required: ['a'] }] },
    ],
    // A condition on more than plain values is not decided.
    ['breaking', ifThen(anyKind, { required: ['a'] }), ifThen(anyKind, { required: ['b'] })],
  ])('are compared for some values: %s', (expected, before, after) => {
    const all = { ...properties, kind: { enum: ['x', 'y'] } };
    const whole = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties: all, ...schema });
    expect(classOf(whole(before), whole(after))).toBe(expected);
  });
});

describe('maps', () => {
  const word: JsonSchema = { type: 'string' };
  const map = (keys: string, values = word): JsonSchema => ({
    type: 'object',
    patternProperties: { [keys]: values },
    additionalProperties: false,
  });
  it.each<[string, JsonSchema, JsonSchema]>([
    ['cost', map('^.*$'), { type: 'object', additionalProperties: word }],
    ['cost', map('^[a-z]+$'), { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: word }],
    ['compatible', map('^[a-z]+$'), map('^[a-z-]+$')],
    ['breaking', map('^[a-z-]+$'), map('^[a-z]+$')],
    ['breaking', map('^[a-z]+$'), map('^[a-z]+$', { type: 'number' })],
    ['wording', map('^[a-z]+$'), map('^[a-z]+$', { ...word, description: 'A word.' })],
    ['breaking', { type: 'object' }, { type: 'object', patternProperties: { '^a': word } }],
    ['compatible', { type: 'object', patternProperties: { '^a': word } }, { type: 'object' }],
  ])('are compared: %s', (expected, before, after) => {
    expect(classOfParameter(before, after)).toBe(expected);
  });

  it('are open at the top only if they say so', () => {
    const properties = { id: word };
    const open = { type: 'object', properties, patternProperties: { '^x_': word } } as const;
    expect(classOf({ type: 'object', properties }, open)).toBe('compatible');
    expect(classOf(open, { type: 'object', properties })).toBe('breaking');
  });
});
