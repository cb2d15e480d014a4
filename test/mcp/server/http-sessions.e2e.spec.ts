import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { Bind, Tool, ToolContext, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { MemoryEventStore } from 'toolwright/mcp';
import { beginSession, closeAfterTest, connectHttp, initialize, send, serveHttp } from './clients.js';

class Desk extends ToolRegistry {
  @Tool()
  whoAmI(@Bind('user.name', { default: 'nobody' }) name: string, ctx: ToolContext): string {
    return `${name} as ${JSON.stringify(ctx.auth ?? null)}`;
  }

  @Tool()
  rename(to: string, ctx: ToolContext): string {
    ctx.state.set('user.name', to);
    return 'renamed';
  }
}

function deskToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Desk());
  return toolkit;
}

const whoAmI = { name: 'whoAmI', arguments: {} };
const textOf = (result: unknown): unknown => (result as { content: { text: string }[] }).content[0]?.text;

/** Creates a toolkit with a tool that waits for the test and records how it ends. */
function createWaitingTool(): {
  readonly toolkit: Toolkit;
  readonly started: Promise<void>;
  readonly ended: Promise<string>;
  readonly finish: () => void;
} {
  const gate: { started?: () => void; ended?: (how: string) => void; finish?: () => void } = {};
  const started = new Promise<void>((resolve) => {
    gate.started = resolve;
  });
  const ended = new Promise<string>((resolve) => {
    gate.ended = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    gate.finish = resolve;
  });
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({
      name: 'wait',
      executor: {
        kind: 'test',
        execute: async (_, ctx) => {
          ctx.signal.addEventListener('abort', () => gate.ended?.('cancelled'));
          gate.started?.();
          await finished;
          gate.ended?.('finished');
          return 'done';
        },
      },
    }),
  );
  return { toolkit, started, ended, finish: () => gate.finish?.() };
}

const callWait = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'wait', arguments: {} } };

describe('a session over HTTP', () => {
  it('has its own state, which sessionState initialises', async () => {
    const asked: unknown[] = [];
    const { url } = await serveHttp(deskToolkit(), {
      sessionState: async (auth, request) => {
        asked.push(auth, request?.method, request?.url.pathname);
        return { user: { name: String(request?.headers['x-user']) } };
      },
    });
    const clients = await Promise.all(
      ['ann', 'bob'].map(
        async (name) => (await connectHttp(url, { requestInit: { headers: { 'x-user': name } } })).client,
      ),
    );
    await clients[0]?.callTool({ name: 'rename', arguments: { to: 'cat' } });
    const texts = await Promise.all(clients.map(async (client) => textOf(await client.callTool(whoAmI))));
    expect(texts).toEqual(['cat as null', 'bob as null']);
    expect(asked).toEqual([undefined, 'POST', '/mcp', undefined, 'POST', '/mcp']);
  });

  it.each(SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== '2024-10-07'))(
    'supports version %s',
    async (protocolVersion) => {
      const { url } = await serveHttp(deskToolkit());
      const body = { ...initialize, params: { ...initialize.params, protocolVersion } };
      expect((await send(url, { body })).json).toMatchObject({ result: { protocolVersion } });
    },
  );

  it('sends the server info and the instructions', async () => {
    const toolkit = deskToolkit();
    toolkit.createGroup('desk', { active: true, instructions: 'Ask who you are.' });
    const { url } = await serveHttp(toolkit, { name: 'shop', title: 'The shop', version: '2.0.0' });
    expect((await send(url, { body: initialize })).json).toMatchObject({
      result: {
        protocolVersion: LATEST_PROTOCOL_VERSION,
        serverInfo: { name: 'shop', title: 'The shop', version: '2.0.0' },
        instructions: '## desk\n\nAsk who you are.',
        capabilities: { tools: { listChanged: true }, logging: {} },
      },
    });
  });

  it('ends with a DELETE', async () => {
    const { url } = await serveHttp(deskToolkit());
    const { client, transport } = await connectHttp(url);
    const headers = { 'mcp-session-id': String(transport.sessionId) };
    await transport.terminateSession();
    await client.close();
    expect((await send(url, { body: { jsonrpc: '2.0', id: 2, method: 'ping' }, headers })).status).toBe(404);
  });

  it('ends when it is idle too long, but not while a stream is open', async () => {
    const { url } = await serveHttp(deskToolkit(), { sessions: { idleTimeoutMs: 1_000 } });
    const { client } = await connectHttp(url);
    const idle = await beginSession(url);
    const ping = { body: { jsonrpc: '2.0', id: 2, method: 'ping' }, headers: { 'mcp-session-id': idle } };
    expect((await send(url, ping)).status).toBe(200);
    await new Promise((resolve) => {
      setTimeout(resolve, 2_500);
    });
    expect((await send(url, ping)).status).toBe(404);
    // The stream of the client has been open all the time.
    expect(textOf(await client.callTool(whoAmI))).toBe('nobody as null');
  });

  it('serves the application’s own resources in addition to the tools', async () => {
    const { url } = await serveHttp(deskToolkit(), {
      server: () => {
        const server = new McpServer({ name: 'library', version: '1.0.0' });
        server.registerResource('book', 'book://one', {}, async () => ({
          contents: [{ uri: 'book://one', text: 'Once upon a time' }],
        }));
        return server;
      },
    });
    const { client } = await connectHttp(url);
    expect((await client.readResource({ uri: 'book://one' })).contents).toMatchObject([{ text: 'Once upon a time' }]);
    expect(textOf(await client.callTool(whoAmI))).toBe('nobody as null');
    expect(client.getServerVersion()?.name).toBe('library');
  });

  it('receives changes to the list of tools', async () => {
    const toolkit = deskToolkit();
    const { url } = await serveHttp(toolkit);
    const { client } = await connectHttp(url);
    const changed = new Promise<void>((resolve) => {
      client.fallbackNotificationHandler = async () => resolve();
    });
    // The stream for notifications opens a moment after the client has connected.
    const timer = setInterval(() => toolkit.register(ToolSpec.create({ name: `t${Date.now()}`, executor })), 100);
    await changed;
    clearInterval(timer);
    expect((await client.listTools()).tools.length).toBeGreaterThan(2);
  });
});

