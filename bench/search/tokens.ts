import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRequests } from './requests.js';
import { countSession, ways } from './session-tokens.js';
import { createDocument } from './tool-sets.js';

const root = join(import.meta.dirname, '../../..');
const page = join(root, 'docs/search.md');
const begin = '<!-- tokens: begin. `npm run bench tokens <folder> -- --write` writes this table. -->';
const end = '<!-- tokens: end -->';
const sessionLength = 10;

/** `npm run bench tokens <folder>`: the tokens that a session over GitHub's document spends. `--write` writes the table of the page. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [data] = positionals;
  if (data === undefined) throw new TypeError('Name the folder that contains openapi/github.json.gz.');
  const requests = readRequests().plain.slice(0, sessionLength);
  const lines = [
    '| the model reaches | definitions, first turn | definitions, last turn | turns | tokens read | found at once |',
    '|---|--:|--:|--:|--:|--:|',
  ];
  for (const way of ways) {
    const toolkit = await createDocument('github', data);
    const { title, first, last, turns, read, foundAtOnce } = await countSession(way, toolkit, requests);
    const cells = [first, last, turns, read].map((count) => count.toLocaleString('en'));
    lines.push(`| ${[title, ...cells, `${foundAtOnce} of ${requests.length}`].join(' | ')} |`);
    await toolkit.clear();
  }
  console.log(lines.join('\n'));
  if (values.write) writeTable(lines);
}

function writeTable(lines: readonly string[]): void {
  const source = readFileSync(page, 'utf8');
  const [before, rest] = source.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new TypeError(`${page} has no place for the table.`);
  writeFileSync(page, `${before}${begin}\n\n${lines.join('\n')}\n\n${end}${after}`);
}

await main();
