// `npm run test:site`: uses the built site in Chromium, in light and in dark. It reads every page in order and backwards,
// searches, and looks for errors in the console, links without a target and problems of accessibility.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readPages, root } from '../../.ci/pages.mjs';
import { readers } from './readers.mjs';
import { serveFolder } from './serve.mjs';

const require = createRequire(join(root, 'docs/site/package.json'));
const { chromium } = require('playwright-core');
const { source: axe } = require('axe-core');

const folder = join(root, 'docs/site/.vitepress/dist');
if (!existsSync(folder)) throw new Error('The site is not built. Run: npm run docs');
const pages = readPages();
const order = pages.map(({ name }) => name.replace('.md', ''));
const reference = [
  'reference/',
  'reference/toolwright/',
  'reference/toolwright/classes/Toolkit.html',
  'reference/parts/',
];
const problems = [];

const { url, close } = await serveFolder(folder);
const shell = '/usr/bin/chromium-headless-shell';
const executablePath = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server'] });
try {
  await Promise.all(['light', 'dark'].map(checkPages));
  await withPage('light', readInOrder);
  for (const reader of readers) await withPage('light', (page) => findAnswer(page, reader));
} finally {
  await browser.close();
  close();
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${order.length} pages, ${readers.length} readers: ${problems.length} problems\n`);
if (problems.length > 0) process.exitCode = 1;

/** Opens a page without a history, and records what it reports as wrong. */
async function withPage(colorScheme, use) {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const record = (text) => problems.push(`${page.url().slice(url.length)} (${colorScheme}): ${text}`);
  page.on('pageerror', (error) => record(String(error)));
  page.on('console', (message) => message.type() === 'error' && record(message.text()));
  page.setDefaultTimeout(20_000);
  try {
    await use(page, record);
  } catch (error) {
    record(error.message);
  }
  await context.close();
}

/** Opens an address of the site, and waits until its links and buttons work. */
async function open(page, path) {
  await page.goto(`${url}/${path}`);
  await page.waitForFunction(() => globalThis.document.querySelector('#app').__vue_app__ !== undefined);
}

async function checkPages(colorScheme) {
  const paths = ['', 'pages.html', ...order.map((name) => `${name}.html`), ...reference];
  const targets = new Map();
  await withPage(colorScheme, async (page, record) => {
    for (const path of paths) {
      await open(page, path);
      targets.set(`/${path}`, await page.evaluate(readTargets));
      await page.evaluate(axe);
      for (const violation of await page.evaluate(findViolations)) record(violation);
    }
  });
  for (const [path, { links }] of targets) {
    const missing = links.filter(([to, anchor]) => targets.has(to) && !targets.get(to).anchors.includes(anchor));
    for (const [to, anchor] of missing) problems.push(`${path}: links to ${to}#${anchor}, which does not exist`);
  }
}

/** Follows the links to the next page from the first to the last, and those to the previous one back. */
async function readInOrder(page) {
  await open(page, `${order[0]}.html`);
  for (const next of pages.slice(1)) await follow('.pager-link.next', next);
  for (const previous of pages.slice(0, -1).reverse()) await follow('.pager-link.prev', previous);

  async function follow(link, { name, title }) {
    await page.click(link);
    // The address changes before the page does.
    await page.waitForFunction((expected) => globalThis.document.title === expected, `${title} | toolwright`);
    assert.equal(page.url(), `${url}/${name.replace('.md', '.html')}`);
  }
}

/** Follows the links of a reader, or searches, and looks for the answer. */
async function findAnswer(page, { kind, links = [], search, page: name, answer }) {
  assert.ok(links.length <= 3, kind);
  await open(page, '');
  for (const text of links) {
    const before = page.url();
    await page.getByRole('link', { name: text, exact: true }).and(page.locator(':visible')).first().click();
    await page.waitForURL((address) => address.href !== before);
  }
  if (search !== undefined) {
    await page.click('.DocSearch-Button');
    await page.fill('#localsearch-input', search);
    await page.locator('.VPLocalSearchBox .result').first().click();
  }
  await page.waitForURL((address) => address.pathname.endsWith(`/${name}.html`));
  await page.locator('.vp-doc', { hasText: answer }).waitFor();
}

/** Runs in the page: the anchors of a page, and what its links lead to. */
function readTargets() {
  const { document, location } = globalThis;
  const links = [...document.querySelectorAll('.vp-doc a[href*="#"]')].map(({ href }) => new URL(href));
  return {
    anchors: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: links
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, hash }) => [pathname, decodeURIComponent(hash.slice(1))]),
  };
}

/** Runs in the page: what axe finds, with the first place. */
async function findViolations() {
  const { violations } = await globalThis.axe.run();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}): ${nodes[0].html.slice(0, 200)}`);
}
