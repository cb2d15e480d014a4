import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.js';

const folder = join(root, 'src/integrations/nats');
const guards = ['callback-guard.ts', 'subscribe-guarded.ts'];

describe('callbacks of NATS and of timers', () => {
  it('are called by the guard only', () => {
    const unguarded = readdirSync(folder).filter((name) => {
      // The rule of options that are functions has the same name.
      const source = readFileSync(join(folder, name), 'utf8').replaceAll(/^import [^;]*;|: callback\b/gm, '');
      return (
        !guards.includes(name) &&
        /\b(?:setTimeout|setInterval|connection\.connection\.subscribe)\(|\bcallback\b *[:,}]/.test(source)
      );
    });
    expect(unguarded).toEqual([]);
  });
});
