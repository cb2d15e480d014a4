import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const run = promisify(execFile);

describe('durable calls', () => {
  it('are neither lost nor doubled while their NATS server is killed and restarted', async () => {
    const { stdout } = await run(process.execPath, ['test/chaos/durable.mjs', '100', '500'], { cwd: root });
    expect(stdout).toMatch(
      /^100 calls in .*, [1-9]\d* kills of the server, 0 lost, 0 duplicates .*, 0 wrong, 0 run twice\n$/,
    );
  }, 60_000);
});

describe('tasks of MCP', () => {
  it('are neither lost nor have two effects while their nodes are killed and restarted', async () => {
    const { stdout } = await run(process.execPath, ['test/chaos/tasks.mjs', '150', '1000'], { cwd: root });
    expect(stdout).toMatch(/^150 tasks in .*, [1-9]\d* kills, .*, 0 lost, 0 wrong, .*, 0 with two effects\n$/);
  }, 60_000);
});

describe('replicas behind a proxy', () => {
  it('lose no call that they hold while they are killed and restarted', async () => {
    const { stdout } = await run(process.execPath, ['test/chaos/run.mjs', '50', '1500', 'held'], { cwd: root });
    expect(stdout).toMatch(/^50 calls, [1-9]\d* kills, .*, 0 lost, 0 wrong\n$/);
  }, 60_000);

  it('lose no call that asks questions while they are killed and restarted', async () => {
    const { stdout } = await run(process.execPath, ['test/chaos/run.mjs', '50', '1500'], { cwd: root });
    expect(stdout).toMatch(/^50 calls, [1-9]\d* kills, .*, 0 lost, 0 wrong\n$/);
  }, 60_000);
});
