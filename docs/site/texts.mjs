// What agents read of the site: the pages as Markdown, `llms.txt`, `llms-full.txt`, and a skill.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sections } from '../../.ci/pages.mjs';

/** Writes the texts into the folder of the site. */
export function writeTexts(pages, { folder, description, sourceUrl }) {
  const texts = pages.map(({ name, text }) => [name, `${text.replaceAll('](../', `](${sourceUrl}/`)}\n`]);
  write('llms.txt', `# toolwright\n\n> ${description}\n\n${indexOf(pages, '')}`);
  write('llms-full.txt', texts.map(([, text]) => text).join('\n'));
  write('skill/toolwright/SKILL.md', skillOf(pages, description));
  for (const [name, text] of texts) write(name, text);

  function write(name, text) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Lists the pages by section, with addresses that begin with `base`. */
function indexOf(pages, base) {
  const lists = sections.map((section) => {
    const own = pages.filter(({ group }) => section.groups.includes(group));
    const lines = own.map(({ title, name, description }) => `- [${title}](${base}${name}): ${description}\n`);
    return `## ${section.name}\n\n${section.purpose}\n\n${lines.join('')}`;
  });
  return lists.join('\n');
}

function skillOf(pages, description) {
  return `---
name: toolwright
description: "${description} Use this skill to write, test, serve or call tools with the npm package toolwright."
---

# toolwright

Read the page of your task before you write code: its blocks of code are tested. Read
[Getting started](../../getting-started.md) first if you do not know the package, and [Errors](../../errors.md) when a call
fails. All pages in one file: [llms-full.txt](../../llms-full.txt).

${indexOf(pages, '../../')}`;
}
