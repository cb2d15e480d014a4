// `npm run test:matrix [-- row …] [--quick] [--write] [--package <file>]`: builds and runs the service with each
// compiler, bundler and runtime of rows.mjs. A row is selected by a part of its name, `--write` writes the tables of
// docs/compilers-and-bundlers.md and README.md of this folder, and `--package` tests a packed package instead of packing this one.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { npmOptions, pack } from '../support/npm.mjs';
import { runCommand, runCommands } from '../support/run-command.mjs';
import { rows } from './rows.mjs';
import { copySources, readmeOutput } from './sources.mjs';
import { tableOf, writeTables } from './table.mjs';

const root = resolve(import.meta.dirname, '../..');
/** How many folders are installed and run at once. */
const concurrency = 2;
const installOptions = npmOptions.join(' ');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, package: { type: 'string' } },
});
const selected = selectRows();
const workspace = mkdtempSync(join(tmpdir(), 'toolwright-matrix-'));
let results = [];
try {
  const tarball = values.package ? resolve(values.package) : pack(root, workspace);
  results = await runFolders(tarball);
} finally {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 3 });
}

console.log(`\n${tableOf(results)}`);
const failed = results.filter(({ passed }) => !passed);
for (const { row, log } of failed) console.error(`\n✗ ${row.name}\n${lastLines(log)}`);
console.log(`Rows: ${results.length - failed.length} passed, ${failed.length} failed`);
if (failed.length > 0) process.exitCode = 1;
else if (values.write) writeTables(results);

function selectRows() {
  if (values.write && (values.quick || positionals.length > 0)) {
    console.error('--write writes the entire tables. Do not select rows.');
    process.exit(2);
  }
  const unknown = positionals.filter((part) => !rows.some(({ name }) => name.includes(part)));
  if (unknown.length > 0) {
    console.error(`No row is named ${unknown.join(', ')}. The rows are:\n${rows.map(({ name }) => name).join('\n')}`);
    process.exit(2);
  }
  return rows.filter(
    ({ name, quick }) =>
      (!values.quick || quick) && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
  );
}

/** Runs the rows of each folder in order, and several folders at once. Returns the results in the order of the rows. */
async function runFolders(tarball) {
  const waiting = [...new Set(selected.map(({ folder }) => folder))];
  const results = new Map();
  const work = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      for (const result of await runFolder(folder, tarball)) results.set(result.row, result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return selected.map((row) => results.get(row));
}

async function runFolder(folder, tarball) {
  const cwd = join(workspace, folder);
  cpSync(join(import.meta.dirname, folder), cwd, {
    recursive: true,
    filter: (source) => !source.endsWith('node_modules'),
  });
  const start = performance.now();
  const installed = await runCommands(
    [`npm ci ${installOptions}`, `npm install --no-save --no-package-lock ${installOptions} ${tarball}`],
    { cwd },
  );
  report(`installed ${folder}`, start);
  const results = [];
  for (const row of selected.filter((row) => row.folder === folder)) {
    results.push(installed.code === 0 ? await runRow(row, cwd) : { row, passed: false, log: installed.output });
  }
  // So that the disk holds only what runs.
  rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
  return results;
}

async function runRow(row, cwd) {
  const start = performance.now();
  for (const name of ['src', 'out', '.next']) rmSync(join(cwd, name), { recursive: true, force: true });
  copySources(row, join(cwd, 'src'));
  const options = { cwd, env: row.env };
  const built = await runCommands(row.build ?? [], options);
  const ran = built.code === 0 ? await runCommand(row.run, options) : built;
  const passed = row.message ? fails(ran, row.message) : built.code === 0 && succeeds(ran, row);
  report(`${passed ? '✓' : '✗'} ${row.name}`, start);
  return { row, passed, log: `${built.output}$ ${row.run}\n${ran === built ? '' : ran.output}exit code ${ran.code}` };
}

function succeeds({ code, output }, { sources, expected = '9 of 9' }) {
  const lines = output.split('\n').map((line) => line.trim());
  if (code !== 0) return false;
  return sources === 'readme' ? lines.join('\n').includes(readmeOutput()) : lines.some((line) => line === expected);
}

function fails({ code, output }, message) {
  return code !== 0 && output.includes(message);
}

function report(what, start) {
  console.log(`${what} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

function lastLines(log) {
  return log.trimEnd().split('\n').slice(-50).join('\n');
}
