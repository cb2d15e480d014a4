import { connect } from 'node:net';
import { Toolkit } from 'toolwright';
import type { McpHttpOptions } from 'toolwright/mcp';
import { serveMcp } from 'toolwright/mcp';
import { beginSession, initialize, openStream, type RawRequest, send, serveHttp } from './clients.js';

function toolkit(): Toolkit {
  const made = new Toolkit();
  made.register(function ping() {
    return 'pong';
  });
  return made;
}

const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

/** Sends text that may not be HTTP, and reads the response until the server closes the connection. */
function sendRaw(url: URL, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: string[] = [];
    const socket = connect(Number(url.port), url.hostname, () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => resolve(chunks.join('')));
  });
}

describe('a request over HTTP that is rejected', () => {
  it.each<[string, RawRequest, number, number, string]>([
    ['a foreign host', { headers: { host: 'evil.example' } }, 403, -32_000, 'Host'],
    ['a host that only begins well', { headers: { host: '127.0.0.1.evil.example' } }, 403, -32_000, 'Host'],
    ['a host with a user', { headers: { host: 'localhost@evil.example' } }, 403, -32_000, 'Host'],
    ['a foreign origin', { headers: { origin: 'https://evil.example' } }, 403, -32_000, 'Origin'],
    [
      'an origin that only begins well',
      { headers: { origin: 'http://localhost.evil.example' } },
      403,
      -32_000,
      'Origin',
    ],
    ['no origin by name', { headers: { origin: 'null' } }, 403, -32_000, 'Origin'],
    ['another path', { path: '/elsewhere' }, 404, -32_000, '/elsewhere'],
    ['another method', { method: 'PUT' }, 405, -32_000, 'Method'],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415, -32_000, 'application/json'],
    ['invalid JSON', { body: '{"jsonrpc"' }, 400, -32_700, 'Parse error'],
    ['an invalid message', { body: { hello: 1 }, headers: { 'mcp-session-id': 'known' } }, 400, -32_700, 'JSON-RPC'],
    ['no session', { body: list }, 400, -32_600, 'Mcp-Session-Id'],
    ['an unknown session', { body: list, headers: { 'mcp-session-id': 'x' } }, 404, -32_001, 'Session not found'],
    [
      'a client that does not accept streams',
      { body: initialize, headers: { accept: 'application/json' } },
      406,
      -32_000,
      'event-stream',
    ],
    ['a body that is too long', { body: `"${'x'.repeat(2_000)}"` }, 413, -32_600, '1000 bytes'],
    [
      'an unknown version',
      { body: list, headers: { 'mcp-session-id': 'known', 'mcp-protocol-version': '1999-01-01' } },
      400,
      -32_000,
      'version',
    ],
  ])('gets a JSON-RPC error: %s', async (_, request, status, code, words) => {
    const { url } = await serveHttp(toolkit(), { maxBodyBytes: 1_000 });
    const known = await beginSession(url);
    const headers = { ...request.headers };
    if (headers['mcp-session-id'] === 'known') headers['mcp-session-id'] = known;
    const answer = await send(url, { ...request, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json).toMatchObject({
      jsonrpc: '2.0',
      error: { code, message: expect.stringContaining(words) },
    });
  });

  it('receives the ID of its message once the message has been read', async () => {
    const { url } = await serveHttp(toolkit());
    expect((await send(url, { body: list })).json.id).toBe(7);
    expect((await send(url, { body: '{' })).json.id).toBeNull();
  });

  it('receives the allowed methods', async () => {
    const { url } = await serveHttp(toolkit());
    expect((await send(url, { method: 'PATCH' })).headers.allow).toBe('GET, POST, DELETE');
  });

  it('is rejected by its length without a Content-Length header, too', async () => {
    const { url } = await serveHttp(toolkit(), { maxBodyBytes: 1_000 });
    const body = `"${'x'.repeat(5_000)}"`;
    const text = await sendRaw(
      url,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"code":-32600');
  });

  it('can have a body of at most 4 MiB', async () => {
    const { url } = await serveHttp(toolkit());
    const body = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;
    expect((await send(url, { body: body(4_194_304) })).status).toBe(400);
    expect((await send(url, { body: body(4_194_305) })).status).toBe(413);
  });

  it.each([
    ['headers that are too long', `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['text that is not HTTP', 'HELLO\r\n\r\n', 400],
    ['no host', 'GET /mcp HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
  ])('gets a JSON-RPC error before its body is read: %s', async (_, text, status) => {
    const { url } = await serveHttp(toolkit());
    const answer = await sendRaw(url, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(body).toContain('{"jsonrpc":"2.0","error":{"code":-32');
  });

  it.each([
    ['headers', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n'],
    ['body', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
  ])('times out when it does not send all of its %s', async (_, text) => {
    const { url } = await serveHttp(toolkit(), { requestTimeoutMs: 200 });
    const answer = await sendRaw(url, text);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
  });

  it.each(['GET', 'DELETE'])('is a %s to a server without sessions', async (method) => {
    const { url } = await serveHttp(toolkit(), { sessions: false });
    const answer = await send(url, { method });
    expect(answer).toMatchObject({ status: 405, json: { error: { code: -32_000 } } });
    expect(answer.headers.allow).toBe('POST');
  });

  it('would exceed maxSessions while all sessions are in use', async () => {
    const { url } = await serveHttp(toolkit(), { sessions: { maxSessions: 2 } });
    const sessions = [await beginSession(url), await beginSession(url)];
    const streams = await Promise.all(sessions.map((session) => openStream(url, session)));
    const answer = await send(url, { body: initialize });
    expect(answer).toMatchObject({ status: 503, json: { error: { message: expect.stringContaining('too many') } } });
    expect(answer.headers['retry-after']).toBe('30');
    streams[0]?.abort();
    await send(url, { method: 'DELETE', headers: { 'mcp-session-id': String(sessions[0]) } });
    expect((await send(url, { body: initialize })).status).toBe(200);
  });

  it('receives an internal error when the application fails', async () => {
    const errors: unknown[] = [];
    const failure = new Error('the database is down');
    const sessionState = (): never => {
      throw failure;
    };
    const { url } = await serveHttp(toolkit(), { sessionState, onError: (error) => errors.push(error) });
    const answer = await send(url, { body: initialize });
    expect(answer).toMatchObject({ status: 500, json: { error: { code: -32_603, message: 'Internal error.' } } });
    expect(errors).toEqual([failure]);
  });
});

describe('a request over HTTP that is accepted', () => {
  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1:1', '[::1]'])('can be sent to %s', async (host) => {
    const { url } = await serveHttp(toolkit());
    expect((await send(url, { body: initialize, headers: { host } })).status).toBe(200);
  });

  it('can come from a page of this machine, which can read the response', async () => {
    const { url } = await serveHttp(toolkit());
    const answer = await send(url, { body: initialize, headers: { origin: 'http://localhost:6274' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:6274',
      'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
      vary: 'Origin, Access-Control-Request-Headers',
    });
  });

  it('can come from an allowed origin, which can send a preflight request', async () => {
    const { url } = await serveHttp(toolkit(), { allowedOrigins: ['https://app.example'] });
    const answer = await send(url, { method: 'OPTIONS', headers: { origin: 'https://app.example' } });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toContain('Mcp-Session-Id');
  });

  it('can send a preflight request for the headers of arguments, and for no others', async () => {
    const { url } = await serveHttp(toolkit(), { allowedOrigins: ['https://app.example'] });
    const asked = 'content-type, mcp-method,mcp-param-city, Mcp-Param-Zip_Code, x-evil, mcp-param-, mcp-param-a b';
    const headers = { origin: 'https://app.example', 'access-control-request-headers': asked };
    const answer = await send(url, { method: 'OPTIONS', headers });
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['mcp-method', 'mcp-name', 'mcp-param-city', 'mcp-param-zip_code']));
    expect(allowed.filter((name) => /evil|mcp-param-(?!city|zip_code)/.test(name))).toEqual([]);
  });

  it('can be sent only to an allowed host', async () => {
    const { url } = await serveHttp(toolkit(), { allowedHosts: ['tools.example', 'other.example:8080'] });
    const statusOf = async (host: string) => (await send(url, { body: initialize, headers: { host } })).status;
    expect(await statusOf('tools.example:3000')).toBe(200);
    expect(await statusOf('other.example:8080')).toBe(200);
    expect(await statusOf('other.example')).toBe(403);
    expect(await statusOf('localhost')).toBe(403);
  });

  it('receives CORS headers only when it comes from a page', async () => {
    const { url } = await serveHttp(toolkit());
    expect((await send(url, { body: initialize })).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('serveMcp over HTTP', () => {
  it('listens on 127.0.0.1 by default', async () => {
    expect((await serveHttp(toolkit())).url.hostname).toBe('127.0.0.1');
  });

  it.each<[Partial<McpHttpOptions>, string]>([
    [{ host: '0.0.0.0' }, "a server that listens on '0.0.0.0' requires allowedHosts"],
    [{ allowedOrigins: ['https://app.example/'] }, "'https://app.example/' in allowedOrigins is not an origin"],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes must be a number above 0'],
    [{ sessions: { idleTimeoutMs: -1 } }, 'idleTimeoutMs must be a number above 0'],
    [{ sessions: { maxSessionsPerClient: 0 } }, 'maxSessionsPerClient must be a number above 0'],
    [{ clientOf: 'x-real-ip' as never }, 'clientOf must be a function, not "x-real-ip"'],
    [{ closeTimeoutMs: Number.NaN }, 'closeTimeoutMs must be a number above 0'],
    [
      { authorization: { verify: () => undefined, resource: { resource: '/mcp', authorizationServers: [] } } },
      'absolute URL',
    ],
  ])('rejects %j', async (options, words) => {
    await expect(serveMcp(toolkit(), { transport: 'http', port: 0, ...options })).rejects.toThrow(words);
  });

  it('rejects when the port is in use', async () => {
    const { url } = await serveHttp(toolkit());
    await expect(serveMcp(toolkit(), { transport: 'http', port: Number(url.port) })).rejects.toThrow('EADDRINUSE');
  });
});
