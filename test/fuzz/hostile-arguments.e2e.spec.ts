import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('hostile arguments', () => {
  it.each(['CalculatorTools', 'DateTimeTools', 'StringTools', 'ArrayTools', 'ObjectTools'])(
    'neither block nor crash %s, and return only data',
    async (registry) => {
      // Ten times the block that `npm run test:fuzz` allows, because other specs run at the same time.
      const args = ['test/fuzz/run.mjs', registry, '1000', '1', '500'];
      const { stdout } = await run(process.execPath, args, { cwd: root });
      expect(stdout).toMatch(/1000 cases, \d+ run again, 0 failures\n$/);
    },
  );

  it('run no program that is not permitted, and change no argument of one that is', async () => {
    const args = ['test/fuzz/run.mjs', 'ShellTools', '1000', '1', '500'];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    expect(stdout).toMatch(/1000 cases, \d+ run again, 0 failures\n$/);
  });
});
