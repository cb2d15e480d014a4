import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AuthenticationError, Bind, PermissionError, Tool, ToolContext, Toolkit, ToolRegistry } from 'toolwright';
import { type ToolHandler, type ToolHandlerOptions, toolHandler } from 'toolwright/http';
import { warningsOf } from '../support/process-warnings.js';

class Shop extends ToolRegistry {
  calls = 0;
  ended = 0;

  @Tool({ description: 'Finds products' })
  find(query: string): string {
    this.calls++;
    return `found ${query}`;
  }

  @Tool()
  tenantOf(@Bind('tenant') tenant: string, ctx: ToolContext): unknown {
    return { tenant, auth: ctx.auth, agent: ctx.request?.headers['user-agent'], redacted: ctx.request?.redacted };
  }

  @Tool({ canAccess: (auth) => auth !== undefined, needsApproval: true })
  remove(path: string, ctx: ToolContext): string {
    return `removed ${path} for ${(ctx.auth as { readonly name: string }).name}`;
  }

  @Tool({ allowedCallers: ['code'] })
  onlyInCode(): string {
    return 'code';
  }

  @Tool()
  async *count(ctx: ToolContext) {
    try {
      for (let index = 0; !ctx.signal.aborted; index++) {
        yield { index, padding: 'x'.repeat(10_000) };
        await wait(1);
      }
    } finally {
      this.ended++;
    }
  }
}

const approvalKey = 'a key of at least thirty-two characters';
const json = { 'content-type': 'application/json' };
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

type Send = (sent: Sent) => Promise<Received>;