const executor = { kind: 'test', execute: () => 'ok' };

describe('HTTP without sessions', () => {
  it('responds to each request separately, including its progress', async () => {
    const { url } = await serveHttp(
      ToolSpec.create({
        name: 'words',
        executor: {
          kind: 'test',
          execute: async function* words() {
            yield 'one ';
            yield 'two';
          },
        },
      }),
      { sessions: false },
    );
    const { client, transport } = await connectHttp(url);
    const progress: unknown[] = [];
    const result = await client.callTool({ name: 'words' }, undefined, { onprogress: (one) => progress.push(one) });
    expect(textOf(result)).toBe('one two');
    expect(progress).toEqual([
      { progress: 1, message: 'one ' },
      { progress: 2, message: 'two' },
    ]);
    expect(transport.sessionId).toBeUndefined();
  });

  it('begins each request with the state that sessionState returns', async () => {
    const { url } = await serveHttp(deskToolkit(), {
      sessions: false,
      sessionState: (_, request) => ({ user: { name: String(request?.headers['x-user']) } }),
    });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: whoAmI };
    expect((await send(url, { body, headers: { 'x-user': 'ann' } })).text).toContain('ann as null');
  });
});

describe('a client that disconnects', () => {
  it('cancels its call', async () => {
    const { toolkit, started, ended } = createWaitingTool();
    const { url } = await serveHttp(toolkit);
    const session = await beginSession(url);
    const abort = new AbortController();
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': session,
    };
    const request = { method: 'POST', headers, body: JSON.stringify(callWait), signal: abort.signal };
    const reading = fetch(url, request).then((response) => response.text());
    await started;
    abort.abort();
    await expect(reading).rejects.toThrow();
    expect(await ended).toBe('cancelled');
  });

  it('can resume the response when events are stored', async () => {
    const { toolkit, started, ended, finish } = createWaitingTool();
    const { url } = await serveHttp(toolkit, { eventStore: new MemoryEventStore() });
    const session = await beginSession(url);
    const abort = new AbortController();
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-11-25',
    };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(callWait),
      signal: abort.signal,
    });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    const eventId = /^id: (.*)$/m.exec(new TextDecoder().decode(value))?.[1];
    await started;
    abort.abort();
    await reader?.closed.catch(() => undefined);
    finish();
    expect(await ended).toBe('finished');

    const resumed = new AbortController();
    closeAfterTest(async () => resumed.abort());
    const again = await fetch(url, {
      headers: { ...headers, 'last-event-id': String(eventId) },
      signal: resumed.signal,
    });
    expect(again.status).toBe(200);
    let text = '';
    for await (const chunk of again.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('"id":5')) break;
    }
    expect(text).toContain('"text":"done"');
  });

  it('cannot read the events of another session', async () => {
    const store = new MemoryEventStore();
    const { url } = await serveHttp(deskToolkit(), { eventStore: store });
    const [mine, others] = [await beginSession(url), await beginSession(url)];
    const answer = await send(url, {
      body: { jsonrpc: '2.0', id: 3, method: 'ping' },
      headers: { 'mcp-session-id': others, 'mcp-protocol-version': '2025-11-25' },
    });
    const eventId = String(/^id: (.*)$/m.exec(answer.text)?.[1]);
    const stolen = await send(url, { method: 'GET', headers: { 'mcp-session-id': mine, 'last-event-id': eventId } });
    expect(stolen).toMatchObject({ status: 400, json: { error: { code: -32_000 } } });
  });
});

describe('a server that closes', () => {
  it('completes pending calls, rejects new ones, and closes once', async () => {
    const { toolkit, started, finish } = createWaitingTool();
    const { url, close } = await serveHttp(toolkit, { closeTimeoutMs: 10_000 });
    const { client } = await connectHttp(url);
    const calling = client.callTool({ name: 'wait' });
    await started;
    const closing = Promise.all([close(), close()]);
    const refused = await fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => 'not even taken',
    );
    expect([503, 'not even taken']).toContain(refused);
    finish();
    expect(textOf(await calling)).toBe('done');
    await closing;
    await close();
  });

  it('cancels calls that exceed closeTimeoutMs, with a message for the model', async () => {
    const { toolkit, started, ended } = createWaitingTool();
    const { url, close } = await serveHttp(toolkit, { closeTimeoutMs: 50 });
    const { client } = await connectHttp(url);
    const calling = client.callTool({ name: 'wait' });
    await started;
    await close();
    expect(await ended).toBe('cancelled');
    expect(await calling).toMatchObject({
      isError: true,
      content: [{ text: "The call of 'wait' was interrupted by the caller." }],
    });
  });
});

describe('MemoryEventStore', () => {
  it('discards the oldest events when it is full', async () => {
    const store = new MemoryEventStore({ maxEvents: 2 });
    const ids = await Promise.all([1, 2, 3].map((id) => store.storeEvent('s', { id })));
    const kept = await Promise.all(ids.map((id) => store.getStreamIdForEventId(id)));
    expect(kept).toEqual([undefined, 's', 's']);
  });
});
