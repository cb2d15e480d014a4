import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import type { McpHttpOptions } from 'toolwright/mcp';
import { serveMcp } from 'toolwright/mcp/v2';

const open = new Set<() => Promise<unknown>>();

afterEach(async () => {
  const closing = [...open].reverse();
  open.clear();
  for (const close of closing) await close();
});

function toolkitWith(run: (ctx: ToolContext) => unknown, more: Partial<Parameters<typeof ToolSpec.create>[0]> = {}) {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({ name: 'work', executor: { kind: 'test', execute: (_, ctx) => run(ctx) }, ...more }),
  );
  return toolkit;
}

async function serve(toolkit: Toolkit, options: Omit<McpHttpOptions, 'transport'> = {}): Promise<URL> {
  const serving = await serveMcp(toolkit, { transport: 'http', port: 0, closeTimeoutMs: 100, ...options });
  open.add(() => serving.close());
  return new URL(String(serving.url));
}

async function connect(url: URL, options: ClientOptions = {}, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, ...options },
  );
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  open.add(() => client.close());
  return client;
}

describe('serveMcp of toolwright/mcp/v2', () => {
  it('lists tools with their outputs as they are, and answers calls with the data as it is', async () => {
    const outputSchema = { type: 'array', items: { type: 'number' } } as const;
    const client = await connect(await serve(toolkitWith(() => [1, 2], { outputSchema })));
    expect((await client.listTools()).tools).toMatchObject([{ name: 'work', outputSchema }]);
    expect(await client.callTool({ name: 'work', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: [1, 2],
    });
  });

  it('answers to an unknown tool with a protocol error, and to a failing one with a result', async () => {
    const client = await connect(
      await serve(
        toolkitWith(() => {
          throw new TypeError('It broke.');
        }),
      ),
    );
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    expect(await client.callTool({ name: 'work', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'It broke.' }],
    });
  });

  it('tells of each chunk', async () => {
    const client = await connect(
      await serve(
        toolkitWith(async function* words() {
          yield 'one ';
          yield 'two';
        }),
      ),
    );
    const heard: unknown[] = [];
    const result = await client.callTool({ name: 'work', arguments: {} }, { onprogress: (one) => heard.push(one) });
    expect(result).toMatchObject({ content: [{ text: 'one two' }] });
    expect(heard).toMatchObject([
      { progress: 1, message: 'one ' },
      { progress: 2, message: 'two' },
    ]);
  });

  it('stops a tool whose client is gone', async () => {
    const abort = new AbortController();
    let cleaned: (() => void) | undefined;
    const isClean = new Promise<void>((resolve) => {
      cleaned = resolve;
    });
    const client = await connect(
      await serve(
        toolkitWith(async function* count() {
          try {
            for (let count = 0; ; count++) yield `${count} `;
          } finally {
            cleaned?.();
          }
        }),
      ),
    );
    const options = { signal: abort.signal, onprogress: () => abort.abort() };
    client.callTool({ name: 'work', arguments: {} }, options).catch(() => undefined);
    await expect(isClean).resolves.toBeUndefined();
  });

  it('refuses what it refuses with every SDK', async () => {
    const url = await serve(toolkitWith(() => 1));
    const answer = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { message: 'Invalid Origin header.' } });
  });

  it('refuses clients of older versions, naming its own', async () => {
    const url = await serve(toolkitWith(() => 1));
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await answer.text()).toContain('2026-07-28');
  });

  describe('with a tool that asks', () => {
    const form = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;

    async function asking(answers: readonly object[], run: (ctx: ToolContext) => unknown): Promise<Client> {
      const left = [...answers];
      const client = await connect(await serve(toolkitWith(run)), {
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
      });
      client.setRequestHandler('elicitation/create', () => left.shift() as { action: 'accept' });
      client.setRequestHandler('sampling/createMessage', () => ({
        role: 'assistant',
        model: 'tiny',
        content: { type: 'text', text: 'Hello.' },
      }));
      client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home' }] }));
      return client;
    }

    it('asks in rounds, and goes on where it was', async () => {
      let runs = 0;
      const client = await asking(
        [
          { action: 'accept', content: { city: 'Rome' } },
          { action: 'accept', content: { city: 'Oslo' } },
        ],
        async (ctx) => {
          runs++;
          const from = await ctx.ask<{ city: string }>(form, { message: 'From where?' });
          const to = await ctx.ask<{ city: string }>(form, { message: 'Where to?' });
          return from.kind === 'accept' && to.kind === 'accept' && `${from.data.city} to ${to.data.city}`;
        },
      );
      expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([
        { type: 'text', text: 'Rome to Oslo' },
      ]);
      expect(runs).toBe(1);
    });

    it('asks several things in one round', async () => {
      const client = await asking([], async (ctx) => {
        const [sampled, roots] = await Promise.all([ctx.sample('Hi'), ctx.roots()]);
        return `${sampled.text} ${roots[0]?.uri}`;
      });
      expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([
        { type: 'text', text: 'Hello. file:///home' },
      ]);
    });

    it('takes no state that it has not signed', async () => {
      const client = await asking([{ action: 'decline' }], (ctx) => ctx.ask(form));
      const request = { name: 'work', arguments: {}, requestState: 'v1.e30.AAAA' };
      await expect(client.callTool(request)).rejects.toMatchObject({ code: -32_602 });
    });
  });

  it('gives what a token stands for to the tools, and keeps a waiting call for its owner', async () => {
    const tokens: Record<string, { subject: string }> = { a: { subject: 'ann' }, b: { subject: 'bob' } };
    const toolkit = toolkitWith(async (ctx) => {
      const { subject } = ctx.auth as { subject: string };
      return subject;
    });
    const url = await serve(toolkit, { authorization: { verify: (token) => tokens[token] } });
    const client = await connect(url, {}, { authorization: 'Bearer b' });
    expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([{ type: 'text', text: 'bob' }]);
  });
});
