import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as ModernServer } from '@modelcontextprotocol/server';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { type McpHandler, type McpHandlerOptions, type McpSdkServer, mcpHandler } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { closeAfterTest, initialize } from './clients.js';

const info = { name: 'client', version: '1.0.0' };
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': info,
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Era = '2025-11-25' | '2026-07-28';
type Send = (
  body: object,
  more?: { readonly headers?: Record<string, string>; readonly signal?: AbortSignal },
) => Promise<Response>;

/** The calls of a tool that waits until it is cancelled. */
const calls = { started: 0, cancelled: 0 };

function toolkit(): Toolkit {
  const made = new Toolkit();
  const add = ToolSpec.fromFunction((a: number, b: number) => a + b, {
    name: 'add',
    params: { a: { type: Number }, b: { type: Number } },
  });
  const wait = async (_: object, { signal }: ToolContext): Promise<string> => {
    calls.started++;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
    calls.cancelled++;
    return 'cancelled';
  };
  const count = async function* (): AsyncGenerator<string> {
    for (const part of ['one', 'two', 'three']) {
      yield part;
      await delay(5);
    }
  };
  const executors = {
    wait,
    count,
    slow: () => delay(200, 'slow'),
    whoami: (_: object, { auth }: ToolContext) => auth,
  };
  const specs = Object.entries(executors).map(([name, execute]) =>
    ToolSpec.create({ name, executor: { kind: 'test', execute } }),
  );
  made.register([add, ...specs]);
  return made;
}

/** Creates a handler that is closed after the test. */
function handlerOf(options: McpHandlerOptions = {}): McpHandler {
  const handler = mcpHandler(toolkit(), { closeTimeoutMs: 100, ...options });
  closeAfterTest(() => handler.close());
  return handler;
}

/** Listens with a server of Node.js. */
async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closeAfterTest(async () => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

const faces = {
  fetch: async (handler: McpHandler): Promise<typeof fetch> => {
    return async (input, init) => handler.fetch(new Request(input, init));
  },
  node: async (handler: McpHandler): Promise<typeof fetch> => {
    const { host } = await listen((request, response) => void handler.node(request, response));
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      url.host = host;
      return fetch(url, init);
    };
  },
} as const;

const url = new URL('http://localhost/mcp');

/** Connects the official client of an era. */
async function connect(
  era: Era,
  send: typeof fetch,
): Promise<Pick<Client, 'callTool' | 'listTools' | 'getPrompt' | 'close'>> {
  if (era === '2025-11-25') {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: send }));
    closeAfterTest(() => client.close());
    return client;
  }
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: era } } });
  await client.connect(new ModernTransport(url, { fetch: send }));
  closeAfterTest(() => client.close());
  return client as unknown as Client;
}

