import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/repository.js';
import { anchorsOf, documentationPages, readPage } from './code-blocks.js';

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

interface Page {
  readonly title: string;
  readonly name: string;
}

const { readPages } = (await import(join(root, '.ci/pages.mjs'))) as { readPages(): readonly Page[] };
const { sidebar } = (await import(join(root, 'docs/site/navigation.mjs'))) as {
  sidebar(pages: readonly Page[]): Readonly<Record<string, readonly SidebarItem[]>>;
};
const { writeTexts } = (await import(join(root, 'docs/site/texts.mjs'))) as {
  writeTexts(pages: readonly Page[], options: object): void;
};

const pages = readPages();
const startPage = readFileSync(join(root, 'docs/site/index.md'), 'utf8');

function linksOf(items: readonly SidebarItem[]): readonly string[] {
  return items.flatMap(({ link, items: below = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(below)]);
}

/** The addresses of the links in Markdown. */
function targetsOf(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

describe('the site of the documentation', () => {
  it('lists each page once, in four sections', () => {
    const sections = sidebar(pages)['/'] ?? [];
    expect(sections.map(({ text }) => text)).toEqual(['Start', 'Do', 'Understand', 'Look up']);
    const links = linksOf(sections).filter((link) => !/^\/(?:pages#|reference\/)/.test(link));
    const existing = documentationPages().filter((page) => !page.endsWith('README.md'));
    expect(links.map((link) => `docs${link}.md`).sort()).toEqual(existing);
  });

  it('begins with the class of README.md', () => {
    expect(startPage).toContain('<!--@include: ../../README.md#one-class-->');
    expect(readPage('README.md')).toMatch(
      /<!-- #region one-class -->\n```ts register\n[\s\S]*?<!-- #endregion one-class -->/,
    );
  });

  it.each(targetsOf(startPage).filter((target) => !target.startsWith('/reference/')))(
    'has a start page that leads somewhere: %s',
    (target) => {
      const [path = '', anchor] = target.replace('/pages.md', '/README.md').split('#');
      expect(documentationPages()).toContain(`docs${path}`);
      if (anchor !== undefined) expect(anchorsOf(`docs${path}`)).toContain(anchor);
    },
  );

  describe('writes for agents', () => {
    let folder = '';

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'site-'));
      writeTexts(pages, { folder, description: 'Tools.', sourceUrl: 'https://example.com/files' });
    });

    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

    it('each page as Markdown without front matter, alone and in one file', () => {
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(pages.map(({ name }) => name)));
      for (const { name, title } of pages) {
        expect(read(name).startsWith(`# ${title}\n`)).toBe(true);
        expect(read(name)).not.toContain('](../');
        expect(read('llms-full.txt')).toContain(read(name));
      }
    });

    it.each([
      ['an index', 'llms.txt', ''],
      ['a skill', 'skill/toolwright/SKILL.md', '../../'],
    ])('%s of all pages', (_, name, base) => {
      expect(targetsOf(read(name))).toEqual(expect.arrayContaining(pages.map((page) => `${base}${page.name}`)));
    });

    it('a skill with a name and a description', () => {
      expect(read('skill/toolwright/SKILL.md')).toMatch(/^---\nname: toolwright\ndescription: "Tools\. .+"\n---\n/);
    });
  });
});
