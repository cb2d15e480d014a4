import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('random sessions with the option flow', () => {
  it('decide the same whatever others have written, and let none of it decide', async () => {
    const { stdout } = await run(process.execPath, ['test/fuzz/run.mjs', 'flow', '400', '1'], { cwd: root });
    expect(stdout).toMatch(/400 cases, \d+ run again, 0 failures\n$/);
  });

  it('retain nothing of a session that was dropped', async () => {
    const { stdout } = await run(process.execPath, ['--expose-gc', 'test/fuzz/flow-leak-probe.mjs'], { cwd: root });
    const { watched, left } = JSON.parse(stdout) as { readonly watched: number; readonly left: number };
    expect(watched).toBeGreaterThan(300);
    // The last few may still be on a stack.
    expect(left).toBeLessThan(5);
  });
});
