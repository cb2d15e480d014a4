import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { DefinitionError, DeniedError, NetworkError, Toolkit, ToolSpec } from 'toolwright';
import { type McpSourceOptions, mcpHandler, mcpSource, mcpSources } from 'toolwright/mcp';
import { OutboundRules } from '../../../src/base/network/outbound-rules.js';
import { createGuardedFetch, type Resolve } from '../../../src/integrations/mcp/client/http/guarded-fetch.js';
import { rawServer, useSources } from './servers.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const open = useSources();

async function listen(handler: Handler): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.closeAfterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A server at another port. It counts as another private address. */
async function listenElsewhere(): Promise<{ readonly url: string; readonly received: IncomingMessage[] }> {
  const received: IncomingMessage[] = [];
  const url = await listen((request, response) => {
    received.push(request);
    sendJson(response, 404, {});
  });
  return { url, received };
}

/** Responds to a request and returns true, or returns false. */
type First = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server of both protocol versions. `first` is called for each request before the server. */
async function serve(): Promise<{ readonly url: string; first: First }> {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.create({ name: 'ping', executor: { kind: 'test', execute: () => 'pong' } }));
  const handler = mcpHandler(toolkit);
  open.closeAfterTest(() => handler.close());
  const url = await listen((request, response) => {
    if (!server.first(request, response)) void handler.node(request, response);
  });
  const server: { readonly url: string; first: First } = { url: `${url}/mcp`, first: () => false };
  return server;
}

/** Responds with 401, and names the URL of the metadata of the protected resource. */
function challenge(metadata: string): Handler {
  return (_, response) => {
    response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}"`);
    sendJson(response, 401, { error: 'unauthorized' });
  };
}

/** Requires a login at an authorisation server. */
function requireLogin(url: string, authorizationServer: string): First {
  const { origin } = new URL(url);
  return (request, response) => {
    if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true) {
      sendJson(response, 200, { resource: url, authorization_servers: [authorizationServer] });
    } else {
      challenge(`${origin}/.well-known/oauth-protected-resource/mcp`)(request, response);
    }
    return true;
  };
}

function createProvider(): OAuthClientProvider {
  return {
    redirectUrl: 'http://127.0.0.1:1/callback',
    clientMetadata: { redirect_uris: ['http://127.0.0.1:1/callback'] },
    clientInformation: () => ({ client_id: 'client-1' }),
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => 'verifier',
  };
}

/** The options of a source that may reach no port of the loopback interface but that of its URL. */
function withLogin(url: string): Pick<McpSourceOptions, 'transport' | 'outbound'> {
  return { transport: { url, auth: createProvider() }, outbound: {} };
}

describe.each([
  ['v1', '2025-11-25'],
  ['v2', '2026-07-28'],
] as const)('a source with the SDK %s, of a server of %s,', (sdk, version) => {
  it('reaches the private address of its URL', async () => {
    const { url } = await serve();
    const source = open.source({ sdk, transport: { url } });
    const [ping] = await source.specs();
    expect(source.server?.protocolVersion).toBe(version);
    expect(await ping?.call({})).toBe('pong');
  });

  it('does not follow the redirect of a call to another private address', async () => {
    const other = await listenElsewhere();
    const server = await serve();
    const [ping] = await open.source({ sdk, transport: { url: server.url }, outbound: {} }).specs();
    server.first = (_, response) => {
      response.writeHead(307, { location: `${other.url}/mcp` }).end();
      return true;
    };
    expect((await ping?.exec({}))?.error).toBeDefined();
    expect(other.received).toEqual([]);
  });

  it('follows a redirect within its origin, with the headers of the transport', async () => {
    const server = await serve();
    const moved: unknown[] = [];
    server.first = ({ url, headers }, response) => {
      if (url !== '/mcp') moved.push(headers['x-key']);
      else response.writeHead(307, { location: '/moved' }).end();
      return url === '/mcp';
    };
    const source = open.source({ sdk, transport: { url: server.url, headers: { 'x-key': 'abcdef' } } });
    const [ping] = await source.specs();
    expect(await ping?.call({})).toBe('pong');
    expect(new Set(moved)).toEqual(new Set(['abcdef']));
  });

  it('does not read metadata at another private address that the server names', async () => {
    const other = await listenElsewhere();
    const server = await serve();
    const [ping] = await open.source({ sdk, ...withLogin(server.url) }).specs();
    server.first = (request, response) => {
      if (request.url !== '/mcp') sendJson(response, 404, {});
      else challenge(`${other.url}/metadata`)(request, response);
      return true;
    };
    expect((await ping?.exec({}))?.error).toBeDefined();
    expect(other.received).toEqual([]);
    const { host } = new URL(other.url);
    expect(open.warnings).toContainEqual(
      expect.objectContaining({
        kind: 'outbound',
        message: expect.stringContaining(`Requests to '${host}' are denied`),
      }),
    );
  });

  it('does not reach an authorisation server at another private address, also when a login is finished', async () => {
    const other = await listenElsewhere();
    const server = await serve();
    server.first = requireLogin(server.url, other.url);
    const source = open.source({ sdk, ...withLogin(server.url) });
    await expect(source.connect()).rejects.toMatchObject({ code: 'denied' });
    await expect(source.finishAuth('code')).rejects.toThrow('its address is private or reserved');
    expect(other.received).toEqual([]);
  });

  it.each([
    ['a host in allowHosts', (url: URL) => ({ allowHosts: [url.host] })],
    ['the loopback interface, which is also that of its URL', () => undefined],
  ])('reaches %s, without the headers of the transport', async (_, outboundOf) => {
    const other = await listenElsewhere();
    const server = await serve();
    server.first = requireLogin(server.url, other.url);
    const source = open.source({
      sdk,
      transport: { url: server.url, auth: createProvider(), headers: { 'x-key': 'abcdef' } },
      outbound: outboundOf(new URL(other.url)),
    });
    await expect(source.connect()).rejects.toThrow();
    expect(other.received.map(({ url }) => url)).toContain('/.well-known/oauth-authorization-server');
    expect(other.received.filter(({ headers }) => 'x-key' in headers)).toEqual([]);
  });
});

