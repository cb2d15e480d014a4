import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

async function fuzz(target: string, cases: number): Promise<string> {
  // Ten times the block that `npm run test:fuzz` allows, because other specs run at the same time.
  const args = ['test/fuzz/run.mjs', target, String(cases), '1', '500'];
  const { stdout } = await run(process.execPath, args, { cwd: root });
  return stdout;
}

describe('hostile paths', () => {
  it('reach no file outside of the folder of the file and memory tools', async () => {
    expect(await fuzz('TextFileTools', 2_000)).toMatch(/2000 cases, \d+ run again, 0 failures\n$/);
  });

  it('reach no file outside while folders, files and links are swapped', async () => {
    expect(await fuzz('linkRace', 500)).toMatch(/500 cases, \d+ run again, 0 failures\n$/);
  });
});
