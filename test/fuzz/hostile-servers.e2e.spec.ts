import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('hostile MCP servers', () => {
  it('neither block nor crash a client, and cause only typed errors', async () => {
    // Ten times the block that `npm run test:fuzz` allows, because other specs run at the same time.
    const { stdout } = await run(process.execPath, ['test/fuzz/run.mjs', '300', '1', '500'], { cwd: root });
    expect(stdout).toMatch(/^300 cases, \d+ run again, 0 failures\n$/);
  });
});
