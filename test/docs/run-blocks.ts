import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { startNatsServer } from '../support/nats-server.mjs';
import { createProgram, lineOf, textOf } from '../support/program.js';
import { root } from '../support/repository.js';
import type { CodeBlock } from './code-blocks.js';

/** The result of one block. */
export interface BlockResult {
  /** The errors that the compiler reports. */
  readonly errors: readonly string[];
  /** Undefined for a block that was not run. */
  readonly run: BlockRun | undefined;
}

export interface BlockRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: 'well' | 'with an error' | 'never' | 'never, as it leaves something running' | 'before it began';
}

// Inside the repository, so that blocks find the package by its own name and the packages that it installs.
const folder = join(root, 'test/.build/docs');
const runnerFile = join(folder, 'runner.mjs');

const registeredOptions = { target: 'ES2022', module: 'NodeNext' };

// A page takes a second or two, and more where it starts programs on a busy machine. One that takes this long waits for
// something that never happens.
const hangsAfterMs = 60_000;

/** Compiles and runs blocks, by their places. */
export async function runBlocks(blocks: readonly CodeBlock[]): Promise<ReadonlyMap<string, BlockResult>> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(runnerFile, runner);
  // What a project that runs TypeScript files has.
  const tsconfig = { compilerOptions: { ...registeredOptions, strict: true, experimentalDecorators: true, types: [] } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include: [] }));
  // What a block declares for an application would apply to all blocks that are compiled with it.
  const declaring = blocks.filter(({ code }) => code.includes("declare module 'toolwright'"));
  const groups = [blocks.filter((block) => !declaring.includes(block)), ...declaring.map((block) => [block])];
  const errors = new Map(
    groups.flatMap((group) => [...compileBlocks(group, 'legacy'), ...compileBlocks(group, 'tc39')]),
  );
  const server = await startNatsServer();
  const runs = await runPages(
    blocks.filter((block) => block.notRun === undefined),
    { PATH: process.env.PATH, NATS_URL: server.url },
  );
  await server.stop();
  return new Map(
    blocks.map((block) => {
      const result: BlockResult = { errors: errors.get(fileOf(block, 'ts')) ?? [], run: runs.get(block.at) };
      return [block.at, result];
    }),
  );
}

function fileOf(block: CodeBlock, extension: 'ts' | 'js'): string {
  return join(folder, `${block.at.replaceAll(/[^\w]+/g, '-')}.${extension}`);
}

/** Emits the blocks of one decorator standard, and returns the compiler's errors by file. */
function compileBlocks(
  blocks: readonly CodeBlock[],
  decorators: CodeBlock['decorators'],
): ReadonlyMap<string, readonly string[]> {
  const chosen = blocks.filter((block) => block.decorators === decorators);
  for (const block of chosen) writeFileSync(fileOf(block, 'ts'), block.code);
  const files = chosen.map((block) => fileOf(block, 'ts'));
  const program = createProgram({ files, options: compilerOptions(decorators) });
  const { diagnostics } = program.emit();
  const errors = new Map<string, string[]>();
  for (const error of [...ts.getPreEmitDiagnostics(program), ...diagnostics]) {
    const at = files.find((name) => name === error.file?.fileName) ?? String(files[0]);
    errors.set(at, [...(errors.get(at) ?? []), `line ${lineOf(error)}: ${textOf(error)}`]);
  }
  return errors;
}

function compilerOptions(decorators: CodeBlock['decorators']): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const isLegacy = decorators === 'legacy';
  return {
    ...options,
    experimentalDecorators: isLegacy,
    emitDecoratorMetadata: isLegacy,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: ['node'],
    // By its own name, as an installed package.
    paths: {},
    noEmit: false,
    inlineSourceMap: true,
  };
}

/** Runs each page's blocks in a process of their own, two pages or more at a time. */
async function runPages(blocks: readonly CodeBlock[], env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, BlockRun>> {
  const pages = [...new Set(blocks.map((block) => block.at.split(':')[0]))];
  const runs = new Map<string, BlockRun>();
  const work = async (): Promise<void> => {
    for (let page = pages.shift(); page !== undefined; page = pages.shift()) {
      const chosen = blocks.filter((block) => block.at.startsWith(`${page}:`));
      for (const isRegistered of [false, true]) {
        const programs = chosen.filter((block) => block.isRegistered === isRegistered);
        for (const [at, run] of await runPage(programs, env)) runs.set(at, run);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return runs;
}

// Marks on both streams where a block begins, and on stdout where it has succeeded.
const runner = `
const [, , ...files] = process.argv;
for (const file of files) {
  process.stdout.write('\\0begin\\0');
  process.stderr.write('\\0begin\\0');
  try {
    await import(file);
    process.stdout.write('\\0end');
  } catch (error) {
    console.error(error);
    process.stdout.write('\\0error');
  }
}`;

function runPage(blocks: readonly CodeBlock[], env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, BlockRun>> {
  if (blocks.length === 0) return Promise.resolve(new Map());
  const isRegistered = blocks[0]?.isRegistered === true;
  const loaders = isRegistered ? ['--import', 'toolwright/register'] : [];
  const files = blocks.map((block) => fileOf(block, isRegistered ? 'ts' : 'js'));
  const args = ['--enable-source-maps', ...loaders, runnerFile, ...files];
  const options = { cwd: folder, timeout: hangsAfterMs, env };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (failure, stdout, stderr) => {
      const [, ...printed] = stdout.split('\0begin\0');
      const [, ...complained] = stderr.split('\0begin\0');
      const wasKilled = failure?.killed === true;
      resolve(
        new Map(
          blocks.map((block, index): [string, BlockRun] => {
            const [text = '', mark] = (printed[index] ?? '').split('\0');
            const isLast = index === blocks.length - 1;
            const ended = printed[index] === undefined ? 'before it began' : endOf(mark, isLast && wasKilled);
            return [block.at, { stdout: text.trimEnd(), stderr: (complained[index] ?? '').trimEnd(), ended }];
          }),
        ),
      );
    });
    // A program that reads standard input ends with it.
    child.stdin?.end();
  });
}

function endOf(mark: string | undefined, keepsRunning: boolean): BlockRun['ended'] {
  if (mark === undefined) return 'never';
  if (mark !== 'end') return 'with an error';
  return keepsRunning ? 'never, as it leaves something running' : 'well';
}
