import * as library from '@swc/wasm-typescript';
import { stripSource } from '../../src/sources/sandbox/strip-source.js';

describe('stripSource', () => {
  it('replaces types by blanks, so that every place stays', () => {
    expect(stripSource(library, 'const a: number = 1;\na')).toEqual({ code: 'const a         = 1;\na' });
  });

  it('reports the place of a mistake', () => {
    expect(stripSource(library, 'const a = 1;\nenum B { C }')).toEqual({
      problem: { message: expect.stringContaining('enum'), line: 2, column: 1 },
    });
  });

  it('throws what is no mistake in the source text', () => {
    const transformSync = (): never => {
      throw new RangeError('unreachable');
    };
    expect(() => stripSource({ transformSync }, '1')).toThrow('unreachable');
  });
});
