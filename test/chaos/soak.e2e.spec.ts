import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('a finished MCP call, read or subscription', () => {
  it('occupies no memory in either protocol version, also if its client goes away', async () => {
    // Its output is in the message of the expectation, also if the program fails.
    const { stdout } = await run(process.execPath, ['test/chaos/soak.mjs', '25'], { cwd: root }).catch(
      (failure: { readonly stdout: string }) => ({ stdout: `failed: ${failure.stdout}` }),
    );
    expect(stdout).toMatch(/^\d+ calls of 16 kinds, 0 wrong; .* bytes per finished call\n$/);
  }, 120_000);
});
