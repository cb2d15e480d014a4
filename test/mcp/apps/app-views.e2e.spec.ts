import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { view } from 'toolwright/mcp';
import { useBrowser } from '../../dev/page/use-page.js';
import { eras } from '../server/both-clients.js';
import { closeAfterTest } from '../server/clients.js';
import { startAppHost } from './app-host.js';
import { Board } from './board.js';

/** What the page of the host reports of the view that it shows. */
interface Shown {
  readonly initializedMs: number;
  readonly contexts: readonly string[];
  readonly sizes: readonly number[];
}

function createToolkit(board: ToolRegistry): Toolkit {
  const toolkit = new Toolkit({ approvalKey: randomBytes(32), state: { clerk: 'eve-the-clerk' } });
  toolkit.register(board);
  return toolkit;
}

const browser = useBrowser();

async function openHost(toolkit: Toolkit, version: string, hasPolicy = true): Promise<Page> {
  const host = await startAppHost(toolkit, hasPolicy);
  closeAfterTest(() => host.close());
  const context = await browser().newContext();
  closeAfterTest(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(host.urlFor(version));
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  return page;
}

/** Lets the host call a tool and show its view. */
async function show(page: Page, name: string, args: object = {}): Promise<FrameLocator> {
  await page.evaluate(([tool, given]) => (globalThis as unknown as HostPage).show(tool, given), [name, args] as const);
  return page.frameLocator('iframe');
}

function shownIn(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const { initializedMs, contexts, sizes } = (globalThis as unknown as HostPage).shown;
    return { initializedMs, contexts, sizes };
  });
}

/** The globals of the page of the host. */
interface HostPage {
  show(name: string, args: object): Promise<unknown>;
  readonly shown: Shown & { close(): Promise<void> };
}

describe.each(eras)('the official bridge shows the views of a server of $version', ({ version }) => {
  it('with arguments, data and calls of tools', async () => {
    const page = await openHost(createToolkit(new Board()), version);
    const frame = await show(page, 'board', { _filter: 'open' });
    await frame.getByText('{"_filter":"open"}').waitFor();
    await frame.getByText('fresh').waitFor();
    expect(await frame.getByRole('listitem').allTextContents()).toEqual([
      'a1',
      '<img src=x onerror="document.title=\'stolen\'">',
    ]);
    await frame.getByRole('button', { name: 'Move' }).click();
    await frame.getByText('a1 moved').waitFor();
    await frame.getByRole('button', { name: 'Forbidden' }).click();
    await frame.getByText("Views must not call 'audit'.").waitFor();
    const { initializedMs, sizes } = await shownIn(page);
    expect(initializedMs).toBeGreaterThan(0);
    expect(sizes.length).toBeGreaterThan(0);
    expect(await frame.locator('title').textContent()).toBe('moved 1');
  });

  it('with a state that outlives the page', async () => {
    const page = await openHost(createToolkit(new Board()), version);
    const first = await show(page, 'board');
    await first.getByText('fresh').waitFor();
    await first.getByRole('button', { name: 'Move' }).click();
    await first.getByText('a1 moved').waitFor();
    await page.evaluate(() => (globalThis as unknown as HostPage).shown.close());
    const second = await show(page, 'board');
    await second.getByText('fresh').waitFor();
    await second.getByRole('button', { name: 'Move' }).click();
    await second.getByText('a1 moved').nth(1).waitFor();
    expect(await second.locator('title').textContent()).toBe('moved 2');
  });

  it('and its user approves a call, once', async () => {
    const board = new Board();
    const page = await openHost(createToolkit(board), version);
    const hidden = 'quick\u202ereturn';
    const frame = await show(page, 'refund', { order: 'a1', amount: 5, pin: '4321', note: hidden });
    const approve = frame.getByRole('button', { name: 'Approve' });
    await frame.getByRole('heading', { name: 'Refund an order' }).waitFor();
    const shown = await frame.locator('body').innerText();
    expect(shown).toMatch(/order\s+a1\s+amount\s+5/);
    expect(shown).toContain('quick\\u{202e}return');
    expect(shown).toMatch(/clerk\s+set by the application/);
    expect(shown).not.toMatch(/4321|eve-the-clerk/);
    expect(board.refunds).toEqual([]);
    await approve.click();
    await frame.getByText('Refunded 5 for a1.').waitFor();
    expect(await approve.isDisabled()).toBe(true);
    expect(board.refunds).toEqual([`a1 5 eve-the-clerk 4 ${hidden.length}`]);
    const { contexts } = await shownIn(page);
    expect(contexts).toEqual(["The user has approved the call of 'refund'. Refunded 5 for a1."]);
  });

  it('and its user denies a call with a reason', async () => {
    const board = new Board();
    const page = await openHost(createToolkit(board), version);
    const frame = await show(page, 'refund', { order: 'a1', amount: 5 });
    await frame.getByLabel('Reason for a denial').fill('Too much.');
    await frame.getByRole('button', { name: 'Deny' }).click();
    await frame.getByText(/Too much\./).waitFor();
    expect(board.refunds).toEqual([]);
    const { contexts } = await shownIn(page);
    expect(contexts[0]).toMatch(/^The user has denied the call of 'refund'\. .*Too much\./);
  });
});

it('a view reaches only what it declares, also in a host without a policy', async () => {
  const requests: string[] = [];
  const leak = createServer((request, response) => {
    requests.push(String(request.url));
    response.setHeader('access-control-allow-origin', '*').end('ok');
  });
  await new Promise<void>((resolve) => leak.listen(0, '127.0.0.1', resolve));
  closeAfterTest(async () => void leak.close());
  const origin = `http://127.0.0.1:${(leak.address() as AddressInfo).port}`;
  const page = (name: string) => `<!doctype html><html><head><title>x</title></head><body>
    <img src="${origin}/${name}-image"><p id="done"></p><script src="toolwright/view"></script>
    <script type="module">
    const sent = await fetch('${origin}/${name}-fetch').then(() => 'sent', () => 'refused');
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="fetch(\\'${origin}/${name}-inline\\')">');
    await connectView({ onResult: () => { document.getElementById('done').textContent = '${name} ' + sent; } });
    </script></body></html>`;
  class Views extends ToolRegistry {
    @Tool({ ui: view(page('closed'), { name: 'closed' }) })
    closed(): string {
      return 'closed';
    }

    @Tool({ ui: view(page('open'), { name: 'open', csp: { connectDomains: [origin] } }) })
    open(): string {
      return 'open';
    }
  }
  const host = await openHost(createToolkit(new Views()), '2026-07-28', false);
  await (await show(host, 'closed')).getByText('closed refused').waitFor();
  await host.locator('iframe').evaluate((frame) => frame.remove());
  await (await show(host, 'open')).getByText('open sent').waitFor();
  expect(requests).toEqual(['/open-fetch']);
});