async function listen(handler: ToolHandler): Promise<number> {
  const server = createServer((request, response) => void handler.node(request, response));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The ways to send a request to a handler, with the headers of a browser, which `fetch` does not set. */
const transports: Readonly<Record<string, (handler: ToolHandler) => Promise<Send>>> = {
  fetch: async (handler) => {
    return async ({ path = '/tools/find', method = 'POST', headers = {}, body }) => {
      const host = headers.host ?? 'localhost';
      const init = { method, headers: { ...json, host, ...headers }, ...(body === undefined ? {} : { body }) };
      const response = await handler.fetch(new Request(`http://${host}${path}`, init));
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    };
  },
  node: async (handler) => {
    const port = await listen(handler);
    return async ({ path = '/tools/find', method = 'POST', headers = {}, body }) => {
      const sent = sendRequest({ host: '127.0.0.1', port, path, method, headers: { ...json, ...headers } });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      return { status: response.statusCode, headers: response.headers, body: text };
    };
  },
};

const query = JSON.stringify({ query: 'tea' });

describe.each(Object.keys(transports))('toolHandler, by %s', (name) => {
  let shop: Shop;

  async function start(options: ToolHandlerOptions = {}): Promise<Send> {
    shop = new Shop();
    const toolkit = new Toolkit({ approvalKey });
    toolkit.register(shop);
    const send = await transports[name]?.(toolHandler(toolkit, options));
    if (send === undefined) throw new TypeError(name);
    return send;
  }

  it('lists the tools that the caller may call itself', async () => {
    const send = await start({ auth: ({ headers }) => headers.get('authorization') ?? undefined });
    const list = async (headers = {}): Promise<readonly { readonly name: string }[]> => {
      return JSON.parse((await send({ path: '/tools', method: 'GET', headers })).body).tools;
    };
    expect((await list()).map((tool) => tool.name)).toEqual(['find', 'tenantOf', 'count']);
    expect((await list({ authorization: 'Bearer x' })).map((tool) => tool.name)).toContain('remove');
    expect((await list())[0]).toEqual({
      name: 'find',
      description: 'Finds products',
      inputSchema: expect.objectContaining({ required: ['query'] }),
    });
  });

  it('calls tools, and answers with the status of their result', async () => {
    const send = await start();
    expect(await send({ body: query })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: expect.stringContaining('"data":"found tea"'),
    });
    expect(await send({ body: '{}' })).toMatchObject({ status: 400 });
    expect(await send({ path: '/tools/missing', body: '{}' })).toMatchObject({ status: 404 });
  });

  it('passes the identity, the state and the request of the caller to a call', async () => {
    const send = await start({
      auth: async ({ headers }) => ({ name: headers.get('authorization') }),
      state: ({ url }, auth) => ({ tenant: `${url.searchParams.get('tenant')} of ${(auth as { name: string }).name}` }),
    });
    const headers = { authorization: 'ann', 'user-agent': 'test' };
    const { body } = await send({ path: '/tools/tenantOf?tenant=acme', headers, body: '{"tenant":"other"}' });
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'invalid_parameters' } });
    const accepted = await send({ path: '/tools/tenantOf?tenant=acme', headers });
    expect(JSON.parse(accepted.body).data).toEqual({
      tenant: 'acme of ann',
      auth: { name: 'ann' },
      agent: 'test',
      redacted: ['authorization'],
    });
  });

  it.each([
    [401, new AuthenticationError('Log in first.')],
    [403, new PermissionError('Not you.')],
  ])('answers with %d if auth refuses the caller', async (status, error) => {
    const send = await start({
      auth: () => {
        throw error;
      },
    });
    const answer = await send({ body: query });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { statusCode: status, message: error.message }]);
    expect(shop.calls).toBe(0);
  });

  it('reports other errors of auth and state, and answers nothing of them', async () => {
    const errors: unknown[] = [];
    const secret = new Error('the password is x');
    const onError = (error: unknown) => errors.push(error);
    const fail = async () => {
      throw secret;
    };
    for (const options of [{ auth: fail }, { state: fail }]) {
      const send = await start({ ...options, onError });
      const { status, body } = await send({ body: query });
      expect([status, JSON.parse(body)]).toEqual([500, { statusCode: 500, message: 'Internal error.' }]);
    }
    expect(errors).toEqual([secret, secret]);
    const send = await start({ auth: fail });
    const warnings = await warningsOf(() => send({ body: query }));
    expect(warnings).toEqual([expect.stringContaining('toolHandler: Error: the password is x')]);
  });

  it('answers requests that it cannot serve', async () => {
    const send = await start({ maxBodyBytes: 100 });
    const refused: [Sent, number, string][] = [
      [{ path: '/other' }, 404, 'There is no such route.'],
      [{ path: '/toolsfind' }, 404, 'There is no such route.'],
      [{ path: '/tools/find/other' }, 404, 'There is no such route.'],
      [{ path: '/tools/find/stream/more' }, 404, 'There is no such route.'],
      [{ method: 'GET' }, 405, 'Method not allowed.'],
      [{ path: '/tools' }, 405, 'Method not allowed.'],
      [{ method: 'DELETE' }, 405, 'Method not allowed.'],
      [{ headers: { 'content-type': 'text/plain' }, body: query }, 415, 'Send the content type application/json.'],
      [{ body: '{"query":' }, 400, 'The body of the request is not valid JSON.'],
      [{ body: `{"query":"${'x'.repeat(100)}"}` }, 413, 'The body of the request is longer than 100 bytes.'],
      [{ path: '/tools/approvals', body: '{}' }, 400, 'token must be the token of a deferred call.'],
    ];
    for (const [sent, statusCode, message] of refused) {
      const { status, body } = await send(sent);
      expect([sent, status, JSON.parse(body)]).toEqual([sent, statusCode, { statusCode, message }]);
    }
    expect(shop.calls).toBe(0);
    expect((await send({ method: 'GET' })).headers.allow).toBe('POST');
  });

  it('takes names of properties in a body for nothing else', async () => {
    const send = await start();
    const { body } = await send({ body: '{"query":"tea","__proto__":{"polluted":true},"constructor":1}' });
    expect(JSON.parse(body).error.code).toBe('invalid_parameters');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    for (const path of ['/tools/__proto__', '/tools/constructor', '/tools/toString', '/tools/%E0%A4%A']) {
      expect((await send({ path, body: '{}' })).status).toBe(404);
    }
  });

  it('streams the responses of a call', async () => {
    const send = await start();
    const { status, headers, body } = await send({ path: '/tools/find/stream', body: query });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(body).toMatch(/^id: .+\ndata: \{.*"isLast":true.*\}\n\n$/);
  });

  it('is served at another path', async () => {
    const send = await start({ path: '/api/v1/tools' });
    expect((await send({ path: '/api/v1/tools/find', body: query })).status).toBe(200);
    expect((await send({ path: '/api/v1/tools/', method: 'GET' })).status).toBe(200);
    expect((await send({ body: query })).status).toBe(404);
  });

  describe('the guard', () => {
    const own = 'http://localhost';
    it.each<[string, Readonly<Record<string, string>>, number]>([
      ['a client that is no browser', {}, 200],
      ['a page of the same host', { host: 'localhost:3000', origin: `${own}:3000` }, 200],
      ['a page of the same origin', { origin: own, 'sec-fetch-site': 'same-origin' }, 200],
      ['a page of another port', { host: 'localhost:3000', origin: `${own}:4000`, 'sec-fetch-site': 'same-site' }, 403],
      ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
      ['a page of another site without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
      ['a page with an opaque origin', { origin: 'null' }, 403],
      ['a name that leads to this machine', { host: 'evil.example', origin: 'http://evil.example' }, 403],
      [
        'a name that leads to this machine, of the same origin',
        { host: 'evil.example', 'sec-fetch-site': 'same-origin' },
        403,
      ],
    ])('answers %s', async (_, headers, status) => {
      const send = await start({ allowedHosts: ['localhost', '127.0.0.1'] });
      for (const path of ['/tools/find', '/tools/find/stream']) {
        expect((await send({ path, headers: { host: 'localhost', ...headers }, body: query })).status).toBe(status);
      }
      expect(shop.calls).toBe(status === 200 ? 2 : 0);
    });

    it('accepts the names of the loopback interface unless others are allowed, and warns once', async () => {
      const send = await start();
      for (const host of ['localhost:1', '127.0.0.1', '[::1]:80']) {
        expect((await send({ headers: { host }, body: query })).status).toBe(200);
      }
      const warnings = await warningsOf(async () => {
        for (let index = 0; index < 2; index++) {
          expect((await send({ headers: { host: 'shop.example' }, body: query })).status).toBe(403);
        }
      });
      expect(warnings).toEqual([
        'toolHandler: a request to the host "shop.example" was refused with 403. If clients may use this name, add it to allowedHosts.',
      ]);
      const other = await start({ allowedHosts: ['shop.example'] });
      expect((await other({ headers: { host: 'shop.example' }, body: query })).status).toBe(200);
      expect((await other({ headers: { host: 'localhost' }, body: query })).status).toBe(403);
    });

    it('warns once of the page of another origin, unless origins are allowed', async () => {
      const page = { host: 'localhost:3000', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' };
      const call = { headers: page, body: query };
      const warnings = await warningsOf(async () => {
        const send = await start();
        for (let index = 0; index < 2; index++) expect((await send(call)).status).toBe(403);
        const preflight = { ...page, 'access-control-request-method': 'POST' };
        expect((await send({ method: 'OPTIONS', headers: preflight })).status).toBe(403);
        const other = await start({ allowedOrigins: ['https://app.example'] });
        expect((await other(call)).status).toBe(403);
      });
      expect(warnings).toEqual([
        'toolHandler: a request of a page of "http://localhost:5173" was refused with 403. If the page may call tools, add its origin to allowedOrigins.',
      ]);
    });

    it('accepts with any host the pages of allowed origins only', async () => {
      const send = await start({ allowedHosts: '*', allowedOrigins: ['https://app.example'] });
      const host = 'shop.example';
      const statusFor = async (origin: string, site: string) => {
        return (await send({ headers: { host, origin, 'sec-fetch-site': site }, body: query })).status;
      };
      expect((await send({ headers: { host }, body: query })).status).toBe(200);
      expect(await statusFor('https://app.example', 'cross-site')).toBe(200);
      expect(await statusFor('http://shop.example', 'same-origin')).toBe(403);
    });

    it('answers preflight requests of allowed origins only, and shares responses with them', async () => {
      const origin = 'https://app.example';
      const preflight = {
        method: 'OPTIONS',
        headers: {
          host: 'localhost',
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, x-tenant,bad header',
        },
      };
      const send = await start({ allowedOrigins: [origin] });
      expect(await send(preflight)).toMatchObject({
        status: 204,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type, x-tenant',
          vary: 'Origin',
        },
      });
      expect((await send(preflight)).headers).not.toHaveProperty('access-control-allow-credentials');
      for (const sent of [{ body: query }, { body: '{' }, { path: '/tools/find/stream', body: query }]) {
        const { headers } = await send({ ...sent, headers: { origin } });
        expect(headers['access-control-allow-origin']).toBe(origin);
      }
      const foreign = { ...preflight, headers: { ...preflight.headers, origin: 'https://app.example:8443' } };
      const refused = await send(foreign);
      expect(refused.status).toBe(403);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
      const withCookies = await start({ allowedOrigins: [origin], credentials: true });
      expect((await withCookies(preflight)).headers['access-control-allow-credentials']).toBe('true');
      expect(shop.calls).toBe(0);
    });
  });

  describe('the route for approvals', () => {
    const auth: ToolHandlerOptions['auth'] = ({ headers }) => {
      const user = headers.get('authorization');
      return user === null ? undefined : { name: user };
    };

    async function defer(send: Send, user: string, path = '/tools/remove'): Promise<string> {
      const { body } = await send({ path, headers: { authorization: user }, body: '{"path":"a.txt"}' });
      return JSON.parse(body.replace(/^[\s\S]*data: /, '')).metadata.approval.token;
    }

    it('lets the caller decide, and no one else', async () => {
      const send = await start({ auth, approver: () => 'later' });
      const token = await defer(send, 'bob');
      const body = JSON.stringify({ token, answer: 'approve' });
      const decide = (authorization: string) => send({ path: '/tools/approvals', headers: { authorization }, body });
      expect((await decide('ann')).status).toBe(403);
      const { status, body: answer } = await decide('bob');
      expect([status, JSON.parse(answer).data]).toEqual([200, 'removed a.txt for bob']);
      expect((await decide('bob')).status).toBe(403);
    });

    it.each(['/tools/remove', '/tools/remove/stream'])(
      'lets another person decide on %s: the call runs as its caller',
      async (path) => {
        const send = await start({ auth, approver: () => 'later', approvals: { by: 'others' } });
        const token = await defer(send, 'bob', path);
        const body = JSON.stringify({ token, answer: 'approve' });
        const decide = (headers: Record<string, string>) => send({ path: '/tools/approvals', headers, body });
        expect((await decide({ authorization: 'bob' })).status).toBe(403);
        expect((await decide({})).status).toBe(403);
        const answer = await decide({ authorization: 'ann' });
        expect([answer.status, JSON.parse(answer.body).data]).toEqual([200, 'removed a.txt for bob']);
        expect((await decide({ authorization: 'ann' })).status).toBe(403);
      },
    );

    it('refuses a promise of a rule, and runs nothing', async () => {
      const errors: unknown[] = [];
      const by = (async () => true) as never;
      const send = await start({
        auth,
        approver: () => 'later',
        approvals: { by },
        onError: (error) => errors.push(error),
      });
      const token = await defer(send, 'bob');
      const body = JSON.stringify({ token, answer: 'approve' });
      expect((await send({ path: '/tools/approvals', body })).status).toBe(500);
      expect(errors).toMatchObject([{ message: 'toolHandler: approvals.by must return a boolean, and no promise.' }]);
    });
  });
});