describe('a guarded fetch', () => {
  /** Sends a GET. Host names resolve to the addresses. */
  async function send(url: string, addresses: readonly string[] = [], allowHosts: string[] = []): Promise<Response> {
    const rules = OutboundRules.read({ allowHosts }, 'test');
    const resolve: Resolve = async () => addresses.map((address) => ({ address, family: 4 }));
    return createGuardedFetch({ rules, resolve, onDenied: () => {} }, (target, init) => fetch(target, init))(url);
  }

  it.each([
    ['http://127.0.0.1:9/', []],
    ['http://[::ffff:7f00:1]:9/', []],
    ['http://localhost:9/', []],
    ['file:///etc/passwd', []],
    ['http://rebound.example:9/', ['127.0.0.1']],
    ['http://rebound.example:9/', ['93.184.216.34', '10.0.0.1']],
  ])('denies %s with the addresses %j', async (url, addresses) => {
    await expect(send(url, addresses)).rejects.toThrow(DeniedError);
  });

  it('follows no redirect', async () => {
    const other = await listenElsewhere();
    const url = await listen((_, response) => response.writeHead(302, { location: other.url }).end());
    expect((await send(url, [], [new URL(url).host])).status).toBe(302);
    expect(other.received).toEqual([]);
  });

  it('reports a name that does not exist as a connection that failed', async () => {
    const server = await serve();
    server.first = requireLogin(server.url, 'http://does-not-exist.invalid');
    const source = open.source({ transport: { url: server.url, auth: createProvider() } });
    await expect(source.connect()).rejects.toThrow(NetworkError);
  });
});

describe('the option outbound', () => {
  it.each<[Partial<McpSourceOptions>, string]>([
    [{ outbound: { allowHosts: ['http://x'] } }, "mcpSource 'shop': outbound: allowHosts must contain hosts"],
    [{ outbound: { allowHost: [] } as never }, "Did you mean 'allowHosts'?"],
    [{ outbound: {}, transport: rawServer() }, "mcpSource 'shop': outbound requires a transport with a url."],
  ])('is refused as %j', (options, message) => {
    const create = (): unknown => mcpSource({ name: 'shop', transport: { url: 'http://127.0.0.1:9/mcp' }, ...options });
    expect(create).toThrow(DefinitionError);
    expect(create).toThrow(message);
  });

  it('is refused in a runtime without node:dns, unless it allows private addresses', () => {
    const { getBuiltinModule } = process;
    const create = (denyPrivate: boolean): unknown =>
      mcpSource({ name: 'shop', transport: { url: 'https://shop.example/mcp' }, outbound: { denyPrivate } });
    process.getBuiltinModule = (() => undefined) as typeof getBuiltinModule;
    try {
      expect(() => create(true)).toThrow("mcpSource 'shop': outbound requires node:dns, which this runtime does not");
      expect(() => create(false)).not.toThrow();
    } finally {
      process.getBuiltinModule = getBuiltinModule;
    }
  });

  it('of several sources applies to those with a url', async () => {
    const { url } = await serve();
    const { command, args } = rawServer();
    const config = { mcpServers: { near: { url }, local: { command, args } } };
    const { active, failed, close } = await mcpSources(config, { outbound: { allowHosts: ['api.internal'] } });
    open.closeAfterTest(close);
    expect({ active: active.map(({ name }) => name), failed }).toEqual({ active: ['near', 'local'], failed: [] });
  });
});
