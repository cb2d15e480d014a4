/**
 * Fastify generates code, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'reflect-metadata';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { Tool, ToolContext, Toolkit, ToolRegistry } from 'toolwright';
import { type ClientOptions, createClient, ToolCallError, type ToolPart } from 'toolwright/client';
import { toolHandler } from 'toolwright/http';
import { getToolkitToken, ToolkitModule } from 'toolwright/nest';

/** What the tools of the server of a test observe of their calls. */
let seen = { ended: 0, yielded: 0 };

class Shop extends ToolRegistry {
  readonly #seen = seen;

  @Tool()
  find(query: string, limit: number = 10): string[] {
    return [query, 'tea'].slice(0, limit);
  }

  @Tool()
  *describe(product: string) {
    yield { part: 'a' };
    yield { part: product };
  }

  @Tool()
  *recite() {
    yield 'a line, ';
    yield '';
    yield 'another line';
  }

  @Tool({ needsApproval: true })
  buy(product: string): string {
    return `bought ${product}`;
  }

  @Tool()
  nothing(): null {
    return null;
  }

  @Tool()
  fails(): never {
    throw new Error('The shop is closed.');
  }

  @Tool()
  async slow(ctx: ToolContext): Promise<void> {
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
    this.#seen.ended++;
  }

  @Tool()
  async *endless() {
    try {
      for (let index = 0; ; index++) {
        this.#seen.yielded = index;
        yield { index };
        await wait(5);
      }
    } finally {
      this.#seen.ended++;
    }
  }
}

interface ShopTools {
  find: { input: { query: string; limit?: number }; output: string[] };
  describe: { input: { product: string }; output: { part: string }[]; chunk: { part: string } };
  recite: { input: Record<never, never>; output: string; chunk: string };
  buy: { input: { product: string }; output: string };
  nothing: { input: Record<never, never>; output: null };
  fails: { input: Record<never, never>; output: never };
  slow: { input: Record<never, never>; output: undefined };
  endless: { input: Record<never, never>; output: { index: number }[]; chunk: { index: number } };
  missing: { input: Record<never, never>; output: string };
}

const toolkitOptions = { approvalKey: 'a key of at least thirty-two characters' };
const closers: (() => unknown)[] = [];