describe('toolHandler', () => {
  it('accepts a provider in place of a toolkit', async () => {
    const { fetch: respond } = toolHandler(new Shop());
    const request = new Request('http://localhost/tools/find', { method: 'POST', headers: json, body: query });
    expect(await (await respond(request)).json()).toMatchObject({ data: 'found tea' });
  });

  it('ignores what runtimes pass in addition to a request', async () => {
    const respond = toolHandler(new Shop()).fetch as (
      request: Request,
      env: unknown,
      context: unknown,
    ) => Promise<Response>;
    const request = new Request('http://localhost/tools/find', { method: 'POST', headers: json, body: query });
    expect((await respond(request, { auth: 'root' }, {})).status).toBe(200);
  });

  it('names a function whose types nothing has read before the first request', () => {
    const toolkit = new Toolkit();
    toolkit.register(function greet(city: string) {
      return `Hello ${city}`;
    });
    const message = "greet: parameter 'city' has no runtime type, because the types of the function were not read.";
    expect(() => toolHandler(toolkit)).toThrow(message);
  });

  it.each<[ToolHandlerOptions, string]>([
    [{ path: 'tools' }, 'toolHandler: path must be a path such as /tools, without a slash at its end, not "tools".'],
    [{ path: '/' }, 'toolHandler: path must be a path such as /tools, without a slash at its end, not "/".'],
    [{ allowedOrigins: ['app.example'] }, "toolHandler: 'app.example' in allowedOrigins is not an origin."],
    [{ approvals: { by: 'anyone' as never } }, "toolHandler: approvals.by must be 'caller', 'others' or a function"],
    [{ hosts: [] } as never, "toolHandler: there is no option 'hosts'."],
  ])('refuses %j', (options, message) => {
    expect(() => toolHandler(new Shop(), options)).toThrow(message);
  });

  it('refuses a body that something else has read', async () => {
    const errors: unknown[] = [];
    const handler = toolHandler(new Shop(), { onError: (error) => errors.push(error) });
    const request = new Request('http://localhost/tools/find', { method: 'POST', headers: json, body: query });
    await request.text();
    expect((await handler.fetch(request)).status).toBe(500);
    const server = createServer(async (incoming, response) => {
      incoming.resume();
      await once(incoming, 'end');
      await handler.node(incoming, response);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/find`;
    expect((await fetch(url, { method: 'POST', headers: json, body: query })).status).toBe(500);
    const message = expect.stringContaining('Set the parsed body as its property body');
    expect(errors).toMatchObject([{ message }, { message }]);
  });

  it('refuses a body that arrives too slowly, and closes the connection', async () => {
    const port = await listen(toolHandler(new Shop(), { requestTimeoutMs: 50 }));
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /tools/find HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    let answer = '';
    for await (const part of socket.setEncoding('utf8')) answer += part;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('cancels the stream of a client that disconnects, and of one that does not read', async () => {
    const shop = new Shop();
    const port = await listen(toolHandler(shop));
    const sent = sendRequest({ host: '127.0.0.1', port, path: '/tools/count/stream', method: 'POST', headers: json });
    sent.end('{}');
    await once(sent, 'response');
    await wait(200);
    sent.destroy();
    for (let turns = 0; shop.ended === 0 && turns < 300; turns++) await wait(10);
    expect(shop.ended).toBe(1);
  });

  it('reads only what a slow client has room for', async () => {
    let produced = 0;
    class Source extends ToolRegistry {
      @Tool()
      *lines() {
        for (; produced < 10_000; produced++) yield { line: 'x'.repeat(10_000) };
      }
    }
    const port = await listen(toolHandler(new Source()));
    const sent = sendRequest({ host: '127.0.0.1', port, path: '/tools/lines/stream', method: 'POST', headers: json });
    sent.end('{}');
    await once(sent, 'response');
    let [before, turns] = [-1, 0];
    for (; before !== produced && turns < 100; turns++) {
      before = produced;
      await wait(300);
    }
    expect(turns).toBeLessThan(100);
    expect(produced).toBeLessThan(10_000);
    sent.destroy();
  });

  it('answers to a request of HTTP/2, which names its host otherwise', async () => {
    const http2 = await import('node:http2');
    const { node } = toolHandler(new Shop());
    const server = http2.createServer((request, response) => void node(request as never, response as never));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const stream = client.request({ ':path': '/tools/find', ':method': 'POST', 'content-type': 'application/json' });
    stream.end(query);
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    let text = '';
    for await (const part of stream.setEncoding('utf8')) text += part;
    expect([headers[':status'], JSON.parse(text).data]).toEqual([200, 'found tea']);
    client.close();
    server.close();
  });

  it('reads only what a slow client of HTTP/2 has room for', async () => {
    let produced = 0;
    class Source extends ToolRegistry {
      @Tool()
      async *lines() {
        for (; produced < 1_000; produced++) yield { line: 'x'.repeat(50_000) };
      }
    }
    const http2 = await import('node:http2');
    const { node } = toolHandler(new Source());
    const server = http2.createServer((request, response) => void node(request as never, response as never));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const path = '/tools/lines/stream';
    const stream = client.request({ ':path': path, ':method': 'POST', 'content-type': 'application/json' });
    stream.end('{}');
    await once(stream, 'response');
    let before = -1;
    while (before !== produced) {
      before = produced;
      await wait(300);
    }
    client.destroy();
    server.close();
    expect(produced).toBeLessThan(1_000);
  });

  it.each(['{"query":"tea"}', undefined])(
    'answers at once if the client has gone before, with the body %j',
    async (body) => {
      const shop = new Shop();
      const handler = toolHandler(shop, { requestTimeoutMs: 2_000 });
      let responded: Promise<void> | undefined;
      const server = createServer(async (request, response) => {
        await once(response, 'close');
        responded = handler.node(
          Object.assign(request, body === undefined ? {} : { body: JSON.parse(body) }),
          response,
        );
      });
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const head = 'POST /tools/find HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      socket.write(`${head}Content-Length: ${query.length}\r\n\r\n${query}`);
      await wait(50);
      socket.destroy();
      while (responded === undefined) await wait(10);
      expect(await Promise.race([responded, wait(500, 'late')])).toBeUndefined();
      expect(shop.calls).toBe(0);
    },
  );

  it.each(['/tools/./find', '/tools/x/../find', '/tools/%2e/find', '/tools/x\\..\\find'])(
    'calls no tool at %s, which a router takes for another path',
    async (path) => {
      const shop = new Shop();
      const port = await listen(toolHandler(shop));
      const sent = sendRequest({ host: '127.0.0.1', port, path, method: 'POST', headers: json });
      sent.end(query);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      expect([response.statusCode, shop.calls]).toEqual([404, 0]);
    },
  );

  it('refuses the origin of a file', async () => {
    const { fetch: respond } = toolHandler(new Shop());
    const headers = { ...json, host: 'localhost', origin: 'file://' };
    const request = new Request('http://localhost/tools/find', { method: 'POST', headers, body: query });
    expect((await respond(request)).status).toBe(403);
  });

  it('reads a body that is decoded as text', async () => {
    const handler = toolHandler(new Shop());
    const server = createServer((request, response) => void handler.node(request.setEncoding('utf8'), response));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/find`;
    expect((await fetch(url, { method: 'POST', headers: json, body: query })).status).toBe(200);
  });

  it('answers with 500 if onError throws', async () => {
    const onError = () => {
      throw new Error('no log');
    };
    const auth = () => {
      throw new Error('no database');
    };
    const { fetch: respond } = toolHandler(new Shop(), { auth, onError });
    const request = new Request('http://localhost/tools/find', { method: 'POST', headers: json, body: query });
    expect((await respond(request)).status).toBe(500);
  });
});
