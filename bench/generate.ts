import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSampleApp, type SampleApp } from './sample-app.js';
import { describeMachine } from './table.js';

const command = resolve('dist/build/cli/main.js');
const compiler = resolve('node_modules/typescript/bin/tsc');

/** `npm run bench generate`: what schemas from types cost, and what decorators cost the user's own compiler. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
  const size = values.smoke ? { files: 2, toolsPerFile: 2 } : { files: 60, toolsPerFile: 5 };
  const rounds = values.smoke ? 1 : 5;
  console.log(describeMachine());
  const app = createSampleApp({ ...size, decorated: true });
  const plain = createSampleApp({ ...size, decorated: false });
  try {
    // Before there is a module: what declaring tools costs by itself.
    const declaring = checkRatio(app, plain, rounds);
    const times = Array.from({ length: rounds }, () => generate(app));
    const program = median(times.map((one) => one.programMs));
    const tools = median(times.map((one) => one.toolsMs));
    console.log(`\n${app.toolCount} tools in ${size.files} files, medians of ${rounds}`);
    console.log(`one program build       ${program.toFixed(0)} ms`);
    console.log(`each tool               ${(tools / app.toolCount).toFixed(2)} ms (target: at most 10)`);
    console.log(`--watch, after an edit  ${(await watchOnce(app)).toFixed(0)} ms (target: under 1000)`);
    console.log(`type-checking it        ${declaring.toFixed(2)} x the same without decorators (target: at most 1.5)`);
    console.log(`with the module         ${checkRatio(app, plain, rounds).toFixed(2)} x`);
  } finally {
    app.remove();
    plain.remove();
  }
}

interface GenerationTimes {
  readonly programMs: number;
  readonly toolsMs: number;
}

function generate({ folder }: SampleApp): GenerationTimes {
  const { stdout } = spawnSync(process.execPath, [command, 'generate'], { cwd: folder, encoding: 'utf8' });
  const [, programMs, toolsMs] = stdout.match(/\((\d+) ms for the program, (\d+) ms for the tools\)/) ?? [];
  if (programMs === undefined || toolsMs === undefined) throw new Error(`Nothing was generated: ${stdout}`);
  return { programMs: Number(programMs), toolsMs: Number(toolsMs) };
}

/** From saving a file to the new module, in milliseconds. */
async function watchOnce({ folder }: SampleApp): Promise<number> {
  const child = spawn(process.execPath, [command, 'generate', '--watch'], { cwd: folder });
  const next = (): Promise<void> => new Promise((resolve) => child.stdout.once('data', () => resolve()));
  try {
    await next();
    const file = join(folder, 'src/service-0.ts');
    // One edit warms up what the first program left cold.
    const times: number[] = [];
    for (const found of ['Found', 'Seen', 'Met']) {
      const written = next();
      const start = performance.now();
      writeFileSync(file, readFileSync(file, 'utf8').replace(/(?:Find|Found|Seen|Met) orders/, `${found} orders`));
      await written;
      times.push(performance.now() - start);
    }
    return median(times);
  } finally {
    child.kill('SIGINT');
  }
}

/** How many times as long the compiler checks one app as the other: the median of runs side by side. */
function checkRatio(app: SampleApp, plain: SampleApp, rounds: number): number {
  return median(Array.from({ length: rounds }, () => checkTime(app) / checkTime(plain)));
}

/** How long the compiler checks types, in seconds; reading files and starting up do not count. */
function checkTime({ folder }: SampleApp): number {
  const args = [compiler, '-p', '.', '--diagnostics'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const seconds = stdout.match(/Check time:\s+([\d.]+)s/)?.[1];
  if (seconds === undefined || stdout.includes('error TS')) throw new Error(`It does not compile: ${stdout}`);
  return Number(seconds);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

void main();
