import { cleanText, promptText } from '../../../src/base/text/clean-text.js';
import { readContent } from '../../../src/integrations/mcp/client/read-content.js';
import { unwrapSchema, unwrapValue } from '../../../src/integrations/mcp/client/unwrap-output.js';

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

describe('the annotations of the content of a server', () => {
  const valid = { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' };

  it.each([
    ['are kept if they are valid', valid, valid],
    ['are kept without those of an unknown name', { ...valid, color: 'red' }, valid],
    ['are left out if they are invalid', { audience: 5, priority: 'high', lastModified: 0 }, undefined],
    ['are left out if they are no object', 'user', undefined],
  ])('%s', (_title, annotations, expected) => {
    const blocks = [
      { type: 'text', text: 'hi', annotations },
      { type: 'resource_link', uri: 'file:///a', name: 'a', annotations },
      { type: 'image', data: 'aGk=', mimeType: 'image/png', annotations },
    ];
    expect(readContent(blocks, 'read').map((block) => block.annotations)).toEqual(blocks.map(() => expected));
  });
});
