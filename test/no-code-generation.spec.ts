import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/repository.js';

describe('the unit tests', () => {
  it.each([
    ['new Function', () => new Function('return 1')],
    // biome-ignore lint/security/noGlobalEval: the test shows that it throws.
    ['eval', () => globalThis.eval('1')],
    ['the constructor of async functions', () => (async () => {}).constructor('')],
  ])('disallow code generation from strings: %s', (_, generate) => {
    expect(generate).toThrow(EvalError);
  });

  it('of specs and calls run there without exception', () => {
    const specs = ['spec', 'execution', 'toolkit', 'features', 'state', 'response'].flatMap((folder) =>
      readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.spec.ts'))
        .map((file) => join('test', folder, file)),
    );
    expect(specs.length).toBeGreaterThan(100);
    expect(specs.filter((file) => readFileSync(join(root, file), 'utf8').includes('@jest-environment'))).toEqual([]);
  });
});
