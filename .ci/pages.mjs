// The pages of docs: what their front matter says, and the tables of them in README.md and docs/README.md, which
// `npm run generate` writes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const root = join(import.meta.dirname, '..');
const begin = '<!-- pages: begin. `npm run generate` writes this table. -->';
const end = '<!-- pages: end -->';

/** The four ways into the documentation, each with its groups of pages, in the order of the tables and of the site. */
export const sections = [
  {
    name: 'Start',
    purpose: 'Learn the basics on six short pages, or begin with what you know.',
    groups: ['Start', 'Coming from elsewhere'],
  },
  {
    name: 'Do',
    purpose: 'Find the recipe for a task.',
    groups: ['Agents', 'Servers and clients', 'Sources of tools', 'Calls', 'Build and test'],
  },
  {
    name: 'Understand',
    purpose: 'Read how it works, and what it costs.',
    groups: ['Schemas', 'Toolkits', 'Comparison and costs'],
  },
  { name: 'Look up', purpose: 'Find an error, an option, a type or a compiler.', groups: ['Look up'] },
];
const groups = sections.flatMap((section) => section.groups);

/** Writes the tables, or checks that they are up to date. Returns whether they are. */
export function generatePages({ isCheck }) {
  const pages = readPages();
  const tables = { 'README.md': tableOfSections(pages), 'docs/README.md': listsOfPages(pages) };
  const stale = Object.entries(tables).filter(([file, table]) => replaceTable(join(root, file), table, isCheck));
  for (const [file] of stale) {
    process.stdout.write(isCheck ? `${file} is stale. Run: npm run generate\n` : `Wrote the table of ${file}\n`);
  }
  return !isCheck || stale.length === 0;
}

/** Reads the pages, in the order of the groups: their front matter, the name of the file, and the text below. */
export function readPages() {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const pages = names.map((name) => {
    const source = readFileSync(join(root, 'docs', name), 'utf8');
    const [matter, front] = /^---\n([\s\S]*?)\n---\n/.exec(source) ?? ['', ''];
    const page = parse(front) ?? {};
    for (const key of ['title', 'description', 'group', 'order']) {
      if (page[key] === undefined) throw new Error(`docs/${name} has no '${key}' in its front matter.`);
    }
    if (!groups.includes(page.group)) {
      throw new Error(`docs/${name}: the group '${page.group}' is none of ${groups.join(', ')}.`);
    }
    const text = source.slice(matter.length).trim();
    if (!text.startsWith(`# ${page.title}\n`)) throw new Error(`docs/${name}: its title is not its heading.`);
    return { ...page, name, text };
  });
  return pages.sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order);
}

function tableOfSections(pages) {
  const rows = sections.map((section) => {
    const lists = section.groups.map((group) => {
      const links = pages.filter((page) => page.group === group).map(({ title, name }) => `[${title}](docs/${name})`);
      return `${group === section.name ? '' : `${group}: `}${links.join(' · ')}`;
    });
    return `| **${section.name}** | ${lists.join('<br>')} |`;
  });
  return ['| | |', '|---|---|', ...rows].join('\n');
}

function listsOfPages(pages) {
  const lists = sections.map((section) => {
    const groups = section.groups.map((group) => {
      const items = pages
        .filter((page) => page.group === group)
        .map(({ title, name, description }) => `- [${title}](${name}): ${description}`);
      return [...(group === section.name ? [] : [`### ${group}`, '']), ...items].join('\n');
    });
    return [`## ${section.name}`, section.purpose, ...groups].join('\n\n');
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
