import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { DeniedError, NetworkError, TimeoutError, ToolExecutionError } from 'toolwright';
import { OutboundRules } from '../../src/base/network/outbound-rules.js';
import { createGuardedAgent } from '../../src/sources/rest/guarded-agent.js';
import type { RestRequest } from '../../src/sources/rest/http/rest-request.js';
import { readBody } from '../../src/sources/rest/read-body.js';
import { sendRequest } from '../../src/sources/rest/send-request.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function listen(handler: Handler): Promise<string> {
  const server: Server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listenRaw(onRequest: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => onRequest(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface SendOptions {
  readonly allow?: readonly string[];
  readonly lookup?: LookupFunction;
  readonly idleTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Sends a request and reads its response. Only the hosts in `allow` are allowed. */
async function send(
  request: Partial<Omit<RestRequest, 'url'>> & { readonly url: string },
  {
    allow = [],
    lookup,
    idleTimeoutMs = 5_000,
    connectTimeoutMs = 5_000,
    maxBytes = 1_000_000,
    signal,
  }: SendOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const rules = OutboundRules.read({ allowHosts: allow.map((url) => new URL(url).host) }, 'test');
  const dispatcher = await createGuardedAgent({ rules, connectTimeoutMs, lookup });
  closing.push(() => dispatcher.destroy());
  const response = await sendRequest(
    { method: 'GET', headers: {}, body: undefined, ...request, url: new URL(request.url) },
    { dispatcher, rules, idleTimeoutMs, maxRedirects: 5, signal: signal ?? AbortSignal.timeout(20_000) },
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(response, maxBytes)) chunks.push(chunk);
  return { status: response.status, text: Buffer.concat(chunks).toString() };
}

describe('a guarded request', () => {
  it('reaches a host that is allowed', async () => {
    const url = await listen((request, response) => response.end(`${request.method} ${request.url}`));
    expect(await send({ url: `${url}/tea?x=1` }, { allow: [url] })).toEqual({ status: 200, text: 'GET /tea?x=1' });
  });

  describe('does not reach a loopback address', () => {
    let reached = 0;

    async function target(): Promise<{ readonly url: string; readonly port: string }> {
      reached = 0;
      const url = await listen((_, response) => {
        reached++;
        response.end('private');
      });
      return { url, port: new URL(url).port };
    }

    it.each([
      ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '0177.0.1', '127.000.000.001'],
      ...['2130706433', '017700000001', '0x7f000001', '0x7F.1', '0177.0.0.1', '0x7f.0.0.0x1', '127.0.0.0x01'],
      ...['%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '１２７.０.０.１', '127。0。0。1', '0', '0.0.0.0', '0x0'],
      ...['localhost', 'LOCALHOST.', 'api.localhost', 'user:password@127.0.0.1'],
      ...[
        '[::1]',
        '[::]',
        '[0:0:0:0:0:0:0:1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[::127.0.0.1]',
        '[::ffff:0:127.0.0.1]',
      ],
    ])('that the URL contains as %s', async (host) => {
      const { port } = await target();
      await expect(send({ url: `http://${host}:${port}` })).rejects.toThrow(DeniedError);
      expect(reached).toBe(0);
    });

    it.each([
      ['all addresses', { all: true }],
      ['one address', { all: false }],
    ])('to which a host name resolves, for a resolver that returns %s', async (_, { all }) => {
      const { port } = await target();
      const lookup: LookupFunction = (_hostname, _options, callback) =>
        all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
      await expect(send({ url: `http://rebound.example:${port}` }, { lookup })).rejects.toThrow(DeniedError);
      expect(reached).toBe(0);
    });

    it('to which a host name resolves in addition to a public one', async () => {
      const { port } = await target();
      const lookup: LookupFunction = (_hostname, _options, callback) =>
        callback(null, [
          { address: '93.184.216.34', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]);
      await expect(send({ url: `http://rebound.example:${port}` }, { lookup })).rejects.toThrow(DeniedError);
      expect(reached).toBe(0);
    });

    it('to which a socket connects without a resolver', async () => {
      const { url } = await target();
      const rules = OutboundRules.read(undefined, 'test');
      const dispatcher = await createGuardedAgent({ rules, connectTimeoutMs: 5_000 });
      closing.push(() => dispatcher.destroy());
      await expect(dispatcher.request({ origin: url, path: '/', method: 'GET' })).rejects.toThrow(DeniedError);
      expect(reached).toBe(0);
    });

    it.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])(
      'to which a server redirects as %s',
      async (host) => {
        const { port } = await target();
        const url = await listen((_, response) =>
          response.writeHead(302, { location: `http://${host}:${port}/` }).end(),
        );
        await expect(send({ url }, { allow: [url] })).rejects.toThrow(DeniedError);
        expect(reached).toBe(0);
      },
    );
  });

  describe('that is redirected', () => {
    const credentials = { authorization: 'Bearer secret', 'x-api-key': 'secret', cookie: 'session=secret' };

    function echo(request: IncomingMessage, response: ServerResponse): void {
      request.resume().once('end', () => response.end(JSON.stringify({ method: request.method, ...request.headers })));
    }

    it('sends no credential to another origin', async () => {
      const other = await listen(echo);
      const url = await listen((_, response) => response.writeHead(307, { location: `${other}/` }).end());
      const headers = { ...credentials, accept: 'application/json' };
      const { text } = await send({ url, headers }, { allow: [url, other] });
      expect(text).not.toContain('secret');
      expect(JSON.parse(text)).toMatchObject({ method: 'GET', accept: 'application/json' });
    });

    it('sends its headers and its body again to its own origin', async () => {
      const url = await listen((request, response) => {
        if (request.url === '/') response.writeHead(308, { location: '/there' }).end();
        else echo(request, response);
      });
      const { text } = await send({ url, method: 'POST', headers: credentials, body: '{}' }, { allow: [url] });
      expect(JSON.parse(text)).toMatchObject({ method: 'POST', 'content-length': '2', ...credentials });
    });

    it.each([301, 302, 303])('becomes a GET without a body after the status %i', async (status) => {
      const url = await listen((request, response) => {
        if (request.url === '/') response.writeHead(status, { location: '/there' }).end();
        else echo(request, response);
      });
      const headers = { 'content-type': 'application/json' };
      const { text } = await send({ url, method: 'POST', headers, body: '{}' }, { allow: [url] });
      expect(JSON.parse(text)).toMatchObject({ method: 'GET' });
      expect(text).not.toMatch(/content-(?:type|length)/);
    });

    it('sends no body to another origin', async () => {
      let reached = 0;
      const other = await listen((_, response) => response.end(String(reached++)));
      const url = await listen((_, response) => response.writeHead(307, { location: other }).end());
      const sending = send({ url, method: 'POST', body: 'private' }, { allow: [url, other] });
      await expect(sending).rejects.toThrow('redirected a request with a body to another origin');
      expect(reached).toBe(0);
    });

    it('ends after five redirects', async () => {
      let requests = 0;
      const url = await listen((_, response) => {
        requests++;
        response.writeHead(302, { location: '/again' }).end();
      });
      await expect(send({ url }, { allow: [url] })).rejects.toThrow('more than 5 times');
      expect(requests).toBe(6);
    });

    it.each(['file:///etc/passwd', 'http://'])('does not follow %s', async (location) => {
      const url = await listen((_, response) => response.writeHead(302, { location }).end());
      await expect(send({ url }, { allow: [url] })).rejects.toMatchObject({
        code: expect.stringMatching(/denied|network/),
      });
    });
  });

  const ok = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, (socket: Socket) => void, new (...args: never[]) => Error]>([
    ['sends nothing', () => {}, TimeoutError],
    ['stops within its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx-'), TimeoutError],
    ['stops within its body', (socket) => socket.write(`${ok}content-length: 9\r\n\r\ntea`), TimeoutError],
    ['resets the connection', (socket) => socket.resetAndDestroy(), NetworkError],
    ['closes the connection', (socket) => socket.end(), NetworkError],
    ['sends a short body', (socket) => socket.end(`${ok}content-length: 9\r\n\r\ntea`), NetworkError],
    ['sends no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), NetworkError],
    ['sends huge headers', (socket) => socket.write(`${ok}x: ${'x'.repeat(40_000)}\r\n\r\n`), NetworkError],
    ['sends a broken chunk', (socket) => socket.end(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`), NetworkError],
    [
      'sends a broken gzip body',
      (socket) => socket.end(`${ok}content-encoding: gzip\r\ncontent-length: 3\r\n\r\ntea`),
      NetworkError,
    ],
    [
      'sends an unknown encoding',
      (socket) => socket.end(`${ok}content-encoding: magic\r\ncontent-length: 3\r\n\r\ntea`),
      ToolExecutionError,
    ],
  ])('is rejected if the server %s', async (_, onRequest, errorClass) => {
    const url = await listenRaw(onRequest);
    await expect(send({ url }, { allow: [url], idleTimeoutMs: 200 })).rejects.toThrow(errorClass);
  });

  it('is rejected if the connection is not established in time', async () => {
    // The resolver never responds, as a host whose packets are lost.
    const sending = send({ url: 'http://slow.example' }, { lookup: () => {}, connectTimeoutMs: 100 });
    await expect(sending).rejects.toThrow(TimeoutError);
    await expect(sending).rejects.toThrow('The connection was not established in time (connectTimeoutMs).');
  });

  it('is rejected if no server listens', async () => {
    const url = 'http://127.0.0.1:1';
    await expect(send({ url }, { allow: [url] })).rejects.toThrow('The request failed (ECONNREFUSED).');
  });

  it('counts decoded bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.byteLength).toBeLessThan(100_000);
    const url = await listen((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const sending = send({ url }, { allow: [url], maxBytes: 1_000_000 });
    await expect(sending).rejects.toThrow('The response has more than 1000000 bytes (maxBytes).');
  });

  it('ends when its signal aborts, even if the server sends a byte now and then', async () => {
    const controller = new AbortController();
    let hasClosed: Promise<unknown> | undefined;
    const url = await listen((_, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      hasClosed = once(response, 'close').then(() => clearInterval(timer));
      setTimeout(() => controller.abort(), 100);
    });
    const sending = send({ url }, { allow: [url], signal: controller.signal });
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    await hasClosed;
  });
});