beforeEach(() => {
  seen = { ended: 0, yielded: 0 };
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Closes a server with the connections of clients that keep them open for further requests. */
function closeLater(server: Server, close: () => unknown): void {
  closers.push(() => {
    const closed = close();
    server.closeAllConnections();
    return closed;
  });
}

function createShop(): Toolkit {
  const toolkit = new Toolkit(toolkitOptions);
  toolkit.register(new Shop());
  return toolkit;
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(server, () => new Promise((resolve) => server.close(resolve)));
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tools`;
}

function createHandler() {
  return toolHandler(createShop(), { approver: () => 'later' });
}

async function startNest(adapter: ExpressAdapter | FastifyAdapter): Promise<Server> {
  const toolkit = ToolkitModule.forRoot({ ...toolkitOptions, http: { path: '/tools', approver: () => 'later' } });
  @Module({ imports: [toolkit] })
  class AppModule {}
  const app: INestApplication = await NestFactory.create(AppModule, adapter, { logger: false, abortOnError: false });
  closeLater(app.getHttpServer(), () => app.close());
  app.get<Toolkit>(getToolkitToken()).register(new Shop());
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer();
}

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  'node:http': () => {
    const { node } = createHandler();
    return listen(createServer((request, response) => void node(request, response)));
  },
  Express: () => {
    const app = express();
    app.use(express.json());
    app.use('/tools', createHandler().node);
    return listen(createServer(app));
  },
  Fastify: async () => {
    const app = Fastify();
    const { node } = createHandler();
    app.post('/tools/*', async (request, reply) => {
      reply.hijack();
      await node(Object.assign(request.raw, { body: request.body }), reply.raw);
    });
    closeLater(app.server, () => app.close());
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  Hono: async () => {
    const app = new Hono();
    const { fetch: respond } = createHandler();
    app.all('/tools/*', (context) => respond(context.req.raw));
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
    await new Promise((resolve) => server.once('listening', resolve));
    closeLater(server, () => server.close());
    return server;
  },
  'NestJS on Express': () => startNest(new ExpressAdapter()),
  'NestJS on Fastify': () => startNest(new FastifyAdapter()),
};

async function collect<Part>(parts: AsyncIterable<Part> | undefined): Promise<Part[]> {
  const collected: Part[] = [];
  for await (const part of parts ?? []) collected.push(part);
  return collected;
}

function shapeOf({ isLast, data, text }: ToolPart) {
  return [isLast, data, text];
}

describe.each(Object.keys(servers))('a client of %s', (name) => {
  let server: Server;

  beforeEach(async () => {
    server = (await servers[name]?.()) ?? createServer();
  });

  function connect(options: Partial<ClientOptions> = {}) {
    return createClient<ShopTools>({ url: urlOf(server), ...options });
  }

  it('calls tools, also at the same time', async () => {
    const tools = connect();
    const calls = [tools.find({ query: 'cups' }), tools.find({ query: 'pots', limit: 1 })];
    expect(await Promise.all(calls)).toEqual([['cups', 'tea'], ['pots']]);
    expect(await tools.nothing()).toBe(null);
  });

  it('rejects with the code, the issues and the status of a failed call', async () => {
    const tools = connect();
    await expect(tools.find({ query: {} } as never)).rejects.toMatchObject({
      name: 'ToolCallError',
      code: 'invalid_parameters',
      status: 400,
      retryable: false,
      issues: [{ path: '/query', message: expect.any(String) }],
    });
    await expect(tools.fails()).rejects.toMatchObject({ code: 'execution', status: 500, message: /shop is closed/ });
    await expect(tools.missing()).rejects.toMatchObject({ code: 'tool_not_found', status: 404 });
    await expect(tools.fails()).rejects.toBeInstanceOf(ToolCallError);
  });

  it('iterates over the parts of a stream', async () => {
    const tools = connect();
    const parts = await collect(tools.describe.stream({ product: 'cup' }));
    expect(parts.map(({ isLast, data }) => [isLast, data])).toEqual([
      [false, { part: 'a' }],
      [false, { part: 'cup' }],
      [true, [{ part: 'a' }, { part: 'cup' }]],
    ]);
    const text = 'a line, another line';
    expect((await collect(tools.recite.stream())).map(shapeOf)).toEqual([
      [false, 'a line, ', 'a line, '],
      [false, '', ''],
      [false, 'another line', 'another line'],
      [true, text, text],
    ]);
  });

  it('streams the output of a tool that is no generator as the last part', async () => {
    const tools = connect();
    const parts = await collect(tools.find.stream({ query: 'cups', limit: 1 }));
    expect(parts.map(({ isLast, data }) => [isLast, data])).toEqual([[true, ['cups']]]);
  });

  it('rejects in the loop if the tool of a stream fails', async () => {
    const tools = connect();
    await expect(collect(tools.fails.stream())).rejects.toMatchObject({ code: 'execution', status: 200 });
    await expect(collect(tools.describe.stream({} as never))).rejects.toMatchObject({
      code: 'invalid_parameters',
      issues: [{ path: '/product' }],
    });
  });

  it('cancels a call on the server, and rejects with the reason of its signal', async () => {
    const tools = connect();
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('no longer needed')), 100);
    await expect(tools.slow({}, { signal: controller.signal })).rejects.toThrow('no longer needed');
    await until(() => seen.ended === 1);
  });

  it('cancels the call of a stream on the server that is left, or whose signal is aborted', async () => {
    const tools = connect();
    for await (const { data } of tools.endless.stream()) {
      if (!Array.isArray(data) && data.index === 2) break;
    }
    await until(() => seen.ended === 1);
    const controller = new AbortController();
    const parts = collect(tools.endless.stream({}, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    await expect(parts).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => seen.ended === 2);
    const last = seen.yielded;
    await wait(50);
    expect(seen.yielded).toBe(last);
  });

  it('asks for a decision on a deferred call, and runs what was approved', async () => {
    const asked: unknown[] = [];
    const tools = connect({
      onApproval: ({ toolName, input }) => {
        asked.push([toolName, input]);
        return 'approve';
      },
    });
    expect(await tools.buy({ product: 'cup' })).toBe('bought cup');
    const parts = await collect(tools.buy.stream({ product: 'pot' }));
    expect(parts.map(({ isLast, data }) => [isLast, data])).toEqual([[true, 'bought pot']]);
    expect(asked).toEqual([
      ['buy', { product: 'cup' }],
      ['buy', { product: 'pot' }],
    ]);
  });

  it('approves with other arguments, denies, and leaves the decision for later', async () => {
    const create = (onApproval?: ClientOptions['onApproval']) => connect({ onApproval });
    const edited = create(async () => ({ answer: 'approve', input: { product: 'saucer' } }));
    expect(await edited.buy({ product: 'cup' })).toBe('bought saucer');
    await expect(create(() => 'deny').buy({ product: 'cup' })).rejects.toMatchObject({ code: 'denied', status: 403 });
    for (const tools of [create(), create(() => 'later')]) {
      await expect(tools.buy({ product: 'cup' })).rejects.toMatchObject({
        code: 'denied',
        status: 202,
        approval: { token: expect.any(String), toolName: 'buy', input: { product: 'cup' } },
      });
    }
  });

  it('rejects if the server closes the connection', async () => {
    const tools = connect();
    const slow = tools.slow();
    const stream = collect(tools.endless.stream());
    setTimeout(() => {
      server.close();
      server.closeAllConnections();
    }, 100);
    await expect(stream).rejects.toMatchObject({ code: 'network' });
    await expect(slow).rejects.toMatchObject({ code: 'network' });
    await expect(tools.find({ query: 'cups' })).rejects.toMatchObject({ code: 'network', retryable: true });
    await until(() => seen.ended === 2);
  });
});

async function until(isReached: () => boolean): Promise<void> {
  for (let turns = 0; !isReached() && turns < 2_000; turns++) await wait(10);
  expect(isReached()).toBe(true);
}

describe('a client', () => {
  const respondTo = async (listener: RequestListener) => urlOf(await listen(createServer(listener)));
  const events = { 'content-type': 'text/event-stream' };

  it.each<[string, string, RequestListener]>([
    [
      'a page',
      'invalid_response',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['an array', 'invalid_response', (_, response) => response.end('[]')],
    ['null', 'invalid_response', (_, response) => response.end('null')],
    ['no result', 'invalid_response', (_, response) => response.end('{}')],
    [
      'a long result',
      'invalid_response',
      (_, response) => response.end(`{"success":true,"data":"${'x'.repeat(5000)}"}`),
    ],
    ['a redirect', 'network', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['a refusal', 'permission', (_, response) => response.writeHead(403).end('{"message":"No."}')],
    ['a limit', 'rate_limit', (_, response) => response.writeHead(429).end('slow down')],
    ['an unknown path', 'invalid_request', (_, response) => response.writeHead(404).end('<p>')],
    ['a failure', 'server', (_, response) => response.writeHead(503).end()],
    ['a call that waits for a client', 'invalid_response', (_, response) => response.end('{"success":false}')],
    ['a closed connection', 'network', (_, response) => response.destroy()],
  ])('rejects if a server answers with %s', async (_, code, listener) => {
    const tools = createClient({ url: await respondTo(listener), maxLength: 1000 });
    await expect(tools.find?.()).rejects.toMatchObject({ name: 'ToolCallError', code });
    await expect(collect(tools.find?.stream())).rejects.toMatchObject({ code });
  });

  it.each<[string, string, RequestListener]>([
    [
      'is cut off',
      'network',
      (_, response) => {
        response.writeHead(200, events).write('data: {"isLast":false,"content":[]}\n\n');
        setTimeout(() => response.destroy(), 50);
      },
    ],
    ['ends early', 'network', (_, response) => response.writeHead(200, events).end('data: {"content":[]}\r\n\r\n')],
    [
      'has a long event',
      'invalid_response',
      (_, response) => response.writeHead(200, events).write(`data: ${'x'.repeat(5000)}`),
    ],
    [
      'has long events',
      'invalid_response',
      (_, response) => response.writeHead(200, events).write('data: 1\n'.repeat(5000)),
    ],
    ['is no JSON', 'invalid_response', (_, response) => response.writeHead(200, events).end('data: {\n\n')],
    ['has no objects', 'invalid_response', (_, response) => response.writeHead(200, events).end('data: 1\n\n')],
  ])('rejects if a stream %s', async (_, code, listener) => {
    const tools = createClient({ url: await respondTo(listener), maxLength: 1000 });
    await expect(collect(tools.find?.stream())).rejects.toMatchObject({
      name: 'ToolCallError',
      code,
      status: 200,
    });
  });

  it('reads events that are split anywhere, with any line break', async () => {
    const text = ': comment\r\rid: 1\rdata: {"isLast":false,\rdata: "content":[{"type":"text","text":"é"}]}\r\r';
    const body = Buffer.from(
      `\n${text}event: x\r\ndata:{"isLast":true,"content":[],"structuredContent":{"a":1}}\r\n\r\n`,
    );
    const url = await respondTo(async (_, response) => {
      response.writeHead(200, events).flushHeaders();
      for (const byte of body) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    });
    const tools = createClient({ url });
    const parts = await collect(tools.find?.stream());
    expect(parts.map(shapeOf)).toEqual([
      [false, 'é', 'é'],
      [true, { a: 1 }, ''],
    ]);
  });

  it('passes on what a server sends in place of responses', async () => {
    const url = await respondTo((_, response) => {
      response.writeHead(200, events).end('data: {"text":"a","isLast":false}\n\ndata: {"isLast":true}\n\n');
    });
    const parts = await collect(createClient({ url }).find?.stream());
    expect(parts.map(({ data }) => data)).toEqual([{ text: 'a', isLast: false }, { isLast: true }]);
  });

  it('takes a result in place of a stream for its last part', async () => {
    const url = await respondTo((_, response) => response.end('{"success":true,"data":[1],"content":[]}'));
    const parts = await collect(createClient({ url }).find?.stream());
    expect(parts.map(shapeOf)).toEqual([[true, [1], '']]);
  });

  it('sends headers of its own, also those that a function returns for each request', async () => {
    const received: unknown[] = [];
    const url = await respondTo(({ headers }, response) => {
      received.push([headers['content-type'], headers.authorization]);
      response.end('{"success":true}');
    });
    let count = 0;
    const headers = async () => ({ authorization: `Bearer ${++count}`, 'Content-Type': 'text/plain' });
    const tools = createClient({ url: `${url}/`, headers });
    await tools.find?.();
    await tools.find?.();
    await createClient({ url, headers: { authorization: 'Basic x' } }).find?.();
    expect(received).toEqual([
      ['application/json', 'Bearer 1'],
      ['application/json', 'Bearer 2'],
      ['application/json', 'Basic x'],
    ]);
  });

  it('does not leave its path for a name of dots', async () => {
    const paths: unknown[] = [];
    const url = await respondTo(({ url: path }, response) => {
      paths.push(path);
      response.writeHead(404).end();
    });
    const tools = createClient({ url });
    for (const name of ['..', '.', 'a/../b', '%2e%2e'])
      await expect(tools[name]?.()).rejects.toBeInstanceOf(ToolCallError);
    expect(paths).toEqual(['/tools/', '/tools/', '/tools/a%2F..%2Fb', '/tools/%252e%252e']);
  });

  it('works within the process of its server', async () => {
    const handler = createHandler();
    const tools = createClient<ShopTools>({
      url: 'http://localhost/tools',
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    });
    expect(await tools.find({ query: 'cups' })).toEqual(['cups', 'tea']);
    expect((await collect(tools.describe.stream({ product: 'cup' }))).length).toBe(3);
  });

  it('is no promise, and has the same method for a name each time', async () => {
    const tools = createClient({ url: '/tools' });
    expect(await (async () => tools)()).toBe(tools);
    expect(tools.find).toBe(tools.find);
  });

  it('refuses unknown options, and a URL that is none', async () => {
    expect(() => createClient({ url: '/tools', header: {} } as never)).toThrow(
      "createClient: there is no option 'header'. The options are url, headers, fetch, credentials, onApproval, maxLength.",
    );
    const tools = createClient({ url: '/tools' });
    const message = "A call: there is no option 'timeoutMs'. The options are signal.";
    await expect(tools.find?.({}, { timeoutMs: 5 } as never)).rejects.toThrow(message);
    await expect(collect(tools.find?.stream({}, { timeoutMs: 5 } as never))).rejects.toThrow(message);
    expect(() => createClient({} as never)).toThrow('createClient: url must be a string.');
  });

  it('rejects with the error of fetch if the URL is a path outside of pages, where nothing completes it', async () => {
    const tools = createClient({ url: '/tools' });
    const message = 'Failed to parse URL from /tools/find';
    await expect(tools.find?.({})).rejects.toThrow(message);
    await expect(collect(tools.find?.stream({}))).rejects.toThrow(message);
  });

  it('neither waits for a decision nor sends it after its signal has been aborted', async () => {
    const handler = createHandler();
    const abort = new AbortController();
    const fetch = (url: string, init: RequestInit) => handler.fetch(new Request(url, init));
    const url = 'http://localhost/tools';
    const reason = new Error('stopped');
    const leave = async () => {
      abort.abort(reason);
      return 'approve' as const;
    };
    const tools = createClient<ShopTools>({ url, fetch, onApproval: leave });
    await expect(tools.buy({ product: 'cup' }, { signal: abort.signal })).rejects.toBe(reason);
    const waiting = createClient<ShopTools>({ url, fetch, onApproval: () => new Promise(() => undefined) });
    const call = waiting.buy({ product: 'cup' }, { signal: AbortSignal.timeout(100) });
    await expect(Promise.race([call, wait(1_000)])).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('rejects with a ToolCallError if the code or the message has no text', async () => {
    const respond = () => new Response('{"error":{"code":{"toString":1},"message":{"toString":1}}}');
    const tools = createClient({ url: '/tools', fetch: respond });
    await expect(tools.find?.()).rejects.toBeInstanceOf(ToolCallError);
  });

  it('sends nothing when it is written as JSON', () => {
    const urls: string[] = [];
    const respond = (url: string) => {
      urls.push(url);
      return new Response('{"success":true}');
    };
    JSON.stringify({ tools: createClient({ url: '/tools', fetch: respond }) });
    return expect(wait(20, urls)).resolves.toEqual([]);
  });
});
