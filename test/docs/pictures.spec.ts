import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, root } from '../support/repository.js';

const folder = join(root, 'docs/images/dev');
const page = readFileSync(join(root, 'docs/dev.md'), 'utf8');
const shown = [...page.matchAll(/!\[([^\]]*)\]\(images\/dev\/([\w-]+\.webp)\)/g)].map(([, text = '', name = '']) => ({
  text,
  name,
}));

describe('the pictures of the developer page', () => {
  it('are all shown, each with a text in its place', () => {
    expect(shown.map(({ name }) => name).toSorted()).toEqual(readdirSync(folder).toSorted());
    expect(shown).toHaveLength(8);
    for (const { text } of shown) expect(text.length).toBeGreaterThan(50);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(/!\[[^\]]{50,}\]\(docs\/images\/dev\/call\.webp\)/);
  });

  it.each(readdirSync(folder))('are small: %s', (name) => {
    const bytes = readFileSync(join(folder, name));
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(bytes.length).toBeLessThanOrEqual(80_000);
  });

  it('are not published in the package', () => {
    expect(readManifest().files).toContain('!docs/images/dev');
  });
});
