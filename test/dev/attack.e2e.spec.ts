import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { until } from '../execution/waiting.js';
import { attackingWorker, attacks } from './page/attacks.js';
import { type DevCommand, startDevCommand } from './page/dev-command.js';
import { chooseTool, type OpenedPage, openBrowser, run, waitForState } from './page/driver.js';
import { usePage } from './page/use-page.js';

const shop = `
import { appendFileSync } from 'node:fs';
import { tool, Toolkit } from 'toolwright';

appendFileSync('calls.txt', '');
export const toolkit = new Toolkit();
toolkit.register(tool(() => 'fine', { name: 'fine' }));
toolkit.register(tool(() => appendFileSync('calls.txt', 'attacked '), { name: 'attacked' }));
`;

/** Where the attacker's page is, as the browser sees it. */
const places = ['another port', 'another host', 'a frame without an origin'] as const;

/** The attacks that never become a request. */
const blockedByBrowsers = [
  'starts a worker',
  'sends messages to all frames and channels',
  'registers a service worker of the page',
  'reads the storage, the caches and the databases',
];

describe('a page of another origin', () => {
  const shared = usePage(() => startDevCommand({ 'shop.js': shop }));
  let command: DevCommand;
  let opened: OpenedPage;
  let attacker: Server;
  let attackerPort: number;

  beforeAll(async () => {
    ({ server: command, opened } = shared);
    attacker = createServer(({ url }, response) => {
      const isWorker = url === '/worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      const frame = '<iframe sandbox="allow-scripts allow-forms allow-popups" src="/inner"></iframe>';
      response.end(isWorker ? attackingWorker : `<!doctype html><title>attack</title>${url === '/outer' ? frame : ''}`);
    });
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
    attackerPort = (attacker.address() as AddressInfo).port;
  });

  afterAll(() => {
    attacker?.closeAllConnections();
    attacker?.close();
  });

  /** Opens the attacker's page in a tab of the browser whose other tab shows the developer page. */
  async function openAttacker(place: (typeof places)[number]): Promise<{ readonly tab: Page; readonly frame: Frame }> {
    const tab = await opened.page.context().newPage();
    const host = place === 'another host' ? 'localhost' : '127.0.0.1';
    await tab.goto(`http://${host}:${attackerPort}/${place === 'a frame without an origin' ? 'outer' : ''}`);
    const frame = place === 'a frame without an origin' ? tab.frames()[1] : tab.mainFrame();
    if (frame === undefined) throw new Error('The frame is missing.');
    await frame.waitForLoadState();
    return { tab, frame };
  }

  it.each(Object.keys(attacks).filter((name) => !blockedByBrowsers.includes(name)))(
    '%s, which reaches a server that protects nothing',
    async (name) => {
      const requests: string[] = [];
      const careless = createServer(({ url = '', headers }, response) => {
        requests.push(url);
        response.setHeader('access-control-allow-origin', headers.origin ?? '*');
        response.setHeader('access-control-allow-credentials', 'true');
        response.setHeader('access-control-allow-headers', 'authorization, content-type');
        response.setHeader('access-control-allow-methods', '*');
        response.setHeader('content-type', url.startsWith('/events') ? 'text/event-stream' : 'text/html');
        response.end('data: fine\n\n');
      });
      await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve));
      const { port } = careless.address() as AddressInfo;
      const { frame } = await openAttacker('another port');
      await frame.evaluate(`(${attacks[name]})('http://127.0.0.1:${port}')`);
      await closeOthers();
      careless.closeAllConnections();
      careless.close();
      expect(requests).not.toEqual([]);
    },
  );

  async function closeOthers(): Promise<void> {
    for (const page of opened.page.context().pages()) if (page !== opened.page) await page.close();
  }

  /** Checks that nothing was called, and that the page and the process still answer. */
  async function expectUnharmed(): Promise<void> {
    const { page, problems } = opened;
    expect(readFileSync(join(command.project, 'calls.txt'), 'utf8')).toBe('');
    expect(command.child.exitCode).toBeNull();
    await chooseTool(page, 'fine');
    await waitForState(await run(page), 'completed');
    expect(page.url()).toBe(`${command.origin}/`);
    expect(problems).toEqual([]);
  }

  // From all places at once: whatever gets through in one of them is seen in the end.
  it.each(Object.keys(attacks))('%s, and gets nothing', async (name) => {
    const results = await Promise.all(
      places.map(async (place) => {
        const { tab, frame } = await openAttacker(place);
        const got = await frame.evaluate<string>(`(${attacks[name]})(${JSON.stringify(command.origin)})`);
        return { place, got, shown: await textsOf(tab) };
      }),
    );
    await closeOthers();
    for (const { place, got, shown } of results) {
      expect({ place, got }).toEqual({ place, got: 'nothing' });
      expect(shown).not.toContain('fine');
    }
    await expectUnharmed();
  });

  it('sees an error in a frame, and a page without a token in a window', async () => {
    const { tab } = await openAttacker('another port');
    await tab.evaluate(`document.body.innerHTML = '<iframe src="${command.origin}/"></iframe>'`);
    await until(() => tab.frames().some((frame) => frame.url().startsWith('chrome-error:')));
    expect(tab.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
    const [popup] = await Promise.all([
      tab.context().waitForEvent('page'),
      tab.evaluate(`void window.open('${command.origin}/')`),
    ]);
    await popup.getByText('It contains a token.').waitFor();
    expect(await popup.evaluate('window.opener')).toBeNull();
    await popup.close();
    await tab.close();
    await expectUnharmed();
  });

  it('cannot give itself the address of the page by DNS', async () => {
    const { port } = new URL(command.origin);
    const rebound = await openBrowser('--host-resolver-rules=MAP rebound.example 127.0.0.1');
    const page = await rebound.newPage();
    const response = await page.goto(`http://rebound.example:${port}/#token=${command.token}`);
    expect(response?.status()).toBe(403);
    const status = await page.evaluate<number>(
      `fetch('/rpc', { method: 'POST', body: '{}', headers: { authorization: 'Bearer ${command.token}', 'content-type': 'application/json' } })` +
        '.then(({ status }) => status)',
    );
    expect(status).toBe(403);
    await rebound.close();
    await expectUnharmed();
  });

  describe('in a raw request', () => {
    const hosts = [
      ...['rebound.example', '127.0.0.1.rebound.example', 'localhost.rebound.example', 'rebound.example#127.0.0.1'],
      ...[
        '127.0.0.1@rebound.example',
        'rebound.example/127.0.0.1',
        'rebound.example\\@127.0.0.1',
        'rebound.example?localhost',
      ],
      ...[
        'user@127.0.0.1',
        '',
        '*',
        '[::1].rebound.example',
        'localhost,rebound.example',
        '169.254.169.254',
        '10.0.0.1',
      ],
    ];

    it.each(hosts)('is refused under the host %j, also with the token', async (host) => {
      for (const path of ['/', '/page.js', '/events']) expect(await statusOf('GET', path, host)).toMatch(/^40[03]$/);
      expect(await statusOf('POST', '/rpc', host)).toMatch(/^40[03]$/);
      await expectUnharmed();
    });

    it('is refused with a target in absolute form, with two hosts, and with none', async () => {
      expect(await statusOf('POST', 'http://127.0.0.1/rpc', 'rebound.example')).toMatch(/^40[034]$/);
      expect(await statusOf('POST', '/rpc', 'rebound.example\r\nHost: 127.0.0.1')).toMatch(/^40[03]$/);
      expect(await statusOf('POST', '/rpc', undefined)).toBe('400');
      await expectUnharmed();
    });
  });

  /** Sends a request with the token to the address of the page. Returns the status of the response. */
  function statusOf(method: string, target: string, host: string | undefined): Promise<string> {
    const body = JSON.stringify({
      method: 'call',
      params: { scope: 'toolkit', name: 'attacked', input: {}, callId: 'raw' },
    });
    const lines = [
      `${method} ${target} HTTP/1.1`,
      ...(host === undefined ? [] : [`Host: ${host}`]),
      ...[`Authorization: Bearer ${command.token}`, 'Content-Type: application/json', 'Connection: close'],
      ...(method === 'POST' ? [`Content-Length: ${body.length}`] : []),
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(command.origin).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('close', () => resolve(answer.split(' ')[1] ?? ''));
      socket.on('error', reject);
      socket.write(`${lines.join('\r\n')}\r\n\r\n${method === 'POST' ? body : ''}`);
    });
  }
});

/** The texts of all frames of a page that can be read. */
async function textsOf(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate<string>('document.documentElement.innerText').catch(() => '')),
  );
  return texts.join('\n');
}
