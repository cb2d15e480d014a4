// Runs cases of TextFileTools and MemoryTools in one process: hostile paths over a folder with links that lead out of it.
// With `TextFileTools` and a seed as its arguments, it runs this case.
import { MemoryTools, TextFileTools } from '../../dist/tools/guarded/index.js';
import { BlockMeter } from './block-meter.mjs';
import { checkError } from './check-error.mjs';
import { FileJail } from './file-jail.mjs';
import { Random } from './random.mjs';
import { serveCases } from './serve-cases.mjs';

process.env.TOOLWRIGHT_DANGEROUS_IO = 'allow';

const jail = new FileJail();
process.on('exit', () => jail.remove());
process.on('SIGTERM', () => process.exit());
const files = new TextFileTools({ roots: { workspace: jail.root } });
const memory = new MemoryTools({ folder: jail.root });
const memorySpec = memory.toolSpec('memory');

const good = ['notes.txt', 'sub', 'deep', 'a.txt', 'b.txt', 'in', 'in-file', 'new.txt', 'new'];
const bad = [
  ...['..', '.', '', '...', '....', '~', '.env', '.ENV', '.git', '.ssh', 'x.pem', 'con', 'C:', 'file:', 'CON.txt'],
  ...[
    'out',
    'out-file',
    'out-new',
    'out-evil',
    'out-chain',
    'up',
    'loop',
    'null',
    'outside',
    'secret.txt',
    'jail-evil',
  ],
  ...['%2e%2e', '..%2f', '%252e', '%c0%ae', '..\\', '\\', '\\..\\', '\0', '..\0', 'a\nb', '\u202e', '\ud800', '\u200b'],
  ...['\uff0e\uff0e', '\u2025', '\u2215', 'ä', 'a\u0308', '😀', '__proto__', 'constructor', '*', '?', ' ', '. '],
  ...[
    'x'.repeat(255),
    'x'.repeat(300),
    'a/'.repeat(40),
    '../'.repeat(20),
    'created.txt',
    jail.outside,
    jail.root,
    jail.folder,
  ],
];
const starts = [
  '',
  '/',
  '//',
  '/workspace',
  '/workspace/',
  '/workspace-evil/',
  'workspace/',
  './',
  '../',
  '/memories/',
  '/proc/self/cwd/',
];

function createPath(random) {
  const names = random.list(random.between(0, 6), () => random.pick(random.chance(0.6) ? good : bad));
  const path = random.pick(starts) + names.join(random.chance(0.9) ? '/' : random.pick(['//', '\\', '%2f', '/./']));
  return random.chance(0.05) ? path + path : path;
}

const calls = [
  ['file_view', (path) => ({ path })],
  ['file_write', (path) => ({ path, text: 'ESCAPED' })],
  ['file_insert', (path) => ({ path, line: 0, text: 'ESCAPED' })],
  ['file_replace', (path) => ({ path, oldText: 'O', newText: 'ESCAPED', all: true })],
  ['file_delete', (path) => ({ path })],
  ['file_list', (path) => ({ path, depth: 3 })],
  ['file_search', (path) => ({ path, text: 'O' })],
];

const inMemory = (path) => `/memories/${path}`;
const commands = [
  (path) => ({ command: 'view', path }),
  (path) => ({ command: 'create', path, file_text: 'ESCAPED' }),
  (path) => ({ command: 'str_replace', path, old_str: 'TOP', new_str: 'ESCAPED' }),
  (path) => ({ command: 'insert', path, insert_line: 0, insert_text: 'ESCAPED' }),
  (path) => ({ command: 'delete', path }),
  (path, random) => ({ command: 'rename', old_path: path, new_path: inMemory(createPath(random)) }),
  (path, random) => ({ command: 'rename', old_path: inMemory(random.pick(good)), new_path: path }),
];

function createCase(random) {
  const path = createPath(random);
  if (random.chance(0.4)) {
    const input = random.pick(commands)(random.chance(0.8) ? inMemory(path) : path, random);
    return { spec: memorySpec, input };
  }
  const [name, createInput] = random.pick(calls);
  return { spec: files.toolSpec(name), input: createInput(path) };
}

async function runCase(seed) {
  // A case depends on its seed only.
  jail.reset();
  const { spec, input } = createCase(new Random(seed));
  const problems = [];
  const meter = new BlockMeter();
  const result = await spec.exec(input);
  meter.stop();
  if (result.error !== undefined) checkError(result.error, problems);
  // The memory has no list of denied names.
  jail.check(result, problems, { readsDenied: spec === memorySpec });
  const shown = `${spec.name} ${JSON.stringify(input)}`;
  return {
    seed,
    longestMs: meter.longestMs,
    problems: problems.map((problem) => `${shown}: ${problem}`),
    where: spec.name,
  };
}

// Compiles the code, which is no part of a case.
for (let seed = 0; seed < 200; seed++) await runCase(3_000_000_000 + seed);
serveCases(runCase);
