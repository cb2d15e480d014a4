import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../support/repository.js';
import { anchorsOf, documentationPages, proseOf, readPage } from './code-blocks.js';

interface Link {
  readonly page: string;
  readonly target: string;
}

const links = documentationPages().flatMap((page) => linksOf(page));

/** The links of a page that stay in the repository. */
function linksOf(page: string): readonly Link[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => ({ page, target }));
}

describe('the links of README.md and docs', () => {
  it.each(links)('lead somewhere: $page -> $target', ({ page, target }) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : relative(root, join(root, dirname(page), path));
    expect(existsSync(join(root, file))).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
  });

  it('reach the first pages for users', () => {
    const names = ['getting-started', 'schemas', 'binding-and-state', 'streaming', 'errors'];
    const first = [...names, 'decorators-without-legacy-mode'].map((name) => `docs/${name}.md`);
    expect(documentationPages()).toEqual(expect.arrayContaining(first));
    const readme = readPage('README.md');
    for (const said of ['npm install && npm start ', 'npm install && npm test ']) expect(readme).toContain(said);
  });

  it('begin on a README that is read in a minute', () => {
    expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  });

  it('reach every page of docs from README.md', () => {
    const linked = links.filter(({ page }) => page === 'README.md').map(({ target }) => target.split('#')[0]);
    const indexes = ['README.md', 'docs/README.md'];
    expect(documentationPages().filter((page) => !indexes.includes(page) && !linked.includes(page))).toEqual([]);
  });
});
