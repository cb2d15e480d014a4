import type { Browser, Locator, Page } from 'playwright-core';
import { chromium } from '../support/chromium.js';
import { type DevCommand, startDevCommand } from './page/dev-command.js';
import { accessibilityProblems, chooseTool, type OpenedPage, openBrowser, openPage, openView } from './page/driver.js';
import { operationCount, readLargeDocument } from './page/large-document.js';

// About ten times what was measured: they find a list whose cost grows with the number of its tools.
const limits = { shownMs: 30_000, keyMs: 350, frameMs: 170 };

const typed = 'comments repository';

/** The page for the document of a large API, such as that of GitHub. */
describe('the page of toolwright dev for 1,223 operations', () => {
  let browser: Browser;
  let command: DevCommand;
  let opened: OpenedPage;
  let page: Page;
  let list: Locator;
  let shownMs: number;

  beforeAll(async () => {
    expect(chromium).toBeDefined();
    browser = await openBrowser();
    const started = performance.now();
    command = await startDevCommand({ 'api.json': readLargeDocument() });
    opened = await openPage(browser, command.url);
    page = opened.page;
    list = page.getByRole('navigation', { name: 'Tools' });
    await list
      .getByRole('button', { name: /\d tokens$/ })
      .first()
      .waitFor();
    shownMs = performance.now() - started;
  });

  afterAll(async () => {
    await browser?.close();
    await command?.close();
  });

  /** The number that the list says it has. */
  async function countOf(): Promise<number> {
    const [count = ''] = /[\d,]+/.exec(await list.getByRole('status').innerText()) ?? [];
    return Number(count.replaceAll(',', ''));
  }

  it('lists all operations by group, of which only the visible ones are in the document', async () => {
    expect(await countOf()).toBeGreaterThanOrEqual(operationCount);
    expect(shownMs).toBeLessThan(limits.shownMs);
    expect(await list.getByRole('listitem').count()).toBeLessThan(100);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('shows what is found with each key', async () => {
    const filter = list.getByRole('searchbox');
    const total = await countOf();
    const times: number[] = [];
    let former = total;
    for (const key of typed) {
      times.push(await frameAfter(page, () => filter.press(key)));
      const found = await countOf();
      expect(found).toBeLessThanOrEqual(former);
      former = found;
    }
    expect(former).toBeGreaterThan(0);
    expect(former).toBeLessThan(total);
    await filter.fill('');
    expect(await countOf()).toBe(total);
    expect(medianOf(times)).toBeLessThan(limits.keyMs);
  });

  it('scrolls without a break', async () => {
    const windowed = list.getByRole('list', { name: 'Tools by group' }).locator('..');
    const frames = await windowed.evaluate(scrollDown);
    expect(await list.getByRole('listitem').last().getAttribute('aria-posinset')).toBe(
      await list.getByRole('listitem').last().getAttribute('aria-setsize'),
    );
    expect(medianOf(frames)).toBeLessThan(limits.frameMs);
    expect(frames.filter((ms) => ms > 10 * limits.frameMs)).toEqual([]);
  });

  it('opens the form of an operation, and what a model sees of it', async () => {
    const filter = list.getByRole('searchbox');
    await filter.fill(typed);
    const row = list.getByRole('button', { name: /\d tokens$/ }).and(list.locator('.tool-row'));
    const name = (await row.first().locator('.name').innerText()).trim();
    await chooseTool(page, name);
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    const models = await openView(page, 'What a model sees');
    await models.getByRole('region', { name: 'MCP', exact: true }).getByText(`"${name}"`).waitFor();
    expect(opened.problems).toEqual([]);
    expect(opened.foreignRequests).toEqual([]);
  });
});

// Runs in the page. A frame is drawn when the second callback is called.
const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Measures the time until the page is drawn after an action, in milliseconds. */
async function frameAfter(page: Page, act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  await page.evaluate(nextFrame);
  return performance.now() - started;
}

/** Scrolls a list to its end by half a screen per frame. Returns the milliseconds of each frame. */
async function scrollDown(list: {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}): Promise<readonly number[]> {
  const { requestAnimationFrame } = globalThis as unknown as {
    requestAnimationFrame(callback: (now: number) => void): void;
  };
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  for (let last = await frame(); list.scrollTop + list.clientHeight < list.scrollHeight - 1; ) {
    list.scrollTop += list.clientHeight / 2;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  await frame();
  return times;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
