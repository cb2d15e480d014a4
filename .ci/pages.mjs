// The tables of the pages of docs, in README.md and docs/README.md: `npm run generate` writes them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const begin = '<!-- pages: begin. `npm run generate` writes this table. -->';
const end = '<!-- pages: end -->';

/** The groups of pages, in the order of the tables. */
const groups = [
  'Start',
  'Schemas',
  'Toolkits',
  'Agents',
  'Servers and clients',
  'Sources of tools',
  'Build and operate',
];

/** Writes the tables, or checks that they are up to date. Returns whether they are. */
export function generatePages({ isCheck }) {
  const pages = readPages();
  const tables = { 'README.md': tableOfGroups(pages), 'docs/README.md': tableOfPages(pages) };
  const stale = Object.entries(tables).filter(([file, table]) => replaceTable(join(root, file), table, isCheck));
  for (const [file] of stale) {
    process.stdout.write(isCheck ? `${file} is stale. Run: npm run generate\n` : `Wrote the table of ${file}\n`);
  }
  return !isCheck || stale.length === 0;
}

/** Reads the front matter of each page. */
function readPages() {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const pages = names.map((name) => {
    const text = readFileSync(join(root, 'docs', name), 'utf8');
    const matter = /^---\n([\s\S]*?)\n---\n/.exec(text);
    const page = matter === null ? {} : parse(matter[1]);
    for (const key of ['title', 'description', 'group', 'order']) {
      if (page[key] === undefined) throw new Error(`docs/${name} has no '${key}' in its front matter.`);
    }
    if (!groups.includes(page.group)) {
      throw new Error(`docs/${name}: the group '${page.group}' is none of ${groups.join(', ')}.`);
    }
    if (!text.includes(`\n# ${page.title}\n`)) throw new Error(`docs/${name}: its title is not its heading.`);
    return { ...page, name };
  });
  return pages.sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order);
}

function tableOfGroups(pages) {
  const rows = groups.map((group) => {
    const links = pages.filter((page) => page.group === group).map(({ title, name }) => `[${title}](docs/${name})`);
    return `| **${group}** | ${links.join(' · ')} |`;
  });
  return ['| | |', '|---|---|', ...rows].join('\n');
}

function tableOfPages(pages) {
  const lists = groups.map((group) => {
    const items = pages
      .filter((page) => page.group === group)
      .map(({ title, name, description }) => `- [${title}](${name}): ${description}`);
    return [`## ${group}`, '', ...items].join('\n');
  });
  return lists.join('\n\n');
}

/** Replaces the table between the markers. Returns whether it differed. */
function replaceTable(file, table, isCheck) {
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${file} has no lines ${begin} and ${end}.`);
  const written = `${before}${begin}\n\n${table}\n\n${end}${after}`;
  if (written !== text && !isCheck) writeFileSync(file, written);
  return written !== text;
}
