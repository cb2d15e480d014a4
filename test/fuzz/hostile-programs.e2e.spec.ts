import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('hostile programs', () => {
  it('end within their limits, with JSON data or a typed error, and leave the next program a clean sandbox', async () => {
    // Ten times the block that `npm run test:fuzz` allows, because other specs run at the same time.
    const { stdout } = await run(process.execPath, ['test/fuzz/run.mjs', 'sandbox', '200', '1', '500'], { cwd: root });
    expect(stdout).toMatch(/200 cases, \d+ run again, 0 failures\n$/);
  });
});