function senderOf(send: typeof fetch): Send {
  return (body, { headers = {}, signal } = {}) => {
    const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return send(url, {
      method: 'POST',
      headers: { ...usual, ...headers },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  };
}

/** Returns a call and its headers, as a client of an era sends them. */
function callOf(
  era: Era,
  name: string,
  { id = 1 as string | number, args = {}, meta = {} as object } = {},
): Parameters<Send> {
  const isModern = era === '2026-07-28';
  const params = { name, arguments: args, _meta: { ...(isModern ? modernMeta : {}), ...meta } };
  const named = { 'mcp-method': 'tools/call', 'mcp-name': name };
  const headers: Record<string, string> = { 'mcp-protocol-version': era, ...(isModern ? named : {}) };
  return [{ jsonrpc: '2.0', id, method: 'tools/call', params }, { headers }];
}

beforeEach(() => Object.assign(calls, { started: 0, cancelled: 0 }));

describe.each(['fetch', 'node'] as const)('mcpHandler, by its %s', (face) => {
  describe.each(['2025-11-25', '2026-07-28'] as const)('serves clients of version %s', (era) => {
    const isModern = era === '2026-07-28';

    it('together with those of the other version, on one path', async () => {
      const send = await faces[face](handlerOf());
      const clients = await Promise.all([connect('2025-11-25', send), connect(era, send), connect('2026-07-28', send)]);
      for (const client of clients) {
        expect((await client.listTools()).tools).toHaveLength(5);
        const { content } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
        expect(content).toEqual([{ type: 'text', text: '3' }]);
      }
    });

    it.each([
      ['add', { a: 1, b: 2 }, {}, 'application/json'],
      // From 2026-07-28 on, the response becomes a stream only when there is a notification to send.
      ['add', { a: 1, b: 2 }, { progressToken: 1 }, isModern ? 'application/json' : 'text/event-stream'],
      ['count', {}, { progressToken: 1 }, 'text/event-stream'],
      ['count', {}, {}, 'application/json'],
      ['slow', {}, {}, isModern ? 'application/json' : 'text/event-stream'],
    ])('with a response to a call of %s %j %j of type %s', async (name, args, meta, type) => {
      const post = senderOf(await faces[face](handlerOf({ sessions: false })));
      let response = await post(...callOf(era, name, { args, meta }));
      // On a busy machine, any call may take longer than 50 ms.
      for (let times = 0; times < 20 && response.headers.get('content-type') !== type; times++) {
        await response.text();
        response = await post(...callOf(era, name, { args, meta }));
      }
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      const text = await response.text();
      expect(text).toContain('"result"');
      expect(text.match(/notifications\/progress/g) ?? []).toHaveLength(
        name === 'count' && 'progressToken' in meta ? 3 : 0,
      );
    });

    it('and cancels a call whose response they stop reading', async () => {
      const post = senderOf(await faces[face](handlerOf({ sessions: false })));
      const abort = new AbortController();
      const [body, options] = callOf(era, 'wait', { meta: { progressToken: 1 } });
      const response = await post(body, { ...options, signal: abort.signal });
      await until(() => calls.started === 1);
      if (face === 'node') abort.abort();
      else await response.body?.cancel();
      await until(() => calls.cancelled === 1);
    });

    it('and cancels a call by a notification of its subject, and of no other', async () => {
      const errors: unknown[] = [];
      const handler = handlerOf({ sessions: false, onError: (error) => errors.push(error) });
      const as = (subject: string): Send => {
        return senderOf(async (input, init) => handler.fetch(new Request(input, init), { auth: { subject } }));
      };
      const [call, options] = callOf(era, 'wait', { id: 7 });
      const answer = as('ann')(call, options);
      await until(() => calls.started === 1);
      const params = { requestId: 7, ...(isModern ? { _meta: modernMeta } : {}) };
      const method = 'notifications/cancelled';
      const cancellation = [
        { jsonrpc: '2.0', method, params },
        { headers: { ...options?.headers, 'mcp-method': method } },
      ] as const;
      expect((await as('bob')(...cancellation)).status).toBe(202);
      await delay(20);
      expect(calls.cancelled).toBe(0);
      expect(errors.map(String)).toEqual([expect.stringContaining('the request 7: it belongs to another client')]);
      expect((await as('ann')(...cancellation)).status).toBe(202);
      await until(() => calls.cancelled === 1);
      expect(await (await answer).text()).not.toContain('"result"');
      expect((await as('ann')(...cancellation)).status).toBe(202);
      expect(errors).toHaveLength(1);
    });

    it('and passes on the caller whom the application has authenticated', async () => {
      const verify = (): undefined => undefined;
      const handler = handlerOf({ sessions: false, authorization: { verify } });
      const post = senderOf(async (input, init) => handler.fetch(new Request(input, init), { auth: { sub: 'ann' } }));
      expect(await (await post(...callOf(era, 'whoami'))).text()).toContain('ann');
      const anonymous = senderOf(async (input, init) => handler.fetch(new Request(input, init)));
      expect((await anonymous(...callOf(era, 'whoami'))).status).toBe(401);
    });

    it.each([
      ['a foreign host', { host: 'evil.example' }, 403],
      ['a foreign origin', { origin: 'https://evil.example' }, 403],
      ['another type', { 'content-type': 'text/plain' }, 415],
    ])('and refuses a request with %s', async (_, headers, status) => {
      const handler = handlerOf({ sessions: false, maxBodyBytes: 1_000 });
      const [body, options] = callOf(era, 'add');
      expect(
        await statusOf(handler, { body: JSON.stringify(body), headers: { ...options?.headers, ...headers } }),
      ).toBe(status);
    });

    it.each([
      ['too many bytes', { text: 'x'.repeat(2_000) }],
      ['too many values', { list: new Array(60).fill(0) }],
    ])('and refuses a body with %s', async (_, args) => {
      const handler = handlerOf({ sessions: false, maxBodyBytes: 1_000, maxMessageValues: 50 });
      const [body, options] = callOf(era, 'add', { args });
      expect(await statusOf(handler, { body: JSON.stringify(body), headers: { ...options?.headers } })).toBe(413);
    });
  });

  /** Sends a request with headers that `fetch` does not send, and returns the status of the response. */
  async function statusOf(
    handler: McpHandler,
    { body, headers }: { body: string; headers: Record<string, string> },
  ): Promise<number> {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    if (face === 'fetch') return (await handler.fetch(new Request(url, { method: 'POST', headers: all, body }))).status;
    const target = await listen((request, response) => void handler.node(request, response));
    return new Promise((resolve, reject) => {
      const sent = httpRequest(target, { method: 'POST', headers: all }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  it("creates the application's own server for the version of each client", async () => {
    const server = (era: Era): McpSdkServer => {
      const own = new (era === '2026-07-28' ? ModernServer : McpServer)({ name: `for ${era}`, version: '1.0.0' });
      const get = () => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text: era } }] });
      (own as McpServer).registerPrompt('era', {}, get);
      return own;
    };
    const send = await faces[face](handlerOf({ server }));
    for (const era of ['2025-11-25', '2026-07-28'] as const) {
      const client = await connect(era, send);
      expect((await client.listTools()).tools).toHaveLength(5);
      expect((await client.getPrompt({ name: 'era' })).messages[0]?.content).toEqual({ type: 'text', text: era });
    }
  });

  it('refuses an empty batch', async () => {
    const post = senderOf(await faces[face](handlerOf({ sessions: false })));
    expect((await post([])).status).toBe(400);
  });

  it('cancels once if a client both closes the response and sends a notification', async () => {
    const errors: unknown[] = [];
    const handler = handlerOf({ sessions: false, clientOf: () => 'proxy', onError: (error) => errors.push(error) });
    const post = senderOf(await faces[face](handler));
    const abort = new AbortController();
    const [call, options] = callOf('2025-11-25', 'wait', { id: 'a', meta: { progressToken: 1 } });
    const response = await post(call, { ...options, signal: abort.signal });
    await until(() => calls.started === 1);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } };
    await Promise.all([post(cancelled), face === 'node' ? abort.abort() : response.body?.cancel()]);
    await until(() => calls.cancelled === 1);
    expect((await post(cancelled)).status).toBe(202);
    expect(errors).toEqual([]);
  });

  it('serves sessions of version 2025-11-25 by default', async () => {
    const post = senderOf(await faces[face](handlerOf()));
    const begun = await post(initialize);
    expect(begun.headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await post(...callOf('2025-11-25', 'add'))).status).toBe(400);
  });
});

