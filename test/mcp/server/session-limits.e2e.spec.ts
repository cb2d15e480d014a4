import { setTimeout as delay } from 'node:timers/promises';
import { Toolkit } from 'toolwright';
import type { McpHttpOptions } from 'toolwright/mcp';
import { type Answer, beginSession, initialize, openStream, type RawRequest, send, serveHttp } from './clients.js';

type Headers = RawRequest['headers'];

/** Serves a toolkit. Returns functions that begin a session, and that return the status of a ping in one. */
async function serve(options: Partial<McpHttpOptions>): Promise<{
  readonly url: URL;
  readonly begin: (headers?: Headers) => Promise<string>;
  readonly tryBegin: (headers?: Headers) => Promise<Answer>;
  readonly statusOf: (session: string, headers?: Headers) => Promise<number>;
}> {
  const { url } = await serveHttp(new Toolkit(), options);
  return {
    url,
    begin: (headers) => beginSession(url, headers),
    tryBegin: (headers) => send(url, { body: initialize, headers }),
    statusOf: async (session, headers) => {
      const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
      return (await send(url, { body: ping, headers: { ...headers, 'mcp-session-id': session } })).status;
    },
  };
}

const of = (name: string): Headers => ({ authorization: `Bearer ${name}` });
const from = (address: string): Headers => ({ 'x-forwarded-for': address });
const authorization: McpHttpOptions['authorization'] = { verify: (token) => ({ subject: token }) };
const clientOf: McpHttpOptions['clientOf'] = ({ headers }) => String(headers['x-forwarded-for']);

describe('times without a limit', () => {
  it.each([Number.POSITIVE_INFINITY, 30 * 24 * 3_600_000])('of %d ms end nothing early', async (limitMs) => {
    const { begin, statusOf } = await serve({
      requestTimeoutMs: limitMs,
      closeTimeoutMs: limitMs,
      sendTimeoutMs: limitMs,
      sessions: { idleTimeoutMs: limitMs },
    });
    const session = await begin();
    await delay(50);
    expect(await statusOf(session)).toBe(200);
  });
});

describe('the sessions of one client', () => {
  it('are 100 by default, and the longest idle one ends when another begins', async () => {
    const { begin, statusOf } = await serve({});
    const sessions: string[] = [];
    for (let count = 0; count < 100; count++) sessions.push(await begin());
    const [first = '', second = '', third = ''] = sessions;
    expect(await statusOf(first)).toBe(200);
    await begin();
    expect(await statusOf(second)).toBe(404);
    expect(await statusOf(first)).toBe(200);
    expect(await statusOf(third)).toBe(200);
  });

  it('are refused while all of them are in use, and others can begin', async () => {
    const { url, begin, tryBegin } = await serve({ sessions: { maxSessionsPerClient: 1 }, clientOf });
    await openStream(url, await begin(from('10.0.0.1')), from('10.0.0.1'));
    const refused = await tryBegin(from('10.0.0.1'));
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json).toMatchObject({
      error: { code: -32_000, message: 'This client has too many sessions. End one, or try again later.' },
    });
    expect((await tryBegin(from('10.0.0.2'))).status).toBe(200);
  });

  it('are counted by subject if clients are authenticated', async () => {
    const sessions = { maxSessionsPerClient: 1 };
    const { begin, statusOf } = await serve({ sessions, authorization, clientOf });
    const bob = await begin({ ...of('bob'), ...from('10.0.0.1') });
    const ann = await begin({ ...of('ann'), ...from('10.0.0.1') });
    await begin({ ...of('ann'), ...from('10.0.0.2') });
    expect(await statusOf(ann, of('ann'))).toBe(404);
    expect(await statusOf(bob, of('bob'))).toBe(200);
  });

  it('are counted by the address of the connection if clientOf returns nothing', async () => {
    const sessions = { maxSessionsPerClient: 1 };
    const { begin, statusOf } = await serve({ sessions, clientOf: () => undefined });
    const first = await begin();
    await begin();
    expect(await statusOf(first)).toBe(404);
  });

  it('do not exceed the limit when they begin at the same time', async () => {
    const sessions = { maxSessionsPerClient: 3 };
    const sessionState = () => delay(200, undefined);
    const { tryBegin } = await serve({ sessions, sessionState });
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => tryBegin()))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  });
});

describe('the sessions of all clients', () => {
  it('end when they are idle the longest and a new client arrives', async () => {
    const { url, begin, statusOf } = await serve({ sessions: { maxSessions: 3 }, clientOf });
    const used = await begin(from('10.0.0.1'));
    await openStream(url, used, from('10.0.0.1'));
    const idle = await begin(from('10.0.0.2'));
    const fresh = await begin(from('10.0.0.3'));
    const next = await begin(from('10.0.0.4'));
    expect(await statusOf(idle)).toBe(404);
    for (const session of [used, fresh, next]) expect(await statusOf(session)).toBe(200);
  });
});
