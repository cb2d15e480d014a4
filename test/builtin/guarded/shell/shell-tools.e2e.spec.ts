import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit, type ToolResult } from 'toolwright';
import { ShellTools, type ShellToolsOptions } from 'toolwright/builtin/guarded';
import { warningsOf } from '../../../support/process-warnings.js';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const before = { ...process.env };
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'shell-tools-')));
  process.env[variable] = 'allow';
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

const node = { path: process.execPath };

function createToolkit(options: Partial<ShellToolsOptions> = {}): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(
    new ShellTools({ programs: { node, echo: true, cat: true }, roots: { workspace: folder }, ...options }),
  );
  return toolkit;
}

function runNode(script: string, more: Record<string, unknown> = {}, options: Partial<ShellToolsOptions> = {}) {
  return createToolkit(options).execute('run_program', { program: 'node', args: ['-e', script], ...more });
}

const decision = { policy: 'allow', tool: 'run_program', blocked: false };

describe('ShellTools', () => {
  it('runs a program, and returns its output, its exit code and the decision', async () => {
    const result = await runNode('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(result).toMatchObject({
      success: true,
      data: { exitCode: 3, signal: null, stdout: 'out\n', stderr: 'err\n', omittedBytes: 0 },
      metadata: {
        dangerousIo: { ...decision, path: realpathSync(process.execPath), reason: "runs the program 'node'" },
      },
    });
    expect(result.toText()).toBe('out\n[stderr]\nerr\n[exit code 3]');
  });

  it('returns the signal that ended a program', async () => {
    const { data } = await runNode('process.kill(process.pid, "SIGKILL")');
    expect(data).toEqual({ exitCode: null, signal: 'SIGKILL', stdout: '', stderr: '', omittedBytes: 0 });
  });

  it('returns the output until the time limit', async () => {
    const result = await runNode('console.log("begun"); setInterval(() => {}, 1000)', {}, { timeLimitMs: 1_500 });
    expect(result).toMatchObject({
      error: { code: 'timeout', details: { reason: 'time_limit', exitCode: null, signal: 'SIGTERM' } },
      metadata: { dangerousIo: decision },
    });
    expect(result.toText()).toBe('begun\n\nThe program ran longer than its limit of 1500 ms and was ended.');
  });
});
