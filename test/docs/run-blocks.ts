import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../support/repository.js';
import type { CodeBlock } from './code-blocks.js';

/** What became of one block. */
export interface BlockResult {
  /** What the compiler says of it. */
  readonly errors: readonly string[];
  /** Undefined for a block that was not run. */
  readonly run: BlockRun | undefined;
}

export interface BlockRun {
  readonly stdout: string;
  readonly stderr: string;
  /** 0; else how the process ended. */
  readonly ended: string;
}

// Inside the repository, so that blocks find the package by its own name and the packages that it installs.
const folder = join(root, 'test/.build/docs');

// A block takes well under a second; one that takes this long waits for something that never comes.
const hangsAfterMs = 20_000;

/** Compiles and runs blocks, by their places. */
export async function runBlocks(blocks: readonly CodeBlock[]): Promise<ReadonlyMap<string, BlockResult>> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const errors = new Map([...compileBlocks(blocks, 'legacy'), ...compileBlocks(blocks, 'tc39')]);
  const results = new Map<string, BlockResult>();
  const waiting = [...blocks];
  const work = async (): Promise<void> => {
    for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) {
      const run = block.notRun === undefined ? await runBlock(block) : undefined;
      results.set(block.at, { errors: errors.get(fileOf(block, 'ts')) ?? [], run });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return results;
}

function fileOf(block: CodeBlock, extension: 'ts' | 'js'): string {
  return join(folder, `${block.at.replaceAll(/[^\w]+/g, '-')}.${extension}`);
}

/** Emits the blocks of one decorator standard, and gives the compiler's errors by file. */
function compileBlocks(
  blocks: readonly CodeBlock[],
  decorators: CodeBlock['decorators'],
): ReadonlyMap<string, readonly string[]> {
  const chosen = blocks.filter((block) => block.decorators === decorators);
  for (const block of chosen) writeFileSync(fileOf(block, 'ts'), block.code);
  const files = chosen.map((block) => fileOf(block, 'ts'));
  const program = ts.createProgram(files, compilerOptions(decorators));
  const { diagnostics } = program.emit();
  const errors = new Map<string, string[]>();
  for (const { file, start = 0, messageText } of [...ts.getPreEmitDiagnostics(program), ...diagnostics]) {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const at = files.find((name) => name === file?.fileName) ?? String(files[0]);
    const message = `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    errors.set(at, [...(errors.get(at) ?? []), message]);
  }
  return errors;
}

function compilerOptions(decorators: CodeBlock['decorators']): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: { compilerOptions: object } };
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

function runBlock(block: CodeBlock): Promise<BlockRun> {
  const options = { cwd: folder, timeout: hangsAfterMs, env: { PATH: process.env.PATH } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--enable-source-maps', fileOf(block, 'js')], options, (error, stdout, stderr) => {
      const ended = error === null ? '0' : error.killed === true ? 'it hangs' : `exit code ${error.code}`;
      resolve({ stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), ended });
    });
  });
}
