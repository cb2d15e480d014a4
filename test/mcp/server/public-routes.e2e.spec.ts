import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Toolkit } from 'toolwright';
import { type McpHandlerOptions, mcpHandler, serveMcp } from 'toolwright/mcp';
import { closeAfterTest, send, serveHttp } from './clients.js';

const card = { name: 'example.shop/orders', description: 'Looks up orders.' };
const verify = () => undefined;

/** A toolkit whose only tool must not appear in any public document. */
function toolkit(): Toolkit {
  const made = new Toolkit();
  made.register(function refund() {
    return 'done';
  });
  return made;
}

describe('the server card', () => {
  it('is public, cached, readable by pages of any origin, and says nothing of the tools', async () => {
    const { url } = await serveHttp(toolkit(), {
      card: { ...card, websiteUrl: 'https://shop.example/about' },
      title: 'Orders',
      version: '1.2.3',
      authorization: {
        verify,
        resource: { resource: 'https://shop.example/mcp', authorizationServers: ['https://login.example'] },
      },
    });
    const response = await fetch(`${url.href}/server-card`, { headers: { origin: 'https://anyone.example' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/mcp-server-card+json',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    });
    expect(await response.json()).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: 'example.shop/orders',
      version: '1.2.3',
      description: 'Looks up orders.',
      title: 'Orders',
      websiteUrl: 'https://shop.example/about',
      remotes: [{ type: 'streamable-http', url: 'https://shop.example/mcp' }],
    });
    // The token that the endpoint itself requires.
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
  });

  it('does not take its address from a request, and refuses foreign hosts and other methods', async () => {
    const { url } = await serveHttp(toolkit(), { card });
    const path = '/mcp/server-card';
    expect(await (await fetch(new URL(path, url))).json()).not.toHaveProperty('remotes');
    expect((await fetch(new URL(path, url), { method: 'OPTIONS' })).status).toBe(204);
    expect((await fetch(new URL(path, url), { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(new URL(path, url), { method: 'POST' })).status).toBe(405);
    expect((await send(url, { path, method: 'GET', headers: { host: 'evil.example' } })).status).toBe(403);
  });

  it('does not exist by default', async () => {
    const { url } = await serveHttp(toolkit());
    expect((await fetch(`${url.href}/server-card`)).status).toBe(404);
    expect((await fetch(new URL('/health', url))).status).toBe(404);
  });

  it.each([
    [{ card: { ...card, name: 'orders' } }, 'card.name'],
    [{ card: { ...card, description: 'x'.repeat(101) } }, 'card.description'],
    [{ card: { ...card, url: 'javascript:alert(1)' } }, 'card.url'],
    [{ card, title: 'x'.repeat(101) }, 'card.title'],
    [{ health: 'health' }, 'health'],
    [{ health: '/mcp' }, 'health'],
  ])('is refused if it is not valid: %j', async (options, word) => {
    const serving = serveMcp(toolkit(), { transport: 'http', port: 0, ...options });
    await expect(serving).rejects.toThrow(`serveMcp: ${word} must`);
  });
});

describe('the route for health', () => {
  async function listen(options: McpHandlerOptions) {
    const handler = mcpHandler(toolkit(), options);
    const server = createServer((request, response) => void handler.node(request, response));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closeAfterTest(async () => {
      await handler.close();
      server.close();
      server.closeAllConnections();
    });
    return { handler, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('answers 200, and 503 as soon as the handler closes, without a token', async () => {
    const { handler, origin } = await listen({ health: '/health', authorization: { verify } });
    const open = await fetch(`${origin}/health`);
    expect([open.status, await open.text(), open.headers.get('cache-control')]).toEqual([
      200,
      '{"status":"ok"}',
      'no-store',
    ]);
    void handler.close();
    const closing = await fetch(`${origin}/health`);
    expect([closing.status, await closing.text()]).toEqual([503, '{"status":"closing"}']);
  });

  it('refuses foreign hosts, foreign origins and other methods', async () => {
    const { origin } = await listen({ health: '/health', card });
    const url = new URL(origin);
    expect((await send(url, { path: '/health', method: 'GET', headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await fetch(`${origin}/health`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await fetch(`${origin}/health`, { method: 'POST' })).status).toBe(405);
    // A handler without a path has the card below any.
    expect((await fetch(`${origin}/any/server-card`)).status).toBe(200);
  });
});
