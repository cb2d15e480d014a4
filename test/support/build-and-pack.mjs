import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pack } from './npm.mjs';

const root = resolve(import.meta.dirname, '../..');
const workspace = join(root, 'test/.build/packing');
const packed = join(root, 'test/.build/packed');
const createFolder = join(root, 'samples/create-toolwright');
const packedCreate = join(root, 'test/.build/packed-create-toolwright');

/** The folders with packages of their own, which specs run as programs. */
const peers = readdirSync(join(root, 'test/peers')).map((name) => `test/peers/${name}`);
const programFolders = [
  'bench/mitata',
  'samples/comparison',
  'samples/mcp-conformance/suite',
  'samples/one-class',
  'samples/web-page',
  'test/programs',
  ...peers,
];

/** Prepares the specs of the project `e2e`: compiles the packages, samples and benches, and packs the packages. */
export default function buildAndPack() {
  for (const folder of programFolders) install(folder);
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'samples', 'bench'], root);
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', createFolder], root);
  // What the sources serve while they run, such as the page of an application of NestJS, is this build.
  run(process.execPath, ['.ci/dev-page.mjs'], root);
  for (const folder of [workspace, packed, packedCreate]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  packPackage();
  extract(createFolder, packedCreate);
}

/** Installs the packages of a folder unless those that it locks are there. */
function install(folder) {
  const lock = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
  const installed = join(root, folder, 'node_modules/.package-lock.json');
  if (existsSync(installed) && hasPackages(JSON.parse(lock), JSON.parse(readFileSync(installed, 'utf8')))) return;
  run('npm', ['--prefix', folder, 'ci', '--no-audit', '--no-fund'], root);
}

function hasPackages(locked, installed) {
  return Object.entries(locked.packages).every(([path, { version, optional }]) => {
    return path === '' || optional === true || installed.packages[path]?.version === version;
  });
}

/** Packs the package as npm would publish it, from a copy: the `dist` of this repository stays as the compiler wrote it. */
function packPackage() {
  const scripts = ['.ci/bundle.mjs', '.ci/commonjs.mjs', '.ci/dev-page.mjs'];
  const documents = ['CHANGELOG.md', 'LICENSE', 'README.md'];
  for (const name of ['package.json', 'tsconfig.json', ...scripts, ...documents, 'dist', 'src']) {
    cpSync(join(root, name), join(workspace, name), { recursive: true });
  }
  run(process.execPath, ['.ci/bundle.mjs'], workspace);
  extract(workspace, packed);
  // What is loaded with `require()` while the sources run, such as the compiler of the build plugin, is this build.
  rmSync(join(root, 'cjs'), { recursive: true, force: true });
  cpSync(join(packed, 'cjs'), join(root, 'cjs'), { recursive: true });
}

/** Packs a package that is built already, and extracts it to a folder. */
function extract(folder, target) {
  run('tar', ['-xzf', pack(folder, workspace, '--ignore-scripts')], workspace);
  renameSync(join(workspace, 'package'), target);
}

function run(command, args, cwd) {
  // The options of the process that runs the specs are not for these.
  const { NODE_OPTIONS: _, ...env } = process.env;
  try {
    execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`'${[command, ...args].join(' ')}' failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
