import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/repository.js';

describe('the benchmark of sessions', () => {
  it('prints the bytes of a session, over few tools and over many', () => {
    const args = ['--expose-gc', join(root, 'bench/.build/sessions.js'), '--smoke'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Node ${process.version}`);
    const rows = stdout.trimEnd().split('\n').slice(-2);
    expect(rows.map((row) => row.trim().split(/ +/)[0])).toEqual(['1', '10']);
    for (const row of rows) expect(row).toMatch(/^ *\d+ +-?\d+ +-?\d+$/);
  }, 60_000);

  it('shows that ten thousand sessions need memory per session, not per tool', () => {
    const args = ['--expose-gc', join(root, 'bench/.build/sessions.js')];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('10000 sessions');
    const rows = stdout.trimEnd().split('\n').slice(-2);
    const [few = [], many = []] = rows.map((row) => row.trim().split(/ +/).map(Number));
    expect([few[0], many[0]]).toEqual([10, 1_000]);
    // A pointer for each tool would add 8,000 bytes to about 4,000 (Node.js 20).
    for (const column of [1, 2]) {
      expect(many[column]).toBeGreaterThan(0);
      expect(many[column]).toBeLessThan(2 * Number(few[column]));
      expect(many[column]).toBeLessThan(6_000);
    }
  }, 120_000);
});
