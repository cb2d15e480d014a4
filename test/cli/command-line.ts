import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import ts from 'typescript';
import { runCommand } from '../../src/build/cli/run-command.js';
import { packedCommand } from '../support/packed-package.js';
import { root } from '../support/repository.js';

// jest sets it for its workers if its own output has colours.
delete process.env.FORCE_COLOR;

/** The exit code and output of a command. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder outside the repository that contains a user's modules and an installation of toolwright. */
export class Workshop {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-cli-')));

  /** @param copy - The folder of the copy of toolwright that is installed. */
  constructor(copy = root) {
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(copy, join(this.folder, 'node_modules/toolwright'), 'dir');
  }

  /** Compiles a module as its user's compiler does. The imports from toolwright are added. */
  compile(name: string, source: string): void {
    const { outputText } = ts.transpileModule(
      `import { Bind, Tool, ToolContext, Toolkit, ToolRegistry, ToolSpec, image, text } from 'toolwright';\n${source}`,
      {
        compilerOptions: {
          target: ts.ScriptTarget.ES2022,
          module: name.endsWith('.cjs') ? ts.ModuleKind.CommonJS : ts.ModuleKind.ES2022,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
        },
      },
    );
    this.write(name, outputText);
  }

  write(name: string, text: string | Uint8Array): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Removes a folder and its content. */
  empty(name: string): void {
    rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  start(...args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [packedCommand, ...args], { cwd: this.folder, env: process.env });
  }

  /** Runs the command in a separate process with empty input. */
  runProcess(...args: readonly string[]): Promise<Run> {
    const child = this.start(...args);
    child.stdin.end();
    return runOf(child);
  }

  /** Runs the command in this process with empty input. */
  run(...args: readonly string[]): Promise<Run> {
    return this.runWith('', ...args);
  }

  /** Runs the command in this process with a text as input. */
  async runWith(input: string, ...args: readonly string[]): Promise<Run> {
    const texts = { stdout: '', stderr: '' };
    const collect = (name: keyof typeof texts) => ({ write: (text: string) => (texts[name] += text) });
    const streams = { stdin: Readable.from([input]), stdout: collect('stdout'), stderr: collect('stderr') };
    const before = process.cwd();
    process.chdir(this.folder);
    try {
      return { code: await runCommand(args, streams), ...texts };
    } finally {
      process.chdir(before);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Waits for a process to end. */
export function runOf(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  child.stdout.on('data', (chunk) => stdout.push(String(chunk)));
  child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout: stdout.join(''), stderr: stderr.join('') }));
  });
}
