// Runs cases of ShellTools in one process: hostile lists of arguments, every 20th of which is run if it is permitted. With
// `ShellTools` and a seed as its arguments, it runs this case.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShellTools } from '../../dist/tools/guarded/index.js';
import { BlockMeter } from './block-meter.mjs';
import { checkError } from './check-error.mjs';
import { anyValue } from './hostile-server.mjs';
import { Random } from './random.mjs';
import { serveCases } from './serve-cases.mjs';

process.env.TOOLWRIGHT_DANGEROUS_IO = 'allow';

const folder = mkdtempSync(join(tmpdir(), 'shell-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());
const root = join(folder, 'root');
mkdirSync(join(root, 'sub'), { recursive: true });
mkdirSync(join(folder, 'root-evil'));
writeFileSync(join(root, 'file'), '');
symlinkSync('/', join(root, 'out'));
symlinkSync('sub', join(root, 'in'));
const entries = () => [folder, root, join(root, 'sub')].flatMap((path) => readdirSync(path)).join();
const entriesBefore = entries();

let isRun = false;
const permittedOptions = ['-n', '--name'];
// GNU printf repeats its format for each argument, and reads no options after it.
const program = { leadingArgs: ['%s\\0'], options: permittedOptions, check: () => (isRun ? undefined : 'not run') };
const tools = new ShellTools({ programs: { printf: program }, roots: { root }, maxOutputBytes: 10_000_000 });
const spec = tools.toolSpec('run_program');

const parts = [
  ...[
    '; touch pwned',
    '$(touch pwned)',
    '`touch pwned`',
    '| tee pwned',
    '> pwned',
    '&& touch pwned',
    '\ntouch pwned\n',
  ],
  ...['--', '-', '-n', '-e', '--name', '--name=', '--names', '-n=', '=', '--output=pwned', '@pwned', '%s', '%n', '\\0'],
  ...[
    '"',
    "'",
    '\\',
    '*',
    '~',
    '$HOME',
    '#',
    '\r\n',
    '\t',
    '',
    ' ',
    'a',
    'ä',
    '€',
    '😀',
    '\ud800',
    '\udc00',
    '\ufeff',
    '\0',
  ],
  ...['__proto__', 'constructor', '../', '/etc/passwd', '\u001b[2J', '\u202e', 'x'.repeat(5_000)],
];
const goodFolders = ['.', '', 'sub', '/root', '/root/sub', 'in', 'sub/'];
const outsideFolders = [
  ...[
    '..',
    '/',
    '/etc',
    'out',
    'out/etc',
    '../root-evil',
    '/root-evil',
    '/root/..',
    'sub/..',
    'sub/../..',
    root,
    '/proc/self/cwd',
  ],
];
const noFolders = ['file', 'missing', '~', 'file:///'];
const malformedFolders = ['sub\0', '..\\..', 'x'.repeat(4_000)];

function createArg(random) {
  return random.list(random.between(0, 3), () => random.pick(parts)).join('');
}

/** Returns the code of the error with which the arguments are refused, or undefined if they are permitted. */
function refusalOf(args) {
  if (args.some((arg) => arg.includes('\0'))) return 'invalid_parameters';
  const end = args.indexOf('--');
  const isRefused = (arg, index) => {
    if (!/^-./s.test(arg) || index === end) return permittedOptions.includes(args[index - 1]) && arg === '--';
    return (end !== -1 && index > end) || !(permittedOptions.includes(arg) || arg.startsWith('--name='));
  };
  return args.some(isRefused) || !isRun ? 'permission' : undefined;
}

/** Creates an input and the code of the error that it causes, if any. */
function createCase(random) {
  const args = random.list(random.between(0, 8), () => createArg(random));
  const [folders, code] = random.pick([
    ...random.list(6, () => [goodFolders, undefined]),
    [outsideFolders, 'permission'],
    [noFolders, 'not_found'],
    [malformedFolders, 'invalid_parameters'],
  ]);
  const stdin = random.chance(0.3) ? { stdin: createArg(random) } : {};
  const input = { program: 'printf', args, cwd: random.pick(folders), ...stdin };
  if (!random.chance(0.1)) return { input, expected: refusalOf(args) ?? code };
  // A program that was not allowed, or arguments of another type.
  const wrong = random.chance(0.5) ? { program: createArg(random) } : { args: { 0: anyValue(random) } };
  return { input: { ...input, ...wrong }, expected: 'invalid_parameters' };
}

function findProblem({ input, expected }, { data, error }) {
  if (error?.code !== expected) return `expected ${expected}, got ${error?.code ?? 'a result'}: ${error?.message}`;
  if (data === undefined) return undefined;
  const printed = `${(input.args.length === 0 ? [''] : input.args).map((arg) => arg.toWellFormed()).join('\0')}\0`;
  return data.stdout === printed && data.exitCode === 0 ? undefined : `printed ${JSON.stringify(data)}`;
}

async function runCase(seed) {
  isRun = seed % 20 === 0;
  const created = createCase(new Random(seed));
  const problems = [];
  const meter = new BlockMeter();
  const result = await spec.exec(created.input);
  meter.stop();
  if (result.error !== undefined) checkError(result.error, problems);
  const problem = findProblem(created, result);
  if (problem !== undefined) problems.push(`${JSON.stringify(created.input)}: ${problem}`);
  if (entries() !== entriesBefore) problems.push(`${JSON.stringify(created.input)} changes files: ${entries()}`);
  return { seed, longestMs: meter.longestMs, problems, where: spec.name };
}

// Compiles the code, which is no part of a case.
for (let seed = 0; seed < 200; seed++) await runCase(3_000_000_000 + seed);
serveCases(runCase);
