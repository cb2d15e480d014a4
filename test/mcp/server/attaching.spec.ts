import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { attachMcp, type McpSdkServer, mcpHandler, serveMcp } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import { Shop } from '../../offers/shop.js';
import { send } from '../stateless/requests.js';
import { closeAfterTest } from './clients.js';

function toolkitWith(run: (ctx: ToolContext) => unknown): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.create({ name: 'work', executor: { kind: 'test', execute: (_, ctx) => run(ctx) } }));
  return toolkit;
}

async function connect(server: McpSdkServer): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([(server as McpServer).connect(serverSide), client.connect(clientSide)]);
  closeAfterTest(() => client.close());
  return client;
}

const info = { name: 'test', version: '1.0.0' };

describe('attachMcp', () => {
  it.each([
    ['toolwright/mcp', attachMcp],
    ['toolwright/mcp/v1', v1.attachMcp],
  ])('adds tools to a server with its own prompts: %s', async (_, attach) => {
    const server = new McpServer(info);
    server.registerPrompt('hi', {}, () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }] }));
    await attach(
      toolkitWith(() => 'done'),
      server,
    );
    const client = await connect(server);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    expect((await client.callTool({ name: 'work' })).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  const hi = () => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }] });

  it.each([
    [
      '2025-11-25',
      async (toolkit: Toolkit) => {
        const server = new McpServer(info);
        server.registerPrompt('hi', {}, hi);
        await attachMcp(toolkit, server);
        const client = await connect(server);
        return { prompts: client.listPrompts(), read: client.readResource({ uri: 'shop://policy' }) };
      },
    ],
    [
      '2026-07-28',
      async (toolkit: Toolkit) => {
        const server = (): McpServerV2 => {
          const own = new McpServerV2(info);
          own.registerPrompt('hi', {}, hi);
          return own;
        };
        const handler = mcpHandler(toolkit, { era: '2026-07-28', server });
        closeAfterTest(() => handler.close());
        const resultOf = async (method: string, params = {}) => (await send(handler, method, params)).result;
        return { prompts: resultOf('prompts/list'), read: resultOf('resources/read', { uri: 'shop://policy' }) };
      },
    ],
  ])('answers what the own server of %s does not', async (_, serve) => {
    const toolkit = new Toolkit();
    toolkit.register(new Shop());
    const { prompts, read } = await serve(toolkit);
    expect((await prompts).prompts).toMatchObject([{ name: 'hi' }]);
    expect((await read).contents).toMatchObject([{ text: expect.stringContaining('Returns') }]);
  });

  it('leaves the log level to a server that handles it', async () => {
    const server = new Server(info, { capabilities: { logging: {} } });
    await attachMcp(
      toolkitWith((ctx) => ctx.log('info', 'from the tool')),
      server,
    );
    const client = await connect(server);
    const notifications: unknown[] = [];
    client.setNotificationHandler(
      LoggingMessageNotificationSchema,
      ({ params }) => void notifications.push(params.data),
    );
    await client.setLoggingLevel('error');
    await client.callTool({ name: 'work' });
    await server.sendLoggingMessage({ level: 'info', data: 'from the server' });
    await server.sendLoggingMessage({ level: 'error', data: 'an error' });
    await client.ping();
    expect(notifications).toEqual(['an error']);
  });

  it('stops reporting changes and rejects calls after it is closed', async () => {
    const toolkit = toolkitWith(() => 'done');
    const server = new Server(info);
    const attachment = await attachMcp(toolkit, server);
    const client = await connect(server);
    const notifications: unknown[] = [];
    client.fallbackNotificationHandler = async (notification) => void notifications.push(notification);
    await Promise.all([attachment.close(), attachment.close()]);
    toolkit.register(function another() {});
    await expect(client.callTool({ name: 'work' })).rejects.toMatchObject({ code: -32_000 });
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    await client.ping();
    expect(notifications).toEqual([]);
  });

  it('rejects a server that is connected', async () => {
    const server = new Server(info);
    await connect(server);
    await expect(
      attachMcp(
        toolkitWith(() => 1),
        server,
      ),
    ).rejects.toThrow('the server is already connected');
  });

  it('rejects a server that has its own tools', async () => {
    const server = new Server(info, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
    await expect(
      attachMcp(
        toolkitWith(() => 1),
        server,
      ),
    ).rejects.toThrow('the server has its own tools');
  });

  it('rejects an object that is not a server', async () => {
    const none = { connect: async () => {}, close: async () => {} };
    await expect(
      attachMcp(
        toolkitWith(() => 1),
        none,
      ),
    ).rejects.toThrow('attachMcp requires a Server or McpServer');
  });
});

describe('serveMcp over standard input and output', () => {
  it.each([
    ['toolwright/mcp', serveMcp],
    ['toolwright/mcp/v1', v1.serveMcp],
  ])('accepts any streams, and passes auth to the tools: %s', async (_, serve) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const toolkit = toolkitWith((ctx) => `for ${String(ctx.auth)}`);
    const serving = await serve(toolkit, { transport: 'stdio', auth: 'ann', stdin, stdout });
    expect(serving.url).toBeUndefined();
    stdin.end('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work"}}\n');
    await serving.closed;
    await serving.close();
    expect(JSON.parse(String(stdout.read()))).toMatchObject({ result: { content: [{ text: 'for ann' }] } });
  });

  it('cancels a call that exceeds closeTimeoutMs when it closes', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let start: (() => void) | undefined;
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const toolkit = toolkitWith((ctx) => {
      start?.();
      return new Promise((resolve) => {
        ctx.signal.addEventListener('abort', () => resolve('late'));
      });
    });
    const serving = await serveMcp(toolkit, { transport: 'stdio', stdin, stdout, closeTimeoutMs: 20 });
    stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work"}}\n');
    await started;
    await serving.close();
    expect(JSON.parse(String(stdout.read()))).toMatchObject({ id: 1, result: { isError: true } });
  });

  it('closes when its output stream fails', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const serving = await serveMcp(
      toolkitWith(() => 1),
      { transport: 'stdio', stdin, stdout },
    );
    stdout.destroy(new Error('EPIPE'));
    await expect(serving.closed).resolves.toBeUndefined();
  });
});
