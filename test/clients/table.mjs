import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { capabilities, revisions } from './capabilities.mjs';
import { isServed, resultOf, revisionsOf } from './results.mjs';

const page = resolve(import.meta.dirname, '../../docs/mcp-server.md');
const lock = join(import.meta.dirname, 'drivers/package-lock.json');
const begin = '<!-- clients: begin. `npm run test:clients -- --write` writes this table. -->';
const end = '<!-- clients: end -->';

/** Returns the table of the results in Markdown: a line for all capabilities with the same cells, a column for each client. */
export function tableOf(clients) {
  const notes = [];
  const noteOf = (reason) => {
    if (!notes.includes(reason)) notes.push(reason);
    return `(${notes.indexOf(reason) + 1})`;
  };
  const rows = [
    ['', ...clients.map((client) => `${client.title} ${versionOf(client.package)}`)],
    ['---', ...clients.map(() => '---')],
    ['protocol version', ...clients.map((client) => versionCell(client, noteOf))],
    ...joinEqual(
      capabilities.map((capability) => [
        capability.title,
        ...clients.map((client) => cellOf(client, capability, noteOf)),
      ]),
    ),
  ];
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' '));
  return [...lines, '', `${notes.map((reason, index) => `(${index + 1}) ${reason}`).join('; ')}.`].join('\n');
}

/** Joins the rows that have the same cells after their titles. */
function joinEqual(rows) {
  const titles = new Map();
  for (const [title, ...cells] of rows) {
    const key = JSON.stringify(cells);
    titles.set(key, [...(titles.get(key) ?? []), title]);
  }
  return [...titles].map(([key, joined]) => [joined.join(', '), ...JSON.parse(key)]);
}

/** Replaces the table on the page about the server. */
export function writeTable(clients) {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${page} has no lines ${begin} and ${end}.`);
  writeFileSync(page, `${before}${begin}\n\n${tableOf(clients)}\n\n${end}${after}`);
}

function versionCell(client, noteOf) {
  const possible = revisionsOf(client);
  return possible.length > 0 ? short(possible) : noteOf(client.results[revisions[0]].refuses);
}

/** Returns 'yes' if the client has shown a capability in each version that it and the server have. */
function cellOf(client, capability, noteOf) {
  const possible = revisionsOf(client).filter((revision) => isServed(capability, revision));
  const shown = possible.filter((revision) => resultOf(client, capability, revision) === 'yes');
  const missing = possible.filter((revision) => !shown.includes(revision));
  if (missing.length === 0) return shown.length === 0 ? '' : 'yes';
  const marks = new Set(missing.map((revision) => noteOf(resultOf(client, capability, revision))));
  return [...(shown.length === 0 ? [] : [short(shown)]), ...marks].join(' ');
}

function short(shown) {
  return shown.length === revisions.length ? 'both' : shown.map((revision) => revision.slice(0, 4)).join();
}

function versionOf(name) {
  return JSON.parse(readFileSync(lock, 'utf8')).packages[`node_modules/${name}`].version;
}
