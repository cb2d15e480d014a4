import type { Locator, Page } from 'playwright-core';
import { type DevCommand, startDevCommand } from './page/dev-command.js';
import { accessibilityProblems, callTool, chooseTool, openView, type ToolCall, waitForState } from './page/driver.js';
import { callInAnotherTab } from './page/flows/another-tab.js';
import type { Flows } from './page/flows/application.js';
import { describeFlows } from './page/flows/flows.contract.js';
import { type GithubServer, startGithubServer } from './page/github-api.js';
import { operationCount, readLargeDocument } from './page/large-document.js';
import { usePage } from './page/use-page.js';

// About ten times what was measured: they find a list whose cost grows with the number of its tools.
const limits = { shownMs: 30_000, keyMs: 350, frameMs: 170 };

const typed = 'comments repository';

const repository = { owner: 'octo', repo: 'tea' };
const upload = 'repos_upload-release-asset';
const replaceTopics = 'repos_replace-all-topics';
const names = ['black', 'oolong'];
const token = 'ghp-12345678';

const flows: Flows = {
  form: {
    tool: 'issues_list-for-repo',
    fill: async (form) => {
      await form.getByLabel('owner', { exact: true }).fill(repository.owner);
      await form.getByLabel('repo', { exact: true }).fill(repository.repo);
      await form.getByLabel('state', { exact: true }).selectOption('closed');
    },
    input: { label: 'per_page', invalid: '1.5', message: 'must be integer', valid: '50' },
    json: { ...repository, state: 'closed', per_page: 50 },
  },
  hidden: { absent: 'Of a document, only credentials are hidden, which are no values of the state.' },
  tree: { tool: replaceTopics, input: { ...repository, names }, branch: 'names: [2]', leaf: '"oolong"' },
  stream: { absent: 'No operation of GitHub returns a stream.' },
  long: { tool: 'emojis_get', input: {} },
  media: {
    tool: 'repos_download-zipball-archive',
    input: { ...repository, ref: 'main' },
    media: ['Image from the tool'],
  },
  file: {
    tool: upload,
    input: { ...repository, release_id: 1, name: 'tea.bin' },
    ...{ label: 'body', text: 'oolong', result: '"6 bytes"' },
  },
  models: {
    tool: upload,
    loss: { format: 'OpenAI, strict', warning: "/properties/body: 'contentEncoding'" },
    group: 'repos',
    query: 'upload a release asset',
  },
  pasted: { tool: 'meta_get-zen', input: {}, result: 'Keep it logically awesome.' },
  foreign: { tool: 'repos_get-all-topics', input: repository, result: '"oolong"' },
  steps: { tool: replaceTopics, input: { ...repository, names }, calls: [replaceTopics], steps: [] },
  approval: { absent: 'A document has no rules that ask for approval.' },
  sessions: { tool: 'meta_get-zen', input: {}, group: 'meta', isActive: true, key: 'note' },
};

/** Starts the command for the document, whose operations a server on this machine answers. */
async function startCommand(): Promise<DevCommand & { readonly github: GithubServer }> {
  const github = await startGithubServer();
  const command = await startDevCommand(
    { 'api.json': readLargeDocument() },
    { args: ['--base-url', github.origin, '--auth', 'GITHUB_TOKEN'], env: { GITHUB_TOKEN: token } },
  );
  const close = async (): Promise<void> => {
    await command.close();
    await github.close();
  };
  return { ...command, github, close };
}

/** The page for the document of a large API, such as that of GitHub. */
describe('the page of toolwright dev for 1,223 operations', () => {
  const started = performance.now();
  const shared = usePage(startCommand);
  let page: Page;
  let list: Locator;
  let shownMs: number;

  beforeAll(async () => {
    ({ page } = shared);
    list = page.getByRole('navigation', { name: 'Tools' });
    await list
      .getByRole('button', { name: /\d tokens$/ })
      .first()
      .waitFor();
    shownMs = performance.now() - started;
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
  });

  it('says that the group of an operation is off, and calls it when it was switched on', async () => {
    const zen: ToolCall = { tool: 'meta_get-zen', input: {} };
    const result = await callTool(page, zen);
    await result.getByText('tool_inactive', { exact: true }).waitFor();
    const operations = { emojis: 'emojis_get', meta: 'meta_get-zen', repos: 'repos_get-all-topics' };
    for (const [group, name] of Object.entries(operations)) {
      await list.getByRole('searchbox').fill(name);
      await list.getByRole('switch', { name: `Group ${group}`, exact: true }).click();
      await list.getByRole('switch', { name: `Group ${group}`, exact: true, checked: true }).waitFor();
    }
    await waitForState(await callTool(page, zen), 'completed');
  });

  describeFlows(
    {
      get page() {
        return shared.page;
      },
      callElsewhere: (call: ToolCall) => callInAnotherTab(shared, call),
    },
    flows,
  );

  it('sends the credential with each request, and never to the page', async () => {
    expect([...shared.server.github.credentials]).toEqual([`Bearer ${token}`]);
    expect(await page.content()).not.toContain(token);
  });

  it('has no accessibility problem and no error in the console, and asks no other server', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(shared.opened.problems).toEqual([]);
    expect(shared.opened.foreignRequests).toEqual([]);
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
