// `npm run bench`: runs the table of all rows, or the program that the first argument names.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const programs = {
  compare: '.build/compare.js',
  generate: '.build/generate.js',
  installed: 'peers/installed.mjs',
  nats: '.build/nats.js',
  openapi: '../test/openapi/measure.mjs',
  sandbox: '.build/sandbox.js',
  search: '.build/search/main.js',
  sessions: '.build/sessions.js',
  tokens: '.build/search/tokens.js',
  types: '.build/types.js',
};
/** They compare the memory after collections. */
const collecting = ['sandbox', 'search', 'sessions'];

const [first, ...others] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith('-');
if (isNamed && !Object.hasOwn(programs, first)) {
  console.error(
    `Unknown program '${first}'. Leave it out for the table, or name one of: ${Object.keys(programs).join(', ')}.`,
  );
  process.exit(2);
}

const program = join(import.meta.dirname, isNamed ? programs[first] : '.build/main.js');
const options = collecting.includes(first) ? ['--expose-gc'] : [];
// Ctrl-C reaches the program too, which prints what it has measured so far.
process.on('SIGINT', () => undefined);
const { status } = spawnSync(process.execPath, [...options, program, ...(isNamed ? others : process.argv.slice(2))], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
