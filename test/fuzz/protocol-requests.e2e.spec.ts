import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('requests of protocol version 2026-07-28', () => {
  it('are answered as the server of the official SDK does, except for the accepted differences', async () => {
    // Ten times the block that `npm run test:fuzz` allows, because other specs run at the same time.
    const args = ['test/fuzz/run.mjs', 'protocol', '400', '1', '500'];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    expect(stdout).toMatch(/400 cases, \d+ run again, 0 failures\n$/);
  });
});
