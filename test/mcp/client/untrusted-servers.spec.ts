import { cleanSchema } from '../../../src/mcp/client/clean-schema.js';
import { cleanText, promptText } from '../../../src/mcp/client/clean-text.js';
import { isSafePattern } from '../../../src/mcp/client/safe-pattern.js';
import { unwrapSchema, unwrapValue } from '../../../src/mcp/client/unwrap-output.js';

describe("an untrusted server's pattern", () => {
  it.each([
    '^[a-z]+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    'abc',
    '^https?://',
    '^(red|green)$',
    '^(?:[A-Z]{2})?$',
    '^[\\w.+-]{1,64}$',
    '^\\p{L}+$',
  ])('is used when it is harmless: %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '(x+x+)+y',
    '^(?:a+)+$',
    '^((a))+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    'a+$',
    '^.*.*$',
    '^(\\w+\\s?)*$',
    '(a)\\1',
    '^(?=a+)a*$',
    '^(a?){50}$',
    '^a{0,100}a{0,100}$',
    `^${'a?'.repeat(30)}$`,
    'a'.repeat(2_000),
  ])('is not used when it could take forever: %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });

  it('is described instead of used, and additional properties are allowed', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '(a+)+', description: 'Some.' } },
      patternProperties: { '(b+)+': { type: 'string' } },
      additionalProperties: false,
    };
    expect(cleanSchema(schema, 200)).toEqual({
      type: 'object',
      properties: { a: { type: 'string', description: 'Some. Must match the regular expression (a+)+' } },
      additionalProperties: true,
    });
  });
});

describe("an untrusted server's text", () => {
  it('loses only invisible characters', () => {
    const hidden = [...'hide'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(cleanText(`a\u200bb\u202Ec${hidden}\u0007\ufeff d\te\r\nf ü 茶 🫖`)).toBe('abc d\te\nf ü 茶 🫖');
  });

  it('is not cut within a character', () => {
    expect(promptText('🫖'.repeat(20), 21)).toBe(`${'🫖'.repeat(7)} [cut]`);
    expect(promptText('short', 21)).toBe('short');
  });
});

describe('output that was wrapped because it is not an object', () => {
  const wrap = (result: object, more: object = {}): object => ({
    type: 'object',
    properties: { result },
    required: ['result'],
    ...more,
  });

  it.each([
    [{ type: 'array' }],
    [{ type: ['string', 'null'] }],
    [{ enum: [1, 2] }],
    [{ anyOf: [{ type: 'object' }, { type: 'null' }] }],
  ])('is detected by its schema: %o', (inner) => {
    expect(unwrapSchema(wrap(inner))).toEqual(inner);
  });

  it('retains its definitions', () => {
    const $defs = { item: { type: 'string' } };
    const inner = { type: 'array', items: { $ref: '#/$defs/item' } };
    expect(unwrapSchema(wrap(inner, { $defs }))).toEqual({ $defs, ...inner });
  });

  it.each([
    [wrap({ type: 'object' })],
    [wrap({})],
    [{ type: 'object', properties: { result: { type: 'array' }, more: {} }, required: ['result'] }],
    [{ type: 'object', properties: { result: { type: 'array' } } }],
    [{ type: 'array' }],
    [undefined],
  ])('is not detected in %o', (schema) => {
    expect(unwrapSchema(schema)).toBeUndefined();
  });

  it('is detected when FastMCP marks it', () => {
    expect(unwrapSchema(wrap({}, { 'x-fastmcp-wrap-result': true }))).toEqual({});
  });

  it('is unwrapped from an object that has only this property', () => {
    expect(unwrapValue({ result: null })).toEqual({ value: null });
    expect(unwrapValue({ result: 1, more: 2 })).toBeUndefined();
    expect(unwrapValue([1])).toBeUndefined();
  });
});