describe('mcpHandler', () => {
  it('refuses a body that arrives too slowly', async () => {
    const handler = handlerOf({ sessions: false, requestTimeoutMs: 50 });
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const request = new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect((await handler.fetch(request)).status).toBe(408);
  });

  it('reads a body that a framework has parsed', async () => {
    const handler = handlerOf({ sessions: false, maxMessageValues: 50 });
    const target = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
      await handler.node(Object.assign(request, { body }), response);
    });
    const post = senderOf((_, init) => fetch(target, init));
    expect(await (await post(...callOf('2025-11-25', 'add', { args: { a: 1, b: 2 } }))).text()).toContain('"3"');
    const large = callOf('2025-11-25', 'add', { args: { list: new Array(60).fill(0) } });
    expect((await post(...large)).status).toBe(413);
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'leaves no call of %s open if the client has gone before the handler runs',
    async (era) => {
      const handler = handlerOf({ sessions: false });
      const handled: Promise<void>[] = [];
      const target = await listen(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
        // A guard takes longer than the client waits.
        await once(response, 'close');
        handled.push(handler.node(Object.assign(request, { body }), response));
      });
      const abort = new AbortController();
      const post = senderOf((_, init) => fetch(target, init));
      const [message, options] = callOf(era, 'wait');
      const sent = post(message, { ...options, signal: abort.signal }).catch(() => undefined);
      await delay(100);
      abort.abort();
      await sent;
      await until(() => handled.length === 1);
      await Promise.all(handled);
      await delay(200);
      expect(calls.started).toBe(calls.cancelled);
    },
  );

  it('says so if a framework has read the body without passing it', async () => {
    const errors: unknown[] = [];
    const handler = handlerOf({ sessions: false, onError: (error) => errors.push(error) });
    const target = await listen(async (request, response) => {
      for await (const _ of request);
      await handler.node(request, response);
    });
    const post = senderOf((_, init) => fetch(target, init));
    expect((await post(...callOf('2025-11-25', 'add'))).status).toBe(500);
    expect(errors.map(String)).toEqual([expect.stringContaining('Pass the parsed body in the options: { body }.')]);
  });

  it.each([
    ['2025-11-25', '2026-07-28'],
    ['2026-07-28', '2025-11-25'],
  ] as const)('refuses clients of another version if its era is %s', async (era, other) => {
    const post = senderOf(await faces.fetch(handlerOf({ sessions: false, era })));
    expect((await post(...callOf(era, 'add', { args: { a: 1, b: 2 } }))).status).toBe(200);
    const refused = await post(...callOf(other, 'add'));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringMatching(/version/i) } });
  });

  it('rejects an unknown era', () => {
    expect(() => mcpHandler(toolkit(), { era: '2024' as Era })).toThrow("era must be '2025-11-25' or '2026-07-28'");
  });

  it('cancels open calls when it is closed, and refuses further requests', async () => {
    const handler = handlerOf({ sessions: false, closeTimeoutMs: 20 });
    const post = senderOf(await faces.fetch(handler));
    const answers = [post(...callOf('2025-11-25', 'wait')), post(...callOf('2026-07-28', 'wait'))];
    await until(() => calls.started === 2);
    await Promise.all([handler.close(), handler.close()]);
    await until(() => calls.cancelled === 2);
    await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect((await post(...callOf('2025-11-25', 'add'))).status).toBe(503);
  });
});
