import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('replicas behind a proxy', () => {
  it('lose no call that asks questions while they are killed and restarted', async () => {
    const { stdout } = await run(process.execPath, ['test/chaos/run.mjs', '50', '500'], { cwd: root });
    expect(stdout).toMatch(/^50 calls, [1-9]\d* kills, .*, 0 lost, 0 wrong\n$/);
  }, 60_000);
});
