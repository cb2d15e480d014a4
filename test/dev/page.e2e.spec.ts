import type { Locator } from 'playwright-core';
import {
  accessibilityProblems,
  chooseTool,
  descriptionsOf,
  formOf,
  jsonInput,
  jsonOf,
  type OpenedPage,
  openPage,
  openView,
  run,
  waitForState,
} from './page/driver.js';
import { type DevServer, startDevServer } from './page/start-dev-server.js';
import { useBrowser } from './page/use-page.js';

const browser = useBrowser();
let server: DevServer;
let opened: OpenedPage;

describe('the developer page', () => {
  beforeEach(async () => {
    server = await startDevServer();
    opened = await openPage(browser(), server.url);
  });

  afterEach(async () => {
    await opened.close();
    await server.close();
  });

  describe('token', () => {
    it('leaves the address, and a reload keeps it', async () => {
      const { page } = opened;
      expect(page.url()).not.toContain('token');
      await page.reload();
      await page.getByText('Ready', { exact: true }).waitFor();
    });

    it('is required', async () => {
      const address = opened.page.url();
      for (const url of [address, `${address}#token=wrong`]) {
        const other = await browser().newPage();
        await other.goto(url);
        await other.getByText('It contains a token.').waitFor();
        await other.close();
      }
    });
  });

  describe('list of tools', () => {
    it('is filtered, and switches groups', async () => {
      const { page } = opened;
      const list = page.getByRole('navigation', { name: 'Tools' });
      await list.getByRole('searchbox').fill('stream');
      await list.getByText('1 found').waitFor();
      await list.getByRole('switch', { name: 'Group files' }).click();
      await list.getByRole('switch', { name: 'Group files', checked: false }).waitFor();
      await list.getByRole('button', { name: /stream_words.*inactive/ }).waitFor();
      expect(await list.getByRole('switch', { name: 'Group shop' }).count()).toBe(0);
      await list.getByRole('searchbox').fill('');
      expect(await list.getByRole('switch', { name: 'Group shop' }).isDisabled()).toBe(true);
    });
  });

  describe('form', () => {
    beforeEach(async () => chooseTool(opened.page, 'create_order'));

    it('builds arguments of each kind, and shows them as JSON', async () => {
      const { page } = opened;
      const form = formOf(page);
      await addOrderItem(form, 'A-1', '2');
      await addOrderItem(form, 'B-2', '3');
      await form.getByRole('button', { name: 'Move items 2 up' }).click();
      await form.getByRole('tab', { name: 'invoice' }).click();
      await form.getByLabel('days', { exact: true }).fill('30');
      await form.getByRole('button', { name: 'Add ship' }).click();
      await form.getByLabel('city', { exact: true }).fill('Ghent');
      await form.getByLabel('speed', { exact: true }).selectOption('fast');
      await form.getByLabel('gift', { exact: true }).selectOption('true');
      await form.getByLabel('day', { exact: true }).fill('2026-03-01');
      await form.getByLabel('note is null').check();
      await form.getByRole('button', { name: 'Add labels' }).click();
      await form.getByLabel('New property of labels').fill('color');
      await form.getByRole('button', { name: 'Add property' }).click();
      await form.getByLabel('color', { exact: true }).fill('red');
      await form.getByLabel('extra', { exact: true }).fill('[1, {"a": 2}]');
      expect(await jsonOf(page)).toEqual({
        items: [
          { sku: 'B-2', quantity: 3 },
          { sku: 'A-1', quantity: 2 },
        ],
        payment: { kind: 'invoice', days: 30 },
        ship: { city: 'Ghent' },
        speed: 'fast',
        gift: true,
        day: '2026-03-01',
        note: null,
        labels: { color: 'red' },
        extra: [1, { a: 2 }],
      });
      await form.getByRole('button', { name: 'Remove items 1' }).click();
      await form.getByRole('button', { name: 'Remove ship' }).click();
      expect(await jsonOf(page)).toMatchObject({ items: [{ sku: 'A-1' }] });
      expect(await jsonOf(page)).not.toHaveProperty('ship');
    });

    it('shows what is entered as JSON, and keeps text that is no JSON', async () => {
      const { page } = opened;
      await jsonInput(page).fill('{"items":[{"sku":"X"}],"payment":{"kind":"card","number":"4111"}}');
      expect(await formOf(page).getByLabel('sku', { exact: true }).inputValue()).toBe('X');
      await formOf(page).getByRole('tab', { name: 'card', selected: true }).waitFor();
      await jsonInput(page).fill('{"items":');
      expect(await descriptionsOf(jsonInput(page))).toMatch(/JSON/);
      expect(await jsonInput(page).inputValue()).toBe('{"items":');
    });

    it('shows the messages of the validator next to the inputs while typing', async () => {
      const { page } = opened;
      await addOrderItem(formOf(page), 'A-1', '0');
      const quantity = formOf(page).getByLabel('quantity', { exact: true });
      await page.getByText('must be >= 1').first().waitFor();
      expect(await descriptionsOf(quantity)).toContain('must be >= 1');
      expect(await quantity.getAttribute('aria-invalid')).toBe('true');
      await quantity.fill('1.5x');
      await page.getByText('must be integer').first().waitFor();
      await page.getByRole('button', { name: '/items/0/quantity' }).click();
      expect(await quantity.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
      await quantity.fill('2');
      await page.getByText('must be integer').first().waitFor({ state: 'detached' });
    });

    it('shows hidden values, which are replaced in place, without secrets', async () => {
      const { page } = opened;
      const part = page.getByRole('region', { name: 'JSON', exact: true });
      await part.getByLabel('secret', { exact: true }).waitFor();
      expect(await page.content()).not.toContain('hunter2');
      await part.getByRole('button', { name: 'Change user.id' }).click();
      await part.getByLabel('Value of user.id').fill('43');
      await page.keyboard.press('Enter');
      await part.getByText('43', { exact: true }).waitFor();
      await part.getByRole('button', { name: 'Change user.apiKey' }).click();
      expect(await part.getByLabel('Value of user.apiKey').getAttribute('type')).toBe('password');
      await page.keyboard.press('Escape');
      await part.getByRole('button', { name: 'Change user.apiKey' }).waitFor();
    });

    it('shows a structured result as a tree whose branches open', async () => {
      const { page } = opened;
      await page.getByRole('button', { name: 'Example 1' }).click();
      const result = await run(page);
      await waitForState(result, 'completed');
      const tree = result.getByRole('list', { name: 'Structured result' });
      expect(await tree.getByText('n0').count()).toBe(0);
      await tree.getByRole('button', { name: 'list: [250]' }).click();
      await tree.getByRole('button', { name: '99: {2}' }).waitFor();
      expect(await tree.getByRole('button', { name: '100: {2}' }).count()).toBe(0);
      await tree.getByRole('button', { name: 'Show more of 150' }).click();
      await tree.getByRole('button', { name: '249: {2}' }).click();
      await tree.getByText('n249').waitFor();
    });

    it('is operated by the keyboard', async () => {
      const { page } = opened;
      await page.getByRole('tab', { name: 'Call', exact: true }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name: 'What a model sees', selected: true }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('searchbox', { name: 'Filter tools' }).fill('stream');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const count = formOf(page).getByLabel('count', { exact: true });
      await count.focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
      await page.getByText('2 chunks').waitFor();
    });
  });

  it('opens the levels of a schema that contains itself when they are added', async () => {
    const { page } = opened;
    await chooseTool(page, 'add_comment');
    const form = formOf(page);
    await form.getByRole('button', { name: 'Add replies' }).click();
    await form.getByRole('button', { name: 'Add item to replies' }).click();
    await form.getByLabel('text', { exact: true }).last().fill('inner');
    await form.getByLabel('text', { exact: true }).first().fill('outer');
    expect(await jsonOf(page)).toEqual({ text: 'outer', replies: [{ text: 'inner' }] });
  });

  it('reads files that are chosen or dropped', async () => {
    const { page } = opened;
    await chooseTool(page, 'upload');
    const input = formOf(page).getByLabel('data', { exact: true }).last();
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('chosen') });
    await formOf(page).getByText('a.txt (6 bytes)').waitFor();
    expect(await jsonOf(page)).toEqual({ data: Buffer.from('chosen').toString('base64') });
    const dataTransfer = await page.evaluateHandle<unknown>(
      "(() => { const data = new DataTransfer(); data.items.add(new File(['dropped'], 'b.txt')); return data; })()",
    );
    await input.locator('..').dispatchEvent('drop', { dataTransfer });
    await formOf(page).getByText('b.txt (7 bytes)').waitFor();
    expect(await jsonOf(page)).toEqual({ data: Buffer.from('dropped').toString('base64') });
  });

  describe('call', () => {
    it('shows the chunks of a stream with their times', async () => {
      const { page } = opened;
      await chooseTool(page, 'stream_words');
      const result = await run(page);
      await waitForState(result, 'completed');
      const chunks = result.getByRole('list', { name: 'Chunks' }).getByRole('listitem');
      const texts = (await chunks.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
      expect(texts).toEqual([1, 2, 3].map((index) => expect.stringMatching(new RegExp(`^\\+\\d+ ms word ${index}$`))));
    });

    it('is canceled, and limited in time', async () => {
      const { page } = opened;
      await chooseTool(page, 'wait');
      const result = await run(page);
      await waitForState(result, 'running');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await waitForState(result, 'interrupted');
      await page.getByLabel('Time limit in seconds').fill('0.1');
      await waitForState(await run(page), 'interrupted');
    });

    it('plays media, and loads nothing from a URL before a click', async () => {
      const { page } = opened;
      await chooseTool(page, 'show_media');
      const result = await run(page);
      await waitForState(result, 'completed');
      const image = result.getByRole('img', { name: 'Image from the tool' });
      expect(await image.evaluate((element) => 'naturalWidth' in element && element.naturalWidth)).toBe(1);
      await result.getByLabel('Audio from the tool').waitFor();
      await result.getByLabel('Video from the tool').waitFor();
      await result.getByText('javascript:window.attacked=true').waitFor();
      expect(
        await result.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('download'))),
      ).toEqual(['report.pdf']);
      expect(opened.foreignRequests).toEqual([]);
      expect(await result.getByRole('button', { name: 'Open in a new tab' }).count()).toBe(2);
    });

    it('shows the text of tools as text', async () => {
      const { page } = opened;
      await chooseTool(page, 'hostile');
      const result = await run(page);
      await result.getByText('<b>bold</b>').waitFor();
      await openView(page, 'What a model sees');
      await page.getByRole('region', { name: 'Prompt' }).getByText('<script>').waitFor();
      expect(await page.evaluate('globalThis.attacked')).toBeUndefined();
      expect(opened.problems).toEqual([]);
    });
  });

  it('shows where the data of a call comes from, as text', async () => {
    const { page } = opened;
    await openView(page, 'Groups and sessions');
    await page.getByRole('button', { name: 'Create session' }).click();
    const session = page.getByRole('region', { name: /^Session/ });
    await session.getByLabel('Calls are made here').check();
    await chooseTool(page, 'hostile');
    await waitForState(await run(page), 'completed');
    const view = await openView(page, 'What happened');
    await view.getByRole('button', { name: /hostile .*completed untrusted, asked/ }).click();
    const details = view.getByRole('region', { name: 'Details of the call' });
    await details.getByText('only for <img').waitFor();
    expect(await details.getByRole('list', { name: 'Concerns' }).getByRole('listitem').count()).toBe(2);
    await details.getByRole('button', { name: 'Explain' }).click();
    await details.getByRole('row', { name: /^\/to\/<img.* untrusted$/ }).waitFor();
    await details.getByText('3 more arguments').waitFor();
    expect(await details.locator('img').count()).toBe(0);
    expect(await page.evaluate('globalThis.attacked')).toBeUndefined();
    expect(opened.problems).toEqual([]);
  });

  it('shows what models see, searches as they do, and runs the calls of an answer', async () => {
    const { page } = opened;
    await chooseTool(page, 'create_order');
    const view = await openView(page, 'What a model sees');
    for (const name of ['OpenAI', 'OpenAI, strict', 'Anthropic', 'Gemini', 'MCP', 'Prompt']) {
      await view.getByRole('region', { name, exact: true }).waitFor();
    }
    await view.getByRole('region', { name: 'Gemini' }).getByText('oneOf is published').waitFor();
    await view.getByRole('row', { name: /^files 4/ }).waitFor();
    await view.getByRole('searchbox').fill('stream');
    await view.getByRole('button', { name: 'Search' }).click();
    await view.getByRole('button', { name: 'stream_words', exact: true }).waitFor();
    const answer = [
      { name: 'stream_words', input: { count: 2 } },
      { name: 'missing', input: {} },
    ];
    await view.getByLabel('Answer of a model').fill(JSON.stringify(answer));
    await view.getByRole('button', { name: 'Read calls' }).click();
    expect(await view.getByRole('button', { name: 'Run missing' }).isDisabled()).toBe(true);
    await view.getByRole('button', { name: 'Run stream_words' }).click();
    await waitForState(view, 'completed');
  });

  describe('history', () => {
    it('shows calls with the calls that they make, and fills the form for a replay', async () => {
      const { page } = opened;
      await chooseTool(page, 'plan');
      await waitForState(await run(page), 'completed');
      await chooseTool(page, 'stream_words');
      await formOf(page).getByLabel('count', { exact: true }).fill('5');
      await waitForState(await run(page), 'completed');
      await formOf(page).getByLabel('count', { exact: true }).fill('1');
      const view = await openView(page, 'What happened');
      const calls = view.getByRole('list', { name: 'Calls, the newest first' });
      await view.getByRole('searchbox', { name: 'Filter calls' }).fill('plan');
      await calls.getByRole('button', { name: /plan/ }).click();
      const details = view.getByRole('region', { name: 'Details of the call' });
      await details.getByText('unavailable').waitFor();
      expect(await details.getByRole('list', { name: 'Waterfall' }).getByRole('button').allInnerTexts()).toEqual([
        ...['plan', 'stream_words', 'stream_words'],
      ]);
      const steps = await details.getByRole('list', { name: 'Steps of plan' }).getByRole('listitem').allInnerTexts();
      expect(steps.map((step) => step.replaceAll(/\s+/g, ' '))).toEqual([
        expect.stringMatching(/^middleware audit \+0.1 ms, [\d.]+ ms 0.1 ms before next, 0.2 ms after$/),
        'rule permissions[0] +0.2 ms, 0.3 ms allow, by the rule {"tool":"plan"}',
        expect.stringMatching(/^retry after attempt 1 \+[\d.]+ ms, 20 ms unavailable Busy\.$/),
      ]);
      await view.getByRole('searchbox', { name: 'Filter calls' }).fill('"count":5');
      await calls.getByRole('button', { name: /stream_words/ }).click();
      await details.getByRole('button', { name: 'Replay with changes' }).click();
      expect(await jsonOf(page)).toEqual({ count: 5 });
    });

    it('shows the calls that are there after a reload', async () => {
      const { page } = opened;
      await chooseTool(page, 'stream_words');
      await run(page);
      await page.reload();
      const view = await openView(page, 'What happened');
      await view.getByRole('button', { name: /stream_words completed/ }).waitFor();
    });
  });

  describe('approval', () => {
    let panel: Locator;

    const pay = async (amount: string): Promise<Locator> => {
      await chooseTool(opened.page, 'pay');
      await formOf(opened.page).getByLabel('amount', { exact: true }).fill(amount);
      panel = opened.page.getByRole('region', { name: 'Approval of pay' });
      return run(opened.page);
    };

    it('is edited and approved', async () => {
      const result = await pay('10');
      await panel.getByText('user.id').waitFor();
      await panel.getByRole('textbox', { name: 'Arguments' }).fill('{"amount": 5}');
      await panel.getByRole('button', { name: 'Approve' }).click();
      await waitForState(result, 'completed');
      await result.getByRole('button', { name: 'paid: {1}' }).click();
      await result.getByText('5', { exact: true }).waitFor();
    });

    it('shows what is against a call, as text', async () => {
      await pay('1000');
      const concerns = panel.getByRole('list', { name: 'Concerns' });
      await concerns.getByText('onerror').first().waitFor();
      expect(await concerns.getByRole('listitem').count()).toBe(2);
      expect(await concerns.locator('img').count()).toBe(0);
      await panel.getByRole('button', { name: 'Deny' }).click();
    });

    it('is denied with a reason, in the list of calls', async () => {
      await pay('10');
      const view = await openView(opened.page, 'What happened');
      await panel.getByLabel('Reason of the denial').fill('Too much.');
      await panel.getByRole('button', { name: 'Deny' }).click();
      await view.getByRole('button', { name: /pay denied/ }).click();
      await view.getByRole('region', { name: 'Details of the call' }).getByText('Too much.').waitFor();
    });

    it('is remembered for the same arguments', async () => {
      const result = await pay('10');
      await panel.getByLabel('Remember for these arguments').check();
      await panel.getByRole('button', { name: 'Approve' }).click();
      await waitForState(result, 'completed');
      await waitForState(await run(opened.page), 'completed');
      expect(await panel.count()).toBe(0);
    });
  });

  it('shows sessions side by side, with their groups, state and snapshots', async () => {
    const { page } = opened;
    const view = await openView(page, 'Groups and sessions');
    await view.getByLabel('Name of the session').fill('blue');
    await view.getByRole('button', { name: 'Create session' }).click();
    const session = view.getByRole('region', { name: 'Session blue' });
    const toolkit = view.getByRole('region', { name: 'Toolkit' });
    await session.getByRole('button', { name: 'Take a snapshot' }).click();
    await session
      .getByLabel('Snapshot of Session blue')
      .getByText('"files"')
      .or(session.getByText('files'))
      .first()
      .waitFor();
    await session.getByRole('switch', { name: 'files in Session blue' }).click();
    await session.getByRole('switch', { name: 'files in Session blue', checked: false }).waitFor();
    await toolkit.getByRole('switch', { name: 'files in Toolkit', checked: true }).waitFor();
    await session.getByRole('button', { name: 'Restore' }).click();
    await session.getByRole('switch', { name: 'files in Session blue', checked: true }).waitFor();
    await session.getByLabel('Calls are made here').check();
    await chooseTool(page, 'stream_words');
    await openView(page, 'Call');
    await waitForState(await run(page), 'completed');
    const history = await openView(page, 'What happened');
    await history.getByRole('button', { name: /stream_words blue completed/ }).waitFor();
    await openView(page, 'Groups and sessions');
    await session.getByRole('button', { name: 'Close Session blue' }).click();
    await session.waitFor({ state: 'detached' });
  });

  it('keeps the form of each tool when it is loaded again, without secrets', async () => {
    const { page } = opened;
    await chooseTool(page, 'sign_in');
    await formOf(page).getByLabel('user', { exact: true }).fill('ada');
    await formOf(page).getByLabel('password', { exact: true }).fill('secret-text');
    await chooseTool(page, 'pay');
    await formOf(page).getByLabel('amount', { exact: true }).fill('8');
    await page.reload();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await jsonOf(page)).toEqual({ amount: 8 });
    await chooseTool(page, 'sign_in');
    expect(await jsonOf(page)).toEqual({ user: 'ada' });
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('secret-text');
  });

  it('forgets a form whose arguments the definition no longer accepts', async () => {
    const { page } = opened;
    await chooseTool(page, 'sign_in');
    await page.evaluate(`addEventListener('pagehide', () => {
      sessionStorage.setItem('toolwright dev draft sign_in', '{"name":"ada"}');
    })`);
    await page.reload();
    await page.getByText('Ready', { exact: true }).waitFor();
    await chooseTool(page, 'sign_in');
    expect(await jsonOf(page)).toEqual({});
  });

  it('shows the schema of the output, when it is opened', async () => {
    const { page } = opened;
    await chooseTool(page, 'sign_in');
    const schema = page.getByRole('list', { name: 'Output schema' });
    await page.getByText('Output schema', { exact: true }).waitFor();
    expect(await schema.isVisible()).toBe(false);
    await page.getByText('Output schema', { exact: true }).click();
    await schema.getByText('properties').waitFor();
    await chooseTool(page, 'pay');
    await page.getByText('Output schema', { exact: true }).waitFor({ state: 'detached' });
  });

  it('keeps the form when the process of the tools starts again', async () => {
    const { page } = opened;
    await chooseTool(page, 'pay');
    await formOf(page).getByLabel('amount', { exact: true }).fill('7');
    await server.restartTools();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await jsonOf(page)).toEqual({ amount: 7 });
  });

  it('connects again when the connection was lost', async () => {
    const { page } = opened;
    await page.context().setOffline(true);
    await page.evaluate('fetch("rpc").catch(() => undefined)');
    await page.context().setOffline(false);
    await chooseTool(page, 'stream_words');
    await waitForState(await run(page), 'completed');
  });
});

