import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { linkMcp, type McpSourceOptions, type RemoteVisit } from 'toolwright/mcp';
import { RawHttpServer } from './client/raw-http-server.js';
import { failureOf, sdks, useSources } from './client/servers.js';

const page = 'https://shop.example/pay/7?from=chat';

function shop(): Toolkit {
  const toolkit = new Toolkit();
  const pay = async (_: object, ctx: ToolContext) =>
    ctx.visit(page, { message: 'Pay for your order.', key: 'payment' });
  toolkit.register(ToolSpec.create({ name: 'pay', executor: { kind: 'test', execute: pay } }));
  return toolkit;
}

describe.each(['2025-11-25', '2026-07-28'] as const)('a visit with version %s', (era) => {
  const open = useSources();

  const link = async (client: Partial<McpSourceOptions>, server = {}) => {
    const source = linkMcp(shop(), { era, client, server });
    open.closeAfterTest(() => source.close());
    const remote = new Toolkit();
    await remote.registerSource(source);
    return remote;
  };

  it.each(['accept', 'decline', 'cancel'] as const)('ends with the decision of the user: %s', async (action) => {
    const seen: RemoteVisit[] = [];
    const remote = await link({
      visit: (visit, { calls }) => {
        seen.push(visit);
        expect(calls.map(({ remoteName }) => remoteName)).toEqual(['pay']);
        return { action };
      },
    });
    const result = await remote.execute('pay');
    expect(result.toText()).toBe(JSON.stringify({ kind: action }));
    expect(seen).toEqual([{ url: page, host: 'shop.example', message: 'Pay for your order.' }]);
  });

  it('is no visit if the handler returns anything else', async () => {
    const remote = await link({ visit: () => ({ action: 'yes' }) as never });
    expect((await remote.execute('pay')).toText()).toBe('{"kind":"cancel"}');
  });

  it('is not possible for a client that only shows forms', async () => {
    const remote = await link({ elicit: () => ({ action: 'decline' }) });
    const { error } = await remote.execute('pay');
    expect(error?.message).toContain("The tool 'pay' needs its user to visit a page, but its caller does not provide");
  });

  it('is possible for a server that replays its rounds', async () => {
    if (era === '2025-11-25') return;
    const remote = await link({ visit: () => ({ action: 'accept' }) }, { rounds: 'replayed', key: 'k'.repeat(32) });
    expect((await remote.execute('pay')).toText()).toBe('{"kind":"accept"}');
  });
});

describe.each(sdks)('a server of 2025-11-25 that asks the SDK %s for a visit', (sdk) => {
  const open = useSources(sdk);

  const start = async (url: string, visit: McpSourceOptions['visit']) => {
    const server = await new RawHttpServer().start();
    open.closeAfterTest(() => server.kill());
    let refusals = 0;
    server.answer = ({ method, id }, { response }) => {
      if (method !== 'tools/call' || refusals > 0) return undefined;
      refusals++;
      const elicitations = [{ mode: 'url', url, message: 'Log in.\u200B', elicitationId: '1' }];
      const error = { code: -32_042, message: 'Log in first.', data: { elicitations } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      return true;
    };
    const source = open.source({ transport: { url: server.url }, visit });
    const [echo] = await source.specs();
    if (echo === undefined) throw new TypeError('The server lists no tool.');
    const call = () => echo.call({ text: 'tea' });
    const declared = () => server.received.find(({ method }) => method === 'initialize')?.params.capabilities;
    return { call, declared };
  };

  it('before a call receives the call again after the visit', async () => {
    const seen: RemoteVisit[] = [];
    const { call, declared } = await start('https://login.example/a', (visit) => {
      seen.push(visit);
      return { action: 'accept' };
    });
    expect(await call()).toBe('tea');
    expect(seen).toEqual([{ url: 'https://login.example/a', host: 'login.example', message: 'Log in.' }]);
    expect(declared()).toMatchObject({ elicitation: { url: {} } });
  });

  it('fails if the user does not agree, or there is no handler', async () => {
    const declined = await start('https://login.example/', () => ({ action: 'decline' }));
    expect((await failureOf(declined.call())).message).toContain('Log in first.');
    const without = await start('https://login.example/', undefined);
    expect((await failureOf(without.call())).message).toContain('Log in first.');
  });

  it.each([
    ['http://login.example/', 'whose URL is not https'],
    ['javascript:alert(1)', 'whose URL is not https'],
    ['file:///etc/passwd', 'whose URL is not https'],
    ['nonsense', 'whose URL is not https'],
    ['https://shop.example@evil.example/', 'whose URL contains a user name'],
  ])('is refused without asking the user: %s', async (url, message) => {
    const { call } = await start(url, () => {
      throw new TypeError('The user was asked.');
    });
    expect((await failureOf(call())).message).toContain(message);
  });

  it('may name a page on the loopback interface', async () => {
    const { call } = await start('http://127.0.0.1:8080/log-in', () => ({ action: 'accept' }));
    expect(await call()).toBe('tea');
  });
});
