import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Another revision of this package, built, in a folder of its own, with these benchmarks over it. */
export interface Revision {
  /** Its commit, shortened. */
  readonly name: string;
  readonly root: string;
  /** Takes the folder away again. */
  remove(): Promise<void>;
}

/**
 * Builds another revision beside this one. Gives undefined when aborted; nothing is left behind then.
 *
 * @param ref - Whatever git understands: a branch, a tag, a commit.
 * @throws Error if git does not know it, or it does not build.
 */
export async function createRevision(ref: string, signal: AbortSignal): Promise<Revision | undefined> {
  const here = resolve('.');
  const name = (await run('git', ['rev-parse', '--short', '--verify', `${ref}^{commit}`], { cwd: here })).trim();
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
  const root = join(folder, 'package');
  const remove = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await run('git', ['worktree', 'prune'], { cwd: here });
  };
  try {
    // Ctrl-C must not reach it: a half-made worktree is locked, and git would keep it.
    await run('git', ['worktree', 'add', '--detach', root, name], { cwd: here, detached: true });
    await install(here, { root, signal });
    await build({ root, signal });
    // The same rows over both: whatever that revision measured itself by is put away.
    rmSync(join(root, 'bench'), { recursive: true, force: true });
    cpSync(join(here, 'bench/.build'), join(root, 'bench/.build'), { recursive: true });
    // That revision may not know it.
    symlinkSync(join(here, 'bench/mitata'), join(root, 'bench/mitata'), 'dir');
    return { name, root, remove };
  } catch (error) {
    await remove();
    if (signal.aborted) return undefined;
    throw error;
  }
}

interface Place {
  readonly root: string;
  readonly signal: AbortSignal;
}

/** Shares the packages that are installed here if they are the ones that the revision locks; else installs its own. */
async function install(here: string, { root, signal }: Place): Promise<void> {
  const installed = lockedVersions(here);
  const isShared = [...lockedVersions(root)].every(([path, version]) => installed.get(path) === version);
  if (isShared) symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'), 'dir');
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, signal });
}

/** Builds what that revision publishes. One from before there was a bundle publishes what the compiler writes. */
async function build({ root, signal }: Place): Promise<void> {
  const find = (...names: string[]): string | undefined => names.find((name) => existsSync(join(root, name)));
  const project = find('src/tsconfig.json', 'tsconfig.build.json') ?? 'src';
  const bundler = find('.ci/bundle.mjs', 'esbuild.config.mjs');
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', project], { cwd: root, signal });
  if (bundler !== undefined) await run(process.execPath, [bundler], { cwd: root, signal });
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

function lockedVersions(root: string): ReadonlyMap<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const dependencies = Object.entries(packages).filter(([path]) => path !== '');
  return new Map(dependencies.map(([path, { version }]) => [path, version]));
}

interface RunOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal;
  /** Whether it is a process group of its own. @default false */
  readonly detached?: boolean;
}

/** What a command prints. */
function run(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    const errors: string[] = [];
    child.stdout.on('data', (text) => output.push(String(text)));
    child.stderr.on('data', (text) => errors.push(String(text)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) done(output.join(''));
      else reject(new Error(`${command} ${args.join(' ')}: ${[...output, ...errors].join('').trim()}`));
    });
  });
}
