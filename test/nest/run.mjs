// `npm run test:nest [-- --package <file>]`: compiles the table once, and runs it on NestJS 11 and 12, each with Express
// and Fastify. `--package` tests a packed package instead of packing this one.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const versions = ['nest-11', 'nest-12'];
const platforms = ['express', 'fastify'];
const npmOptions = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

const { values } = parseArgs({ options: { package: { type: 'string' } } });
const workspace = mkdtempSync(join(tmpdir(), 'toolwright-nest-'));
try {
  const tarball = values.package ? resolve(values.package) : pack();
  const program = join(workspace, 'program');
  run('npx', ['tsc', '-p', 'test/nest', '--outDir', program], root);
  report(Object.fromEntries(versions.map((version) => [version, runTable(version, { tarball, program })])));
} finally {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 3 });
}

function pack() {
  const output = run('npm', ['pack', '--silent', '--pack-destination', workspace], root);
  return join(workspace, output.trim().split('\n').at(-1));
}

/** Installs a version of NestJS with the package, and runs the table with it. */
function runTable(version, { tarball, program }) {
  const cwd = join(workspace, version);
  cpSync(join(import.meta.dirname, version), cwd, { recursive: true });
  run('npm', ['ci', ...npmOptions], cwd);
  run('npm', ['install', '--no-save', '--no-package-lock', ...npmOptions, tarball], cwd);
  cpSync(program, join(cwd, 'program'), { recursive: true });
  return JSON.parse(run(process.execPath, ['program/main.js'], cwd));
}

function report(results) {
  const columns = versions.flatMap((version) => platforms.map((platform) => [version, platform]));
  const names = Object.keys(results[versions[0]]);
  console.log(`| row | ${columns.map((column) => column.join(' ')).join(' | ')} |`);
  console.log(`|---|${columns.map(() => ':-:|').join('')}`);
  let failed = 0;
  for (const name of names) {
    const cells = columns.map(([version, platform]) => results[version][name]?.[platform] ?? 'missing');
    failed += cells.filter((cell) => cell !== 'passed').length;
    console.log(`| ${name} | ${cells.map((cell) => (cell === 'passed' ? '✓' : '✗')).join(' | ')} |`);
    for (const cell of cells.filter((one) => one !== 'passed')) console.error(cell);
  }
  console.log(`Cells: ${names.length * columns.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

function run(command, args, cwd) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`'${[command, ...args].join(' ')}' failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
