// `npm run sample <name>`: runs one of the samples, each of which is a folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'tsconfig.json')))
  .map((entry) => entry.name);
const [name, ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`Name a sample, as in \`npm run sample agent\`: ${names.join(', ')}.`);
  process.exit(2);
}
if (existsSync(join(folder, name, 'package.json'))) runWithOwnPackages();
else run(process.execPath, ['--enable-source-maps', join(folder, '.build', name, 'main.js'), ...args]);

/** Runs a sample whose packages the other samples do not need. */
function runWithOwnPackages() {
  run('npm', ['--prefix', join(folder, name), 'ci', '--ignore-scripts', '--loglevel=error']);
  run(process.execPath, [join(folder, '../node_modules/typescript/bin/tsc'), '-p', join(folder, name)]);
  run(process.execPath, [join(folder, name, 'run.mjs'), ...args]);
}

function run(command, args) {
  const { status, signal, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}
