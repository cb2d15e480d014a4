// Runs rounds of TextFileTools and MemoryTools while a thread swaps folders and files with links that lead out of the root.
// The order of the swaps is that of the system, so a round is not repeatable.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MemoryTools, TextFileTools } from '../../dist/tools/guarded/index.js';
import { BlockMeter } from './block-meter.mjs';
import { checkError } from './check-error.mjs';
import { FileJail } from './file-jail.mjs';
import { serveCases } from './serve-cases.mjs';

process.env.TOOLWRIGHT_DANGEROUS_IO = 'allow';

const jail = new FileJail();
const swaps = join(jail.root, 'swaps');
mkdirSync(join(swaps, 'inside'), { recursive: true });
mkdirSync(join(swaps, 'folder'));
for (const name of ['inside/secret.txt', 'folder/secret.txt', 'file']) writeFileSync(join(swaps, name), 'inside');

const count = new Int32Array(new SharedArrayBuffer(4));
const swapper = new Worker(new URL('./link-swapper.mjs', import.meta.url), { workerData: { folder: swaps, count } });
swapper.unref();
process.on('SIGTERM', async () => {
  await swapper.terminate();
  jail.remove();
  process.exit();
});

const files = new TextFileTools({ roots: { workspace: swaps } });
const memory = new MemoryTools({ folder: swaps });
const run = (name, input) => files.toolSpec(name).exec(input);
const command = (input) => memory.toolSpec('memory').exec(input);

/** Uses a folder that is a link, or is replaced by one. */
const useFolder = (name) => [
  run('file_view', { path: `${name}/secret.txt` }),
  run('file_list', { path: name, depth: 2 }),
  run('file_search', { path: name, text: 'S' }),
  run('file_write', { path: `${name}/written.txt`, text: 'ESCAPED' }),
  run('file_insert', { path: `${name}/secret.txt`, line: 0, text: 'ESCAPED' }),
  run('file_replace', { path: `${name}/secret.txt`, oldText: 'SECRET', newText: 'ESCAPED' }),
  run('file_write', { path: `${name}/new/written.txt`, text: 'ESCAPED' }),
  run('file_delete', { path: `${name}/written.txt` }),
  command({ command: 'view', path: `/memories/${name}/secret.txt` }),
  command({ command: 'create', path: `/memories/${name}/created.txt`, file_text: 'ESCAPED' }),
  command({ command: 'rename', old_path: `/memories/${name}/created.txt`, new_path: `/memories/${name}/renamed.txt` }),
  command({ command: 'delete', path: `/memories/${name}/renamed.txt` }),
  command({ command: 'delete', path: `/memories/${name}/new` }),
];

const useFile = () => [
  run('file_view', { path: 'file' }),
  run('file_write', { path: 'file', text: 'ESCAPED' }),
  run('file_insert', { path: 'file', line: 0, text: 'ESCAPED' }),
  command({ command: 'view', path: '/memories/file' }),
  command({ command: 'str_replace', path: '/memories/file', old_str: 'SECRET', new_str: 'ESCAPED' }),
];

const uses = [() => useFolder('link'), () => useFolder('folder'), useFile];

async function runCase(seed) {
  const problems = [];
  const meter = new BlockMeter();
  const before = Atomics.load(count, 0);
  // Each round has at least one swap.
  do {
    const results = await Promise.all(uses[seed % uses.length]());
    for (const result of results) {
      if (result.error !== undefined) checkError(result.error, problems);
      jail.check(result, problems);
    }
  } while (Atomics.load(count, 0) === before);
  meter.stop();
  return { seed, longestMs: meter.longestMs, problems, where: 'a race' };
}

serveCases(runCase);
