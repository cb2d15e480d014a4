import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('random programs in code mode with the option flow', () => {
  it('do the same whatever others have written, as long as they have not looked', async () => {
    // Ten times the block that `npm run test:fuzz` allows, because other specs run at the same time.
    const args = ['test/fuzz/run.mjs', 'programs', '300', '1', '500'];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    expect(stdout).toMatch(/300 cases, \d+ run again, 0 failures\n$/);
  });
});
