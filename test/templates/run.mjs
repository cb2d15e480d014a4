// `npm run test:templates [-- template …] [--package <file>]`: creates a project of each template of create-toolwright,
// as users do, installs its packages, and runs its scripts. `--package` tests a packed package instead of packing this
// one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { npmOptions, pack } from '../support/npm.mjs';
import { runCommand, runCommands, startCommand } from '../support/run-command.mjs';
import { answers } from './answers.mjs';

const root = resolve(import.meta.dirname, '../..');
/** How long a program may take to end after Ctrl-C. */
const endMs = 20_000;
const installOptions = npmOptions.join(' ');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { package: { type: 'string' } } });
const names = positionals.length > 0 ? positionals : Object.keys(answers);
const unknown = names.filter((name) => !Object.hasOwn(answers, name));
if (unknown.length > 0) {
  console.error(`No template is named ${unknown.join(', ')}. The templates are ${Object.keys(answers).join(', ')}.`);
  process.exit(2);
}
const workspace = mkdtempSync(join(tmpdir(), 'toolwright-templates-'));
const failures = [];
try {
  const tarball = values.package ? resolve(values.package) : pack(root, workspace);
  await installCreate();
  // One after another: most of the time npm, tsc and jest use more than one processor.
  for (const name of names) await test(name, tarball);
} finally {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 3 });
}
for (const failure of failures) console.error(`\n✗ ${failure}`);
console.log(`Templates: ${names.length - failures.length} passed, ${failures.length} failed`);
if (failures.length > 0) process.exitCode = 1;

async function installCreate() {
  const tarball = pack(join(root, 'samples/create-toolwright'), workspace);
  writeFileSync(join(workspace, 'package.json'), '{ "private": true }');
  succeed(await runCommand(`npm install ${installOptions} ${tarball}`, { cwd: workspace }));
}

async function test(name, tarball) {
  const start = performance.now();
  const times = [];
  let before = start;
  const measure = (step) => {
    const now = performance.now();
    times.push(`${step} ${seconds(now - before)}`);
    before = now;
  };
  let result = 'passed';
  try {
    await testSteps(name, tarball, measure);
  } catch (error) {
    result = 'failed';
    failures.push(`${name}: ${error.message}`);
  }
  console.log(`${name} ${result} (${seconds(performance.now() - start)}: ${times.join(', ')})`);
}

async function testSteps(name, tarball, measure) {
  const created = await runCommand(`create-toolwright my-${name} --template ${name}`, { cwd: workspace });
  succeed(created);
  const cwd = join(workspace, `my-${name}`);
  useTarball(join(cwd, 'package.json'), tarball);
  succeed(await runCommand(`npm install ${installOptions}`, { cwd }));
  measure('install');
  succeed(await runCommands(['npm run typecheck', 'npm test'], { cwd }));
  measure('typecheck and test');
  succeed(await runCommands(documentedCommands(cwd), { cwd }));
  measure('documented commands');
  await startAndEnd(answers[name], cwd);
  measure('start');
}

/** Makes a project install the packed package, because the version that it names may not be published. */
function useTarball(file, tarball) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  if (manifest.dependencies.toolwright === undefined) throw new Error(`${file} does not depend on toolwright.`);
  manifest.dependencies.toolwright = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(manifest));
}

/** The commands of toolwright that the instructions for agents name and that end without a change of anything. */
function documentedCommands(cwd) {
  const instructions = readFileSync(join(cwd, 'AGENTS.md'), 'utf8');
  const commands = [...instructions.matchAll(/`npx (toolwright (?:list|call|doctor) [^`]+)`/g)];
  if (commands.length !== 3) throw new Error(`AGENTS.md names ${commands.length} commands of toolwright instead of 3.`);
  return commands.map(([, command]) => command);
}

async function startAndEnd({ start, expect }, cwd) {
  const program = startCommand(start, { cwd, env: { PORT: '0' } });
  try {
    await expect(program);
    program.signal('SIGINT');
    const timeout = pause(endMs, undefined, { ref: false }).then(() => {
      throw new Error(`'${start}' has not ended ${seconds(endMs)} after Ctrl-C.`);
    });
    await Promise.race([program.ended, timeout]);
  } finally {
    program.signal('SIGKILL');
  }
}

function succeed({ code, output }) {
  if (code !== 0) throw new Error(`exit code ${code}\n${output}`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
