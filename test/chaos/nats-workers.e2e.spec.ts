import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('workers on NATS', () => {
  it('lose no call and double no effect while workers and callers are killed', async () => {
    const { stdout } = await run(process.execPath, ['test/chaos/nats-run.mjs', '600', '400'], { cwd: root });
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^600 calls, [1-9]\d* workers killed: .*, 0 lost, 0 wrong, 0 hung, 0 doubled effects$/),
      expect.stringMatching(/^A caller with 100 calls killed: its worker was idle after \d+ ms$/),
      'A worker with 200 calls stopped gracefully: 0 lost',
      '',
    ]);
  }, 120_000);
});
