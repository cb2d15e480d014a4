import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Toolkit, type ToolResult } from 'toolwright';
import { type ProgramOutput, ShellTools, type ShellToolsOptions } from 'toolwright/builtin/guarded';

const policyVariable = 'TOOLWRIGHT_DANGEROUS_IO';

/** A temporary folder in which programs run. The environment of this process is restored when it is removed. */
export class Workspace {
  readonly #environment = { ...process.env };
  /** A duration that no other process waits for. */
  readonly #seconds = `1000.${randomInt(1e9)}`;
  /** The real path of the folder. */
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'shell-tools-')));

  constructor() {
    process.env[policyVariable] = 'allow';
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
  }

  /** Creates a toolkit that may run Node.js, `echo` and `cat` in the folder. */
  toolkit(options: Partial<ShellToolsOptions> = {}): Toolkit {
    const toolkit = new Toolkit();
    const programs = { node: { path: process.execPath }, echo: true, cat: true } as const;
    toolkit.register(new ShellTools({ programs, roots: { workspace: this.path }, ...options }));
    return toolkit;
  }

  /** Runs a program. */
  async run(input: object, options: Partial<ShellToolsOptions> = {}): Promise<ToolResult<ProgramOutput>> {
    return (await this.toolkit(options).execute('run_program', input)) as ToolResult<ProgramOutput>;
  }

  /** Runs a script with Node.js. */
  script(source: string, options: Partial<ShellToolsOptions> = {}): Promise<ToolResult<ProgramOutput>> {
    return this.run({ program: 'node', args: ['-e', source] }, options);
  }

  /** A shell command that waits, by which `processes` finds its process even without an environment. */
  get wait(): string {
    return `sleep ${this.#seconds}`;
  }

  /** Returns the IDs of the running processes that wait, or whose arguments or environment contain the path of the folder. */
  processes(): readonly number[] {
    const isOwn = (text: string): boolean => text.includes(this.path) || text.includes(this.#seconds);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && stateOf(name) !== 'Z')
      .filter((name) => isOwn(read(`/proc/${name}/cmdline`)) || isOwn(read(`/proc/${name}/environ`)))
      .map(Number);
  }

  /** Waits until no process is left. Returns those that are left after twenty seconds. */
  async processesLeft(): Promise<readonly number[]> {
    const giveUpAt = Date.now() + 20_000;
    while (this.processes().length > 0 && Date.now() < giveUpAt) await pause(20);
    return this.processes();
  }
}

function stateOf(pid: string): string | undefined {
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.[0];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
