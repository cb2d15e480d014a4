import { exceedsBytes } from '../../../src/integrations/mcp/server/argument-bytes.js';
import { fc } from '../../support/fast-check.js';

describe('exceedsBytes', () => {
  it('is true for a limit below the size of the JSON text in UTF-8, and false from there on', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const json: unknown = JSON.parse(text);
        expect(exceedsBytes(json, Buffer.byteLength(text))).toBe(false);
        expect(exceedsBytes(json, Buffer.byteLength(text) - 1)).toBe(true);
      }),
    );
  });

  it('is true for a value that contains itself', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const list: unknown[] = [];
    list.push(list);
    expect(exceedsBytes(cycle, 1_000)).toBe(true);
    expect(exceedsBytes(list, 1_000)).toBe(true);
  });

  it('counts values that JSON does not have', () => {
    expect(exceedsBytes([undefined, 12n], 9)).toBe(false);
    expect(exceedsBytes([undefined, 12n], 8)).toBe(true);
  });

  it('reads no value after the limit', () => {
    const value = { first: 'x'.repeat(100) };
    Object.defineProperty(value, 'y'.repeat(100), {
      enumerable: true,
      get: () => {
        throw new Error('This is read.');
      },
    });
    expect(exceedsBytes(value, 50)).toBe(true);
  });
});
