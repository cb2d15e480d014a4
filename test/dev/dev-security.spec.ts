import { Toolkit, ToolSpec } from 'toolwright';
import { type DevHandler, type DevHandlerOptions, devHandler } from 'toolwright/dev';
import type { RpcAnswer } from '../../src/integrations/dev/protocol.js';
import { warningsOf } from '../support/process-warnings.js';
import { DevClient } from './dev-client.js';

const json = { 'content-type': 'application/json' };
const body = JSON.stringify({ method: 'call', params: { scope: 'toolkit', name: 'pay', input: {}, callId: 'one' } });

describe('the server of the developer page', () => {
  let calls: number;
  let handler: DevHandler;

  function create(options: DevHandlerOptions = {}): DevHandler {
    const toolkit = new Toolkit();
    const pay = () => ++calls;
    toolkit.register(ToolSpec.fromFunction(pay));
    handler = devHandler(toolkit, options);
    return handler;
  }

  beforeEach(() => {
    calls = 0;
    create();
  });

  afterEach(() => handler.close());

  function send(path: string, init: RequestInit = {}, host = 'localhost:3000'): Promise<Response> {
    return handler.fetch(new Request(`http://${host}/dev${path}`, init));
  }

  const withToken = (headers: Record<string, string> = {}) => ({
    ...{ authorization: `Bearer ${handler.token}`, ...json, ...headers },
  });
  const rpc = (headers: Record<string, string>, host?: string) => send('/rpc', { method: 'POST', headers, body }, host);

  it('has a random token of 32 bytes, which is in the fragment of the URL', () => {
    expect(Buffer.from(handler.token, 'base64url')).toHaveLength(32);
    expect(devHandler(new Toolkit()).token).not.toBe(handler.token);
    expect(handler.url('http://localhost:3000')).toBe(`http://localhost:3000/dev/#token=${handler.token}`);
  });

  it.each([
    ['no token', () => json],
    ['another token', () => ({ ...json, authorization: `Bearer ${'A'.repeat(43)}` })],
    ['a longer token', () => ({ ...json, authorization: `Bearer ${handler.token}A` })],
    ['a token in another scheme', () => ({ ...json, authorization: `Basic ${handler.token}` })],
    ['a token in a cookie', () => ({ ...json, cookie: `token=${handler.token}` })],
  ])('refuses a request with %s', async (_, headers) => {
    const response = await rpc(headers());
    expect([response.status, calls]).toEqual([401, 0]);
    expect((await send('/events', { headers: headers() })).status).toBe(401);
  });

  it('does not accept a token in the query', async () => {
    expect((await send(`/events?token=${handler.token}`)).status).toBe(401);
  });

  it('refuses a request to a foreign host, also for the page itself', async () => {
    const warnings = await warningsOf(async () => {
      expect((await rpc(withToken({ host: 'evil.example' }), 'evil.example')).status).toBe(403);
      expect((await send('/', {}, 'evil.example')).status).toBe(403);
    });
    expect(calls).toBe(0);
    expect(warnings).toEqual([expect.stringMatching(/^devHandler: a request to the host "evil.example" was refused/)]);
  });

  it.each([
    ['an origin of another site', { origin: 'https://evil.example' }],
    ['another port of the machine', { origin: 'http://localhost:4000' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses a request of %s', async (_, headers) => {
    expect((await rpc(withToken(headers as Record<string, string>))).status).toBe(403);
    expect(calls).toBe(0);
  });

  it('answers the own page', async () => {
    const response = await rpc(withToken({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }));
    expect([response.status, calls]).toEqual([200, 1]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('does not answer preflight requests', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    expect((await send('/rpc', { method: 'OPTIONS', headers })).status).toBe(403);
  });

  it('accepts the hosts that are named', async () => {
    create({ allowedHosts: ['dev.example'] });
    expect((await rpc(withToken(), 'dev.example')).status).toBe(200);
    expect((await rpc(withToken(), 'localhost')).status).toBe(403);
  });

  it.each(['/', '/page.js', '/rpc', '/nothing'])('protects the response of %s from other sites', async (path) => {
    const { headers } = await send(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: blob:; " +
        "media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  it('adds the slash without which the page does not find its files', async () => {
    const response = await send('');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/dev/']);
  });

  it.each([
    ['another method', 405, { method: 'GET' }],
    ['a body that is a form', 415, { headers: { 'content-type': 'text/plain' } }],
    ['a body that is not JSON', 400, { body: '{' }],
    ['a body that is too large', 413, { body: 'x'.repeat(5_000_000) }],
  ])('refuses %s', async (_, status, init: RequestInit) => {
    const sent = init.method === 'GET' ? {} : { method: 'POST', body };
    const headers = withToken(init.headers as Record<string, string>);
    const response = await send('/rpc', { ...sent, ...init, headers });
    expect([response.status, calls]).toEqual([status, 0]);
  });

  it.each([
    [null, 'A request must be an object'],
    [{ method: 'constructor', params: {} }, "There is no method 'constructor'."],
    [{ method: 'describe', params: [] }, 'describe: the parameters must be an object.'],
    [{ method: 'describe', params: {} }, 'describe: scope must be a non-empty string'],
    [{ method: 'describe', params: { scope: 'x' } }, "There is no session 'x'."],
    [
      { method: 'call', params: { scope: 'toolkit', name: 'pay', callId: 'a', timeoutMs: 0 } },
      'call: timeoutMs must be',
    ],
    [{ method: 'decide', params: { id: 'x', decision: 'maybe' } }, "decide: decision must be 'approve' or 'deny'"],
    [{ method: 'setState', params: { scope: 'toolkit', key: '__proto__.x', value: 1 } }, 'not allowed'],
    [{ method: 'restore', params: { scope: 'toolkit', snapshot: 1 } }, 'restore() expects'],
    [{ method: 'createSession', params: { id: 'toolkit' } }, 'already'],
  ])('answers the malformed request %j with an error', async (request, message) => {
    const response = await send('/rpc', { method: 'POST', headers: withToken(), body: JSON.stringify(request) });
    const answer = (await response.json()) as RpcAnswer;
    expect('error' in answer ? answer.error.message : answer).toContain(message);
  });

  it('keeps middleware that compresses from holding events back', async () => {
    const { headers, body: events } = await send('/events', { headers: withToken() });
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    await events?.cancel();
  });

  it.each(['-1', '1.5', 'x'])('refuses the place %s in the history', async (since) => {
    expect((await send(`/events?since=${since}`, { headers: withToken() })).status).toBe(400);
  });

  it('survives 100,000 events, of which it keeps the latest', async () => {
    const toolkit = new Toolkit();
    async function* flood(count: number) {
      for (let index = 0; index < count; index++) yield String(index);
    }
    toolkit.register(ToolSpec.fromFunction(flood, { params: { count: { type: 'number' } } }));
    await handler.close();
    handler = devHandler(toolkit);
    const slow = await send('/events', { headers: withToken() });
    await DevClient.of(handler).request('call', {
      scope: 'toolkit',
      name: 'flood',
      input: { count: 100_000 },
      callId: 'a',
    });
    const client = await DevClient.of(handler).listen();
    await client.find('completed');
    expect(client.records.length).toBeLessThanOrEqual(10_000);
    await slow.body?.cancel();
    client.close();
  });
});
