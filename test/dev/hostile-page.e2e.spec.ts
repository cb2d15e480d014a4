import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { root } from '../support/repository.js';
import { startDevCommand } from './page/dev-command.js';
import { chooseTool, jsonInput, type OpenedPage, openPage, openView, run, waitForState } from './page/driver.js';
import { blocks, results, texts } from './page/hostile-values.mjs';
import { usePage } from './page/use-page.js';

const folder = join(root, 'test/dev/page');
const files = Object.fromEntries(
  ['hostile-tools.mjs', 'hostile-values.mjs'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

/** Hostile tools in the page of the packed command: nothing of what they return runs or loads, and everything still answers. */
describe('the page of toolwright dev and hostile tools', () => {
  const shared = usePage(() => startDevCommand(files));
  let opened: OpenedPage;
  let page: Page;

  beforeAll(() => {
    ({ opened, page } = shared);
  });

  afterEach(async () => {
    await openView(page, 'Call');
    await chooseTool(page, 'fine');
    await waitForState(await run(page), 'completed');
    expect(await page.evaluate('({ polluted: ({}).polluted, dialog: document.title })')).toEqual({
      dialog: 'toolwright dev',
    });
    expect(page.url()).toBe(`${shared.server.origin}/`);
    expect(opened.problems).toEqual([]);
    expect(opened.foreignRequests).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
    expect(shared.server.child.exitCode).toBeNull();
  });

  /** Calls a tool, and opens all of its last call that can be opened. Returns the part of the page that shows it. */
  async function show(name: string, state: RegExp): Promise<Locator> {
    await chooseTool(page, name);
    const result = await run(page);
    // 100,000 events take long on a busy machine.
    await result.locator('.status').getByText(state).waitFor({ timeout: 100_000 });
    for (const closed of ['.branch[aria-expanded="false"]', 'button:text-matches("^Show more")']) {
      const buttons = result.locator(closed);
      for (let left = Math.min(await buttons.count(), 5); left > 0 && (await buttons.count()) > 0; left--) {
        await buttons.first().click();
      }
    }
    return result;
  }

  it.each(Object.keys(texts))('show %s as text, in names, schemas, results and errors', async (name) => {
    const index = Object.keys(texts).indexOf(name);
    const text = texts[name] ?? '';
    await show(`text_${index}`, /^completed$/);
    await openView(page, 'What a model sees');
    await page.getByRole('region', { name: 'MCP', exact: true }).waitFor();
    const happened = await openView(page, 'What happened');
    await happened
      .getByRole('button', { name: `text_${index}` })
      .first()
      .click();
    await happened.getByRole('region', { name: 'Details of the call' }).getByText('completed').first().waitFor();
    await openView(page, 'Groups and sessions');
    await openView(page, 'Call');
    const failed = await show(`error_${index}`, /^failed$/);
    const message = (await failed.locator('.notice').textContent()) ?? '';
    expect(visible(message)).toContain(visible(text.slice(0, 400)).slice(0, 20));
  });

  it.each(Object.keys(results))('show the result %s', async (name) => {
    await show(`result_${Object.keys(results).indexOf(name)}`, /^(?:completed|failed)$/);
  });

  it.each(Object.keys(blocks))('show %s, and load nothing', async (name) => {
    const result = await show(`block_${Object.keys(blocks).indexOf(name)}`, /^(?:completed|failed)$/);
    const addresses = await result
      .locator('[src], [href]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href')),
      );
    expect(addresses.filter((address) => address?.startsWith('data:') !== true)).toEqual([]);
    for (const link of await result.getByRole('link').all()) expect(await link.getAttribute('download')).not.toBeNull();
  });

  it('load media from a URL only in a new tab, after a click', async () => {
    const result = await show('links', /^completed$/);
    const open = result.getByRole('button', { name: 'Open in a new tab' });
    expect(await open.count()).toBe(2);
    expect(opened.foreignRequests).toEqual([]);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), open.first().click()]);
    expect(await tab.evaluate('window.opener')).toBeNull();
    await tab.close();
  });

  it('show arguments of markup in the form, the messages and the history', async () => {
    await chooseTool(page, 'text_0');
    for (const text of Object.values(texts).slice(0, 12)) {
      await jsonInput(page).fill(JSON.stringify({ [text]: text, '<script>attacked()</script>': [text] }));
    }
    await page
      .getByText(/\d problems?$/)
      .first()
      .waitFor();
    await waitForState(await run(page), 'failed');
  });

  it('stream 100,000 events', async () => {
    const result = await show('flood', /^completed$/);
    await result.getByText(/^chunk 0chunk 1/).waitFor();
    expect(await result.getByRole('listitem').count()).toBeLessThan(1_000);
  });

  it.each(['endless', 'blocking'])('do not end: %s', async (name) => {
    await chooseTool(page, name);
    const result = await run(page);
    await waitForState(result, 'running');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await waitForState(result, 'interrupted');
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('end with their process', async () => {
    await chooseTool(page, 'endless');
    const result = await run(page);
    await waitForState(result, 'running');
    await chooseTool(page, 'exit');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('region', { name: 'Last call' }).getByText('interrupted', { exact: true }).waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('go on while the page is loaded again, and run once', async () => {
    const before = Number(await textOf(page, 'starts'));
    await chooseTool(page, 'slow');
    const result = await run(page);
    await result.getByText('word 3').waitFor();
    await page.reload();
    const shown = page.getByRole('region', { name: 'Last call' });
    await shown.getByText('word 39').first().waitFor();
    await waitForState(shown, 'completed');
    expect(await textOf(page, 'starts')).toBe(String(before + 1));
  });

  it('are shown in two tabs, and run once', async () => {
    const before = Number(await textOf(page, 'starts'));
    const other = await openPage(shared.browser, shared.server.url);
    await chooseTool(page, 'slow');
    await run(page);
    const happened = await openView(other.page, 'What happened');
    await happened
      .getByRole('button', { name: /slow running/ })
      .first()
      .click();
    await happened.getByRole('region', { name: 'Details of the call' }).getByText('word 39').first().waitFor();
    expect(await textOf(other.page, 'starts')).toBe(String(before + 1));
    expect(other.problems).toEqual([]);
    await other.close();
  });
});

/** The characters of a text that are neither white space nor controls, which a page may show in another form. */
function visible(text: string): string {
  return text.replaceAll(/[\s\p{C}]/gu, '');
}

/** Calls a tool, and returns its text. */
async function textOf(page: Page, name: string): Promise<string> {
  await openView(page, 'Call');
  await chooseTool(page, name);
  const result = await run(page);
  await waitForState(result, 'completed');
  return result.locator('.content').first().innerText();
}

describe('the page of a command that was killed', () => {
  const shared = usePage(() => startDevCommand(files));

  it('says so, and keeps what it shows', async () => {
    const { page, server } = shared;
    await chooseTool(page, 'slow');
    const result = await run(page);
    await result.getByText('word 3').waitFor();
    server.child.kill('SIGKILL');
    await page.getByText('The command cannot be reached.').waitFor();
    await page.getByText('Not connected', { exact: true }).waitFor();
    await result.getByText('word 3').waitFor();
  });
});
