// The four ways in and the pages of each, as the front matter of the pages says.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sections } from '../../.ci/pages.mjs';
import { entryNames } from './entries.mjs';
import { anchorOf } from './markdown.mjs';

/** The entries at the top: each leads to the list of a section's pages. */
export function navigation(pages) {
  return sections.map(({ name, groups }) => {
    const names = pages.filter(({ group }) => groups.includes(group)).map((page) => page.name.replace('.md', ''));
    return { text: name, link: linkToSection(name), activeMatch: `^/(${names.join('|')})(\\.html)?$` };
  });
}

/** The lists at the side: of the pages, in the order in which they are read, and of the modules in the reference. */
export function sidebar(pages) {
  return { '/': sections.map((section) => listOf(section, pages)), '/reference/': [modules()] };
}

function listOf({ name, groups }, pages) {
  const lists = groups.map((group) => ({
    text: group,
    items: pages.filter((page) => page.group === group).map((page) => ({ text: page.title, link: linkTo(page) })),
  }));
  const items = lists.length === 1 ? lists[0].items : lists;
  const reference = name === 'Look up' ? [{ text: 'Reference of modules', link: '/reference/' }] : [];
  return { text: name, link: linkToSection(name), collapsed: name !== 'Start', items: [...items, ...reference] };
}

function linkToSection(name) {
  return `/pages#${anchorOf(name)}`;
}

function linkTo({ name }) {
  return `/${name.replace('.md', '')}`;
}

/** Lists the modules that have a page: some entries export nothing. */
function modules() {
  const reference = join(import.meta.dirname, 'reference');
  const names = [...entryNames.values(), 'parts'].filter((name) => existsSync(join(reference, name, 'index.md')));
  const items = names.map((name) => ({ text: name, link: `/reference/${name}/` }));
  return { text: 'Reference', link: '/reference/', items };
}
