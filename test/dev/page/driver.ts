import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  type Locator,
  chromium as launcher,
  type Page,
} from 'playwright-core';
import { chromium } from '../../support/chromium.js';

/** Opens a browser, with further arguments of its command. */
export async function openBrowser(...args: readonly string[]): Promise<Browser> {
  if (chromium === undefined) throw new Error('Chromium is missing: install it, or set CHROMIUM to its path.');
  return launcher.launch({ executablePath: chromium, args: ['--no-sandbox', '--no-proxy-server', ...args] });
}

/** A page of a test, what it reported as wrong, and which other origins it asked. */
export interface OpenedPage {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly foreignRequests: readonly string[];
  close(): Promise<void>;
}

/** Opens the page of a server, and waits until it has the tools. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1_400, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  // A busy machine takes 20 seconds for what takes one otherwise.
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  const foreignRequests: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin) {
      foreignRequests.push(request.url());
    }
  });
  await page.goto(url);
  await page.getByText('Ready', { exact: true }).waitFor();
  return { page, problems, foreignRequests, close: () => context.close() };
}

/** A call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Chooses a tool in the list. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Tools', exact: true });
  if (await toggle.isVisible()) await toggle.click();
  const list = page.getByRole('navigation', { name: 'Tools' });
  await list.getByRole('searchbox', { name: 'Filter tools' }).fill(name);
  await list.getByRole('button', { name }).first().click();
}

/** Opens a view by its tab. */
export async function openView(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}

/** The form of the chosen tool. */
export function formOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Arguments', exact: true });
}

/** The arguments of the chosen tool as JSON. */
export async function jsonOf(page: Page): Promise<unknown> {
  return JSON.parse(await jsonInput(page).inputValue());
}

/** The input for the arguments as JSON. */
export function jsonInput(page: Page): Locator {
  return page.getByRole('textbox', { name: 'JSON', exact: true });
}

/** Calls a tool with arguments as JSON. Returns the part of the page with its result. */
export async function callTool(page: Page, { tool, input }: ToolCall): Promise<Locator> {
  await openView(page, 'Call');
  await chooseTool(page, tool);
  await jsonInput(page).fill(JSON.stringify(input));
  return run(page);
}

/** Runs the chosen tool. Returns the part of the page with its result. */
export async function run(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  return page.getByRole('region', { name: 'Last call' });
}

/** Waits until a call has the state. Rejects with what the page shows otherwise. */
export async function waitForState(part: Locator, state: string): Promise<void> {
  try {
    await part.getByText(state, { exact: true }).first().waitFor();
  } catch (error) {
    const shown = await part.page().locator('body').innerText();
    throw new Error(`No call is ${state}. The page shows:\n${shown.slice(0, 2_000)}`, { cause: error });
  }
}

/** Waits until a part of the page shows a text. Opens the branches of trees until it does. */
export async function waitForText(part: Locator, text: string): Promise<void> {
  const shown = part.getByText(text).first();
  const closed = part.getByRole('button', { expanded: false });
  await shown.or(closed).first().waitFor();
  while (!(await shown.isVisible()) && (await closed.count()) > 0) await closed.first().click();
  await shown.waitFor();
}

/** Returns the texts that describe an input: those that `aria-describedby` names. */
export async function descriptionsOf(input: Locator): Promise<string> {
  return input.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    return ids.map((id: string) => element.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
  });
}

/** Returns what axe-core finds in a page, and whether the page scrolls to the side. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<readonly string[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => ' +
      'violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))',
  );
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return isTooWide ? [...found, 'The page scrolls to the side.'] : found;
}
