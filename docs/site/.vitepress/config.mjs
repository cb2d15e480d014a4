import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { readPages, root } from '../../../.ci/pages.mjs';
import { anchorOf, highlightOnce, readAsGitHub } from '../markdown.mjs';
import { navigation, sidebar } from '../navigation.mjs';
import { writeTexts } from '../texts.mjs';

const { description, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repositoryUrl = repository.url.replace(/^git\+|\.git$/g, '');
const sourceUrl = `${repositoryUrl}/blob/main`;
const pages = readPages();

export default defineConfig({
  title: 'toolwright',
  description,
  lang: 'en',
  // Without an icon, a browser asks for one that does not exist.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '..',
  rewrites: { 'README.md': 'pages.md', 'site/index.md': 'index.md', 'site/reference/:path(.*)': 'reference/:path' },
  // Without it, every page contains the names of all pages.
  metaChunk: true,
  // The index of the search is loaded when a reader first searches.
  vite: { build: { chunkSizeWarningLimit: 5000 }, plugins: [resolveVue()] },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    attrs: { disable: true },
    emoji: { enabled: [] },
    config: (md) => {
      readAsGitHub(md, sourceUrl);
      highlightOnce(md);
    },
  },
  themeConfig: {
    nav: navigation(pages),
    sidebar: sidebar(pages),
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repositoryUrl }],
  },
  buildEnd: ({ outDir }) => writeTexts(pages, { folder: outDir, description, sourceUrl }),
});

/** A plugin of Vite: pages import Vue, which is not installed in a folder above them. */
function resolveVue() {
  return {
    name: 'resolve-vue',
    resolveId(id) {
      return /^vue(\/|$)/.test(id) ? this.resolve(id, import.meta.filename, { skipSelf: true }) : undefined;
    },
  };
}
