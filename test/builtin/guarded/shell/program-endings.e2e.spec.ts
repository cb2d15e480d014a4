import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ShellToolsOptions } from 'toolwright/builtin/guarded';
import { root } from '../../../support/repository.js';
import { Workspace } from './workspace.js';

let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace();
});

afterEach(() => {
  workspace.remove();
});

/** The options with the shell, only for these tests: it starts the processes that a hostile program would start. */
function withShell(): Partial<ShellToolsOptions> {
  return {
    programs: { sh: { path: '/bin/sh' } },
    env: { WORKSPACE: workspace.path, WAIT: workspace.wait, PATH: process.env.PATH ?? '' },
  };
}

const ignoring = `trap '' TERM; while :; do sleep 0.1; done`;

/** Scripts that start processes, write a line, and wait. `$WAIT` waits for longer than any test. */
const scripts: readonly (readonly [name: string, script: string])[] = [
  ['a program', 'echo ready; exec $WAIT'],
  ['a program that ignores SIGTERM', `echo ready; ${ignoring}`],
  ['children that ignore SIGTERM', `(${ignoring}) & (${ignoring}) & echo ready; wait`],
  ['200 children', 'i=0; while [ $i -lt 200 ]; do $WAIT & i=$((i+1)); done; echo ready; wait'],
  [
    '200 children that ignore SIGTERM',
    `trap '' TERM; i=0; while [ $i -lt 200 ]; do $WAIT & i=$((i+1)); done; echo ready; wait`,
  ],
  ['a child in another session', 'setsid $WAIT & echo ready; wait'],
  [
    'a grandchild in another session without parents',
    '(setsid sh -c "$WAIT & $WAIT &" &); sleep 0.2; echo ready; $WAIT',
  ],
  ['a child in another session that ignores SIGTERM', `setsid sh -c "${ignoring}" & echo ready; wait`],
  ['a child without an environment', 'env -i $WAIT & echo ready; wait'],
  ['a child without an environment in another session', 'setsid env -i $WAIT & echo ready; wait'],
  ['a stopped program', 'echo ready; kill -STOP $$'],
  ['a stopped child', '$WAIT & kill -STOP $!; echo ready; wait'],
  ['a program that replaces its children', 'echo ready; while :; do sleep 0.01 & wait $!; done'],
];

describe('an aborted call', () => {
  it.each(scripts)('ends %s', async (_, script) => {
    const controller = new AbortController();
    const input = { program: 'sh', args: ['-c', script] };
    const responses = workspace
      .toolkit(withShell())
      .iterate({ name: 'run_program', input }, { signal: controller.signal });
    let states: readonly string[] = [];
    for await (const response of responses) {
      states = [...states, response.state];
      if (response.isLast || !response.toText().includes('ready')) continue;
      expect(workspace.processes().length).toBeGreaterThan(0);
      controller.abort();
    }
    expect(states).toEqual(['running', 'running', 'interrupted']);
    expect(await workspace.processesLeft()).toEqual([]);
  });

  it('starts nothing, or leaves nothing behind, whenever it is aborted', async () => {
    const toolkit = workspace.toolkit(withShell());
    const input = { program: 'sh', args: ['-c', '$WAIT & setsid $WAIT & wait'] };
    for (let turns = 0; turns < 40; turns++) {
      const controller = new AbortController();
      const running = toolkit.execute('run_program', input, { signal: controller.signal });
      for (let turn = 0; turn < turns; turn++) await (turn % 2 === 0 ? Promise.resolve() : new Promise(setImmediate));
      controller.abort();
      expect((await running).error?.code).toBe('interrupted');
    }
    expect(await workspace.processesLeft()).toEqual([]);
  });

  it('ends the program at the time limit of the caller', async () => {
    const input = { program: 'sh', args: ['-c', 'setsid $WAIT & $WAIT'] };
    const { error } = await workspace.toolkit(withShell()).execute('run_program', input, { timeoutMs: 300 });
    expect(error?.code).toBe('timeout');
    expect(await workspace.processesLeft()).toEqual([]);
  });

  it('ends the program when its reader leaves', async () => {
    const input = { program: 'sh', args: ['-c', 'echo ready; setsid $WAIT & $WAIT'] };
    for await (const { content } of workspace.toolkit(withShell()).iterate({ name: 'run_program', input })) {
      if (content.length > 0) break;
    }
    expect(await workspace.processesLeft()).toEqual([]);
  });
});

describe('the time limit', () => {
  it.each(scripts)('ends %s', async (_, script) => {
    const input = { program: 'sh', args: ['-c', script] };
    const result = await workspace.run(input, { ...withShell(), timeLimitMs: 1_000 });
    expect(result.error).toMatchObject({ code: 'timeout', details: { reason: 'time_limit', exitCode: null } });
    expect(workspace.processes()).toEqual([]);
  });
});

describe('a program that has ended', () => {
  it.each([
    ['in its group', '$WAIT & echo done'],
    ['in another session', 'setsid $WAIT & echo done'],
    ['in another session that ignores SIGTERM', `setsid sh -c "${ignoring}" & echo done`],
    ['that holds the output open', '(setsid $WAIT &) ; echo done'],
  ])('leaves no process %s, and its call ends', async (_, script) => {
    const result = await workspace.run({ program: 'sh', args: ['-c', script] }, withShell());
    expect(result.data).toEqual({ exitCode: 0, signal: null, stdout: 'done\n', stderr: '', omittedBytes: 0 });
    expect(workspace.processes()).toEqual([]);
  });

  it('does not keep its call alive by a process that cannot be found', async () => {
    // It has no marker, no parent, and neither the group nor the session of the program.
    const hidden = '(setsid env -i $WAIT &); sleep 0.3; echo done';
    const result = await workspace.run({ program: 'sh', args: ['-c', hidden] }, withShell());
    expect(result.data).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    const left = workspace.processes();
    expect(left).toHaveLength(1);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(await workspace.processesLeft()).toEqual([]);
  });

  it('leaves no listener', async () => {
    const count = (): number => process.listenerCount('exit');
    const before = count();
    const during: number[] = [];
    const input = { program: 'echo', args: ['running'] };
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for await (const response of workspace.toolkit().iterate({ name: 'run_program', input })) {
          if (response.toText() === 'running\n') during.push(count());
        }
      }),
    );
    expect(Math.max(...during)).toBeLessThanOrEqual(before + 1);
    expect(count()).toBe(before);
  });
});

describe('the end of this process', () => {
  it.each(['process.exit()', 'setTimeout(() => Promise.reject(new RangeError()))'])(
    'by %s ends its programs',
    async (end) => {
      const entry = join(root, 'dist/tools/guarded/index.js');
      const { programs, env } = withShell();
      const options = { programs, env, roots: { workspace: workspace.path }, graceMs: 100_000 };
      const input = { program: 'sh', args: ['-c', `trap '' TERM; setsid $WAIT & echo ready; ${ignoring}`] };
      const source = `
      const { ShellTools } = await import(${JSON.stringify(pathToFileURL(entry).href)});
      const spec = new ShellTools(${JSON.stringify(options)}).toolSpec('run_program');
      for await (const { content } of spec.iterate(${JSON.stringify(input)})) {
        if (content.length > 0) ${end};
      }`;
      const host = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
      await once(host, 'exit');
      expect(await workspace.processesLeft()).toEqual([]);
    },
  );
});
