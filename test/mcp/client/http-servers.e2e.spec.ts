import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { NetworkError, NotFoundError, secret, TimeoutError, Toolkit, type ToolSpec } from 'toolwright';
import type { McpSource } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { type Exchange, type Incoming, RawHttpServer } from './raw-http-server.js';
import { EverythingOverHttp, failureOf, freePort, sdks, useSources } from './servers.js';

describe.each(sdks)('with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  async function serve(): Promise<RawHttpServer> {
    const server = await new RawHttpServer().start();
    open.closeAfterTest(() => server.kill());
    return server;
  }

  async function echoOf(source: McpSource): Promise<ToolSpec> {
    const [echo] = await source.specs();
    return echo as ToolSpec;
  }

  function isCall({ method }: Incoming): boolean {
    return method === 'tools/call';
  }

  /** Creates the result of a call with a text. */
  function createResult(text: string): object {
    return { result: { content: [{ type: 'text', text }] } };
  }

  describe('a server over HTTP that is killed during a call', () => {
    // The documented limit is one second.
    const withinMs = 5_000;

    it('fails the call immediately when the stream cannot be resumed', async () => {
      const server = await serve();
      server.answer = (message, { event }) => {
        if (!isCall(message)) return undefined;
        const { progressToken } = message.params._meta;
        event({ method: 'notifications/progress', params: { progressToken, progress: 1, message: 'begun' } });
        setTimeout(() => void server.kill(), 20);
        return true;
      };
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      const since = performance.now();
      const { error, content } = await echo.exec({ text: 'tea' });
      expect(error).toBeInstanceOf(NetworkError);
      expect(content[0]).toEqual({ type: 'text', text: 'begun' });
      expect(performance.now() - since).toBeLessThan(withinMs);
    });

    it('fails the call when the stream could have been resumed', async () => {
      const server = await EverythingOverHttp.start();
      open.closeAfterTest(() => server.kill());
      const source = open.source({ name: 'everything', transport: { url: server.url } });
      const specs = await source.specs();
      const long = specs.find(({ name }) => name.endsWith('long-running-operation'));
      const calling = long?.exec({ duration: 60, steps: 1_000 });
      await pause(200);
      const since = performance.now();
      await server.kill();
      expect((await calling)?.error).toMatchObject({ code: 'network', retryable: true });
      expect(performance.now() - since).toBeLessThan(withinMs);
    }, 30_000);

    it('fails the call when the response had not begun', async () => {
      const server = await serve();
      server.answer = (message) => {
        if (!isCall(message)) return undefined;
        setTimeout(() => void server.kill(), 20);
        return true;
      };
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      expect((await echo.exec({ text: 'tea' })).error).toMatchObject({
        code: 'network',
        message: expect.stringContaining("'raw' could not be reached"),
      });
    });

    it('fails the call when the stream ends without a result', async () => {
      const server = await serve();
      server.answer = (message, { event, response }) => {
        if (!isCall(message)) return undefined;
        event({ method: 'notifications/message', params: { level: 'info', data: 'bye' } });
        response.end();
        return true;
      };
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      expect((await echo.exec({ text: 'tea' })).error?.code).toBe('network');
    });
  });

  describe('a server over HTTP that cannot be reached', () => {
    it.each(['http', 'sse'] as const)('is named by its URL without credentials and query (type %s)', async (type) => {
      const url = `http://127.0.0.1:${await freePort()}/mcp`;
      const source = open.source({ transport: { url: `${url}?key=hidden-value#part`, type } });
      const error = await failureOf(source.connect());
      // The SDK passes on the reason of the older transport as text only.
      const reason = type === 'http' ? ' (ECONNREFUSED)' : '';
      expect(error.message).toBe(`'raw' could not be reached${reason}. The URL is ${url}.`);
      expect(error.cause).toMatchObject({ message: expect.stringContaining('fetch failed') });
      expect([error.toText(), JSON.stringify(error)].join()).not.toContain('127.0.0.1');
    });

    it('is named without the credentials in its URL', async () => {
      const source = open.source({ transport: { url: 'http://ada:hidden-value@127.0.0.1:1/mcp' } });
      const error = await failureOf(source.connect());
      expect(error.message).toContain('http://127.0.0.1:1/mcp');
      expect(error.message).not.toMatch(/ada|hidden-value/);
    });
  });

  describe('a URL that is not that of an MCP server', () => {
    /** Starts a web server that answers every request in the same way. */
    async function serveWeb(answer: RequestListener): Promise<string> {
      const web = createServer(answer).listen(0, '127.0.0.1');
      await once(web, 'listening');
      open.closeAfterTest(async () => {
        web.closeAllConnections();
        web.close();
      });
      return `http://127.0.0.1:${(web.address() as AddressInfo).port}/wrong`;
    }

    it.each(['http', 'sse'] as const)('is named if its path does not exist (type %s)', async (type) => {
      const url = await serveWeb((_, response) => void response.writeHead(404).end('<p>No such page</p>'));
      const error = await failureOf(open.source({ transport: { url: `${url}?key=hidden-value`, type } }).connect());
      const text = "'raw' refused the request with the HTTP status 404.";
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error.message).toBe(`${text} The URL is ${url}.`);
      expect(error.toText()).toBe(text);
      expect(error.toJSON()).toEqual({ code: 'not_found', message: text, retryable: false });
      expect(error.cause).toMatchObject({ code: 404 });
    });

    it.each(['http', 'sse'] as const)('is named if it answers with a web page (type %s)', async (type) => {
      const url = await serveWeb((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Shop</h1>');
      });
      const error = await failureOf(open.source({ transport: { url, type } }).connect());
      // The SDKs do not pass on the type for the older transport.
      const reason = type === 'http' ? 'answered with the content type text/html' : 'could not be reached';
      expect(error).toBeInstanceOf(NetworkError);
      expect(error.message).toMatch(`'raw' ${reason}`);
      expect(error.message).toContain(` The URL is ${url}.`);
      expect([error.toText(), JSON.stringify(error)].join()).not.toContain('127.0.0.1');
    });

    it.each(['http', 'sse'] as const)('is named if nothing answers within the limit (type %s)', async (type) => {
      const url = await serveWeb(() => {});
      const source = open.source({ transport: { url, type }, connectTimeoutMs: 200 });
      const error = await failureOf(source.connect());
      const text = "Connecting to 'raw' took longer than 200 ms (connectTimeoutMs).";
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error.message).toBe(`${text} The URL is ${url}.`);
      expect(error.toText()).toBe(text);
    });

    it.each([
      'localhost:3000/mcp',
      '127.0.0.1:3000/mcp?key=hidden-value',
      'shop.example',
      '/mcp',
      'ftp://shop.example',
    ])('is refused without http:// or https://: %s', (url) => {
      const create = (): unknown => open.source({ transport: { url } });
      expect(create).toThrow("mcpSource 'raw': transport: url must be a URL that begins with http:// or https://.");
    });
  });

  describe('a server over HTTP that is temporarily unreachable', () => {
    it('is initialised again after it lost the session, and the call succeeds', async () => {
      const server = await serve();
      const source = open.source({ transport: { url: server.url } });
      const echo = await echoOf(source);
      server.sessions.clear();
      const calls = await Promise.all(['one', 'two', 'three'].map((text) => echo.call({ text })));
      expect(calls).toEqual(['one', 'two', 'three']);
      expect(server.received.filter(({ method }) => method === 'initialize')).toHaveLength(2);
      expect(open.warnings).toMatchObject([{ kind: 'connection' }]);
    });

    it('answers the calls that it refuses only after the new session has begun', async () => {
      const server = await serve();
      const source = open.source({ transport: { url: server.url } });
      const echo = await echoOf(source);
      server.sessions.clear();
      server.answer = (message, { response, request }) => {
        const isLate = isCall(message) && message.params.arguments.text === 'late';
        if (!isLate || server.sessions.has(String(request.headers['mcp-session-id']))) return undefined;
        setTimeout(() => response.writeHead(404).end(), 200);
        return true;
      };
      expect(await Promise.all(['late', 'soon'].map((text) => echo.call({ text })))).toEqual(['late', 'soon']);
      expect(server.received.filter(({ method }) => method === 'initialize')).toHaveLength(2);
    });

    it('answers the call that it refuses after its stream was refused', async () => {
      const server = await serve();
      const hasSession = ({ headers }: IncomingMessage): boolean =>
        server.sessions.has(String(headers['mcp-session-id']));
      let refuseCall = (): void => {};
      server.onGet = ({ request, response }) => {
        if (hasSession(request)) {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
          setTimeout(() => response.end(), 1_100);
          return;
        }
        response.writeHead(400).end();
        refuseCall();
      };
      const source = open.source({ transport: { url: server.url } });
      const echo = await echoOf(source);
      server.sessions.clear();
      server.answer = (message, { response, request }) => {
        if (!isCall(message) || hasSession(request)) return undefined;
        refuseCall = () => {
          // On a busy machine a second stream is refused before the call is.
          refuseCall = () => {};
          setTimeout(() => response.writeHead(400).end('No session'), 100);
        };
        return true;
      };
      expect(await echo.call({ text: 'tea' })).toBe('tea');
    });

    it('is initialised again only once per call when it loses every session', async () => {
      const server = await serve();
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      server.answer = (message, { response }) => {
        if (!isCall(message)) return undefined;
        response.writeHead(404).end();
        return true;
      };
      expect((await echo.exec({ text: 'tea' })).error?.code).toBe('not_found');
      expect(server.received.filter(({ method }) => method === 'initialize')).toHaveLength(2);
    });

    it('is reconnected after a restart', async () => {
      const server = await EverythingOverHttp.start();
      open.closeAfterTest(() => server.kill());
      const toolkit = new Toolkit();
      await toolkit.registerSource(open.source({ name: 'everything', transport: { url: server.url } }));
      await server.kill();
      const gone = await toolkit.execute('everything__echo', { message: 'tea' });
      expect(gone.error?.code).toBe('network');
      await server.start();
      expect(await toolkit.execute('everything__echo', { message: 'tea' })).toMatchObject({ data: 'Echo: tea' });
      await toolkit.clear();
    }, 30_000);

    it('delivers its result on a resumed stream when only the stream was lost', async () => {
      const server = await serve();
      const resumed: unknown[] = [];
      let asked: Incoming | undefined;
      server.answer = (message, { response }) => {
        if (!isCall(message)) return undefined;
        asked = message;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: event-1\ndata:\n\n', () => response.destroy());
        return true;
      };
      server.onGet = ({ request, response, event }: Exchange) => {
        const from = request.headers['last-event-id'];
        if (from === undefined) {
          response.writeHead(405).end();
          return;
        }
        resumed.push(from);
        event({ id: asked?.id, ...createResult('late tea') }, 'event-2');
        response.end();
      };
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      expect(await echo.call({ text: 'tea' })).toBe('late tea');
      expect(resumed).toEqual(['event-1']);
    });
  });

  describe('a response over HTTP that exceeds maxMessageBytes', () => {
    it.each(['as one text', 'in a stream', 'in a stream that can be resumed'])('fails its call: %s', async (how) => {
      const server = await serve();
      server.answer = (message, { json, event, response }) => {
        if (!isCall(message)) return undefined;
        const answer = { id: message.id, ...createResult('x'.repeat(500_000)) };
        if (how === 'as one text') json(createResult('x'.repeat(500_000)));
        else event(answer, how === 'in a stream' ? undefined : 'event-1');
        response.end();
        return true;
      };
      const echo = await echoOf(open.source({ transport: { url: server.url }, maxMessageBytes: 100_000 }));
      expect((await echo.exec({ text: 'tea' })).error).toMatchObject({
        name: 'McpLimitError',
        details: { limit: 'maxMessageBytes', value: 100_000 },
      });
    });
  });

  describe('a server over HTTP that hangs', () => {
    it('fails a call at its timeout or abort and does not affect later calls', async () => {
      const server = await EverythingOverHttp.start();
      open.closeAfterTest(() => server.kill());
      const source = open.source({ name: 'everything', transport: { url: server.url } });
      const specs = await source.specs();
      const echo = specs.find(({ name }) => name === 'everything__echo');
      server.signal('SIGSTOP');
      const abort = new AbortController();
      const late = echo?.exec({ message: 'tea' }, { timeoutMs: 300 });
      const aborted = echo?.exec({ message: 'tea' }, { signal: abort.signal });
      setTimeout(() => abort.abort(), 100);
      expect((await late)?.error?.name).toBe('TimeoutError');
      expect((await aborted)?.error?.name).toBe('InterruptedError');
      server.signal('SIGCONT');
      expect(await echo?.call({ message: 'tea' })).toBe('Echo: tea');
    }, 30_000);

    it('fails calls at the timeout of the source', async () => {
      const server = await serve();
      server.answer = (message) => (isCall(message) ? true : undefined);
      const echo = await echoOf(open.source({ transport: { url: server.url }, timeoutMs: 200 }));
      expect((await echo.exec({ text: 'tea' })).error?.name).toBe('TimeoutError');
    });

    it('does not prevent a source from closing', async () => {
      const server = await EverythingOverHttp.start();
      open.closeAfterTest(() => server.kill());
      const source = open.source({ name: 'everything', transport: { url: server.url } });
      await source.connect();
      server.signal('SIGSTOP');
      await source.close();
      server.signal('SIGCONT');
      await expect(source.specs()).rejects.toMatchObject({ code: 'interrupted' });
    }, 30_000);
  });

  describe('a server over the HTTP transport of 2024-11-05', () => {
    it('serves calls, fails a pending call when killed, and is reconnected', async () => {
      const server = await EverythingOverHttp.start('sse');
      open.closeAfterTest(() => server.kill());
      const toolkit = new Toolkit();
      const transport = { url: server.url, type: 'sse' } as const;
      await toolkit.registerSource(open.source({ name: 'everything', transport }));
      const long = 'everything__trigger-long-running-operation';
      const calling = toolkit.execute(long, { duration: 0.2, steps: 2 });
      expect((await calling).toText()).toContain('completed');
      const dying = toolkit.execute(long, { duration: 60, steps: 600 });
      await pause(300);
      await server.kill();
      expect((await dying).error).toMatchObject({ code: 'network' });
      await server.start();
      expect(await toolkit.execute('everything__echo', { message: 'tea' })).toMatchObject({ data: 'Echo: tea' });
      await toolkit.clear();
    }, 30_000);
  });

  describe('a request to a server over HTTP', () => {
    it('has the configured headers and token, which do not appear in errors', async () => {
      const server = await serve();
      const seen: unknown[] = [];
      server.answer = (message, { request, response }) => {
        if (!isCall(message)) return undefined;
        seen.push(request.headers.authorization, request.headers['x-api-key']);
        response.writeHead(401).end('no');
        return true;
      };
      const headers = { 'X-Api-Key': secret('key-1') };
      const echo = await echoOf(open.source({ transport: { url: server.url, headers, auth: 'token-1' } }));
      const { error } = await echo.exec({ text: 'tea' });
      expect(seen).toEqual(['Bearer token-1', 'key-1']);
      expect(error?.code).toBe('authentication');
      expect(JSON.stringify(error)).not.toMatch(/token-1|key-1/);
    });

    it.each([
      [403, 'permission'],
      [404, 'not_found'],
      [429, 'rate_limit'],
      [503, 'server'],
    ])('fails with the status %i as an error with the code %s', async (status, code) => {
      const server = await serve();
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      server.answer = (message, { response }) => {
        if (!isCall(message)) return undefined;
        response.writeHead(status).end('no');
        return true;
      };
      expect((await echo.exec({ text: 'tea' })).error?.code).toBe(code);
    });

    it('is cancelled with its call, and its stream is closed', async () => {
      const server = await serve();
      let isDisconnected = false;
      server.answer = (message, { event, request }) => {
        if (!isCall(message)) return undefined;
        const { progressToken } = message.params._meta;
        event({ method: 'notifications/progress', params: { progressToken, progress: 1, message: 'begun' } });
        request.socket.once('close', () => {
          isDisconnected = true;
        });
        return true;
      };
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      for await (const response of echo.iterate({ text: 'tea' })) {
        expect(response.content).toEqual([{ type: 'text', text: 'begun' }]);
        break;
      }
      await until(() => server.received.some(({ method }) => method === 'notifications/cancelled'));
      const [call, cancelled] = ['tools/call', 'notifications/cancelled'].map((wanted) =>
        server.received.find(({ method }) => method === wanted),
      );
      expect(cancelled?.params.requestId).toBe(call?.id);
      await until(() => isDisconnected);
      expect(isDisconnected).toBe(true);
    });

    it('sends the client info', async () => {
      const server = await serve();
      await open.source({ transport: { url: server.url } }).connect();
      const clientInfo = { name: 'mine', version: '7' };
      await open.source({ transport: { url: server.url }, clientInfo }).connect();
      const requests = server.received.filter(({ method }) => method === 'initialize');
      const defaultInfo = { name: expect.any(String), version: expect.any(String) };
      expect(requests.map(({ params }) => params.clientInfo)).toEqual([defaultInfo, clientInfo]);
    });

    it('has an arguments object when a call has no arguments', async () => {
      const server = await serve();
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      await echo.call();
      expect(server.received.find(isCall)?.params.arguments).toEqual({});
    });

    it('terminates the session when the source is closed', async () => {
      const server = await serve();
      const source = open.source({ transport: { url: server.url } });
      await source.connect();
      expect(server.sessions.size).toBe(1);
      await source.close();
      expect(server.sessions.size).toBe(0);
      expect(server.methods.at(-1)).toBe('DELETE');
    });
  });

  describe('notifications of a server over HTTP', () => {
    it('cause the list to be read again', async () => {
      const server = await serve();
      let notify: ((message: object) => void) | undefined;
      server.onGet = ({ event }) => {
        notify = event;
        event({ method: 'notifications/message', params: { level: 'info', data: 'hello' } });
      };
      const names = ['echo'];
      server.answer = (message, { json }) => {
        if (message.method !== 'tools/list') return undefined;
        json({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
        return true;
      };
      const toolkit = new Toolkit();
      await toolkit.registerSource(open.source({ transport: { url: server.url } }));
      await until(() => notify !== undefined);
      names.push('shout');
      notify?.({ method: 'notifications/tools/list_changed' });
      await until(() => toolkit.get('raw__shout') !== undefined);
      expect(toolkit.list().map(({ name }) => name)).toEqual(['raw__echo', 'raw__shout']);
    });

    it.each([0, 1_000])('are received again after the server was down for %i ms', async (goneMs) => {
      const server = await serve();
      let streams = 0;
      server.onGet = ({ request, response, event }) => {
        if (!server.sessions.has(String(request.headers['mcp-session-id']))) {
          response.writeHead(404).end();
          return;
        }
        streams++;
        event({ method: 'notifications/message', params: { level: 'info', data: 'hello' } }, `at-${streams}`);
      };
      const toolkit = new Toolkit();
      await toolkit.registerSource(open.source({ transport: { url: server.url } }));
      await until(() => streams === 1);
      await server.kill();
      server.sessions.clear();
      await pause(goneMs);
      await server.start();
      await until(() => streams >= 2);
      expect(server.received.filter(({ method }) => method === 'initialize').length).toBeGreaterThan(1);
      expect((await toolkit.execute('raw__echo', { text: 'tea' })).data).toBe('tea');
    });

    it('can be 200,000 progress notifications without affecting the call', async () => {
      const server = await serve();
      server.answer = (message, { event, response }) => {
        if (!isCall(message)) return undefined;
        const { progressToken } = message.params._meta;
        for (let progress = 1; progress <= 200_000; progress++) {
          event({ method: 'notifications/progress', params: { progressToken, progress } });
        }
        event({ id: message.id, ...createResult('flooded') });
        response.end();
        return true;
      };
      const echo = await echoOf(open.source({ transport: { url: server.url } }));
      expect(await echo.call({ text: 'tea' })).toBe('flooded');
    }, 90_000);
  });
});