describe('the developer page with many tools and events', () => {
  beforeAll(async () => {
    server = await startDevServer({ tools: 1_223 });
    opened = await openPage(browser(), server.url);
  });

  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  it('has only the visible tools in the document', async () => {
    const { page } = opened;
    const list = page.getByRole('list', { name: 'Tools by group' });
    expect(await list.getByRole('listitem').count()).toBeLessThan(100);
    await list.locator('..').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await list.getByRole('button', { name: 'operation_1219' }).waitFor();
    await chooseTool(page, 'operation_777');
    await page.getByRole('heading', { name: 'operation_777' }).waitFor();
  });

  it('answers while 100,000 chunks arrive', async () => {
    const { page } = opened;
    await chooseTool(page, 'stream_words');
    await formOf(page).getByLabel('count', { exact: true }).fill('100000');
    const result = await run(page);
    await openView(page, 'What happened');
    await openView(page, 'Call');
    await waitForState(result, 'completed');
    await result.getByText('100,000 chunks').waitFor();
    expect(await result.getByRole('list', { name: 'Chunks' }).getByRole('listitem').count()).toBeLessThan(1_000);
  });
});

describe('axe-core', () => {
  const cases = [400, 1_400].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

  it.each(cases)('finds nothing in any view in $scheme at $width pixels', async ({ width, scheme }) => {
    server = await startDevServer();
    opened = await openPage(browser(), server.url, { viewport: { width, height: 900 }, colorScheme: scheme });
    const { page } = opened;
    const problems: string[] = [];
    const check = async (view: string): Promise<void> => {
      problems.push(...(await accessibilityProblems(page)).map((problem) => `${view}: ${problem}`));
    };
    await check('empty');
    await chooseTool(page, 'create_order');
    await page.getByRole('button', { name: 'Example 1' }).click();
    await formOf(page).getByRole('button', { name: 'Add labels' }).click();
    await formOf(page).getByLabel('quantity', { exact: true }).fill('0');
    await page.getByText('must be >= 1').first().waitFor();
    await check('form');
    for (const name of ['show_media', 'plan', 'stream_words']) {
      await chooseTool(page, name);
      await waitForState(await run(page), 'completed');
      await check(name);
    }
    await chooseTool(page, 'pay');
    await formOf(page).getByLabel('amount', { exact: true }).fill('1');
    await run(page);
    await page.getByRole('region', { name: 'Approval of pay' }).waitFor();
    await check('approval');
    await openView(page, 'What happened');
    await page.getByRole('button', { name: /plan/ }).last().click();
    await check('history');
    await openView(page, 'What a model sees');
    await page.getByRole('region', { name: 'Gemini' }).waitFor();
    await check('models');
    await openView(page, 'Groups and sessions');
    await page.getByRole('button', { name: 'Create session' }).click();
    await page.getByRole('heading', { name: /^Session/ }).waitFor();
    await check('sessions');
    await opened.close();
    await server.close();
    expect([...problems, ...opened.problems]).toEqual([]);
  });
});

async function addOrderItem(form: Locator, sku: string, quantity: string): Promise<void> {
  await form.getByRole('button', { name: 'Add item to items' }).click();
  await form.getByLabel('sku', { exact: true }).last().fill(sku);
  await form.getByLabel('quantity', { exact: true }).last().fill(quantity);
}
