/**
 * Fastify generates code, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Tool } from 'toolwright';
import { ToolkitModule, type ToolkitModuleOptions } from 'toolwright/nest';
import { warningsOf } from '../support/process-warnings.js';

let runs = 0;

class Notes {
  @Tool({ description: 'Deletes old notes' })
  prune(isDryRun?: boolean): string {
    runs++;
    return `pruned ${isDryRun ?? false}`;
  }

  @Tool({ description: 'Deletes all notes' })
  purge(): string {
    runs++;
    return 'purged';
  }
}

type Platform = 'express' | 'fastify';
type Headers = Readonly<Record<string, string>>;

interface Setup {
  readonly http?: Partial<NonNullable<ToolkitModuleOptions['http']>>;
  readonly mcp?: NonNullable<ToolkitModuleOptions['mcp']>['options'];
  readonly prepare?: (app: INestApplication) => unknown;
  readonly trustProxy?: boolean;
}

const apps: INestApplication[] = [];

beforeEach(() => {
  runs = 0;
});

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

async function start(platform: Platform, { http, mcp, prepare, trustProxy = false }: Setup = {}): Promise<number> {
  const options = { path: 'mcp', options: { era: '2025-11-25' as const, ...mcp } };
  @Module({
    imports: [ToolkitModule.forRoot({ http: { path: 'tools', ...http }, mcp: options })],
    providers: [Notes],
  })
  class AppModule {}
  const silent = { logger: false, abortOnError: false } as const;
  const app =
    platform === 'express'
      ? await NestFactory.create(AppModule, silent)
      : await NestFactory.create(AppModule, new FastifyAdapter({ trustProxy }), silent);
  apps.push(app);
  if (trustProxy && platform === 'express') app.getHttpAdapter().getInstance().set('trust proxy', true);
  await prepare?.(app);
  await app.listen(0);
  return (app.getHttpServer().address() as AddressInfo).port;
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
}

/** Sends a request as a browser or a client would, and returns its status. */
async function statusOf(port: number, { path = '/tools/purge', method = 'POST', headers, body = '{}' }: Sent) {
  const type = { 'content-type': 'application/json' };
  const request = sendRequest({ host: '127.0.0.1', port, path, method, headers: { ...type, ...headers } });
  for (const [name, value] of Object.entries(headers ?? {})) if (value === '') request.removeHeader(name);
  request.end(method === 'GET' ? undefined : body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

const routes = ['/tools/purge', '/tools/purge/stream', '/tools/approvals', '/mcp'];

/** A request that the MCP endpoint answers. */
const initialize: Sent = {
  path: '/mcp',
  headers: { accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }),
};

function initializeWith(headers: Headers): Sent {
  return { ...initialize, headers: { ...initialize.headers, ...headers } };
}

describe.each(['express', 'fastify'] as const)('the routes of tools on %s', (platform) => {
  it.each(routes)('refuse what a page of another site can send: POST %s', async (path) => {
    const port = await start(platform);
    const refused: readonly [number, Sent][] = [
      [415, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
      [415, { headers: { 'content-type': 'text/plain' } }],
      [415, { headers: { 'content-type': '' }, body: '' }],
      [415, { headers: { 'content-type': 'text/plain; application/json' } }],
      [403, { headers: { origin: 'https://evil.example' } }],
      [403, { headers: { origin: 'null' } }],
      [403, { headers: { origin: `http://192.0.2.1:${port}` } }],
      [403, { headers: { 'sec-fetch-site': 'cross-site' } }],
      [403, { headers: { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' } }],
      [403, { headers: { host: `evil.example:${port}` } }],
      [403, { headers: { host: `evil.example:${port}`, origin: `http://evil.example:${port}` } }],
      [
        403,
        {
          headers: {
            host: `evil.example:${port}`,
            origin: `http://evil.example:${port}`,
            'x-forwarded-for': '1.1.1.1',
            'sec-fetch-site': 'same-origin',
          },
        },
      ],
    ];
    for (const [status, sent] of refused)
      expect([await statusOf(port, { path, ...sent }), sent]).toEqual([status, sent]);
    expect(runs).toBe(0);
  });

  it('refuse the pages of other servers on this machine', async () => {
    const port = await start(platform);
    const own = `http://127.0.0.1:${port}`;
    expect(await statusOf(port, { headers: { origin: `http://127.0.0.1:${port + 1}` } })).toBe(403);
    expect(await statusOf(port, { headers: { origin: own, 'sec-fetch-site': 'cross-site' } })).toBe(403);
  });

  it('accept clients that are no browsers, and pages of their own host', async () => {
    const port = await start(platform);
    const own = `http://127.0.0.1:${port}`;
    const accepted: readonly Sent[] = [
      {},
      { headers: { 'content-type': 'application/json; charset=utf-8' } },
      { headers: { origin: own } },
      { headers: { origin: own, 'sec-fetch-site': 'same-origin' } },
      { headers: { host: `localhost:${port}`, origin: `http://localhost:${port}` } },
      { method: 'GET', path: '/tools', headers: { 'content-type': '' } },
    ];
    for (const sent of accepted) expect([await statusOf(port, sent), sent]).toEqual([200, sent]);
  });

  it('accept clients of a public name behind a proxy', async () => {
    const port = await start(platform);
    const page = { origin: 'https://tools.example.com', 'sec-fetch-site': 'same-origin' };
    const proxied = { host: 'tools.example.com', 'x-forwarded-for': '203.0.113.7' };
    const accepted: readonly Headers[] = [
      proxied,
      { ...proxied, ...page },
      { host: 'tools.example.com', origin: page.origin },
      // A proxy that does not pass the name on.
      { host: `127.0.0.1:${port}`, ...page },
    ];
    for (const headers of accepted) expect([await statusOf(port, { headers }), headers]).toEqual([200, headers]);
    const trusting = await start(platform, { trustProxy: true });
    const forwarded = {
      host: `127.0.0.1:${trusting}`,
      'x-forwarded-host': 'tools.example.com',
      'x-forwarded-proto': 'http',
    };
    expect(await statusOf(trusting, { headers: { ...forwarded, origin: 'http://tools.example.com' } })).toBe(200);
    expect(await statusOf(trusting, { headers: { ...forwarded, origin: 'http://evil.example' } })).toBe(403);
  });

  it.each([false, true])(
    'refuse a name that leads to the port of this server, also with trustProxy: %s',
    async (trustProxy) => {
      const port = await start(platform, { trustProxy });
      const host = `evil.example:${port}`;
      const forwarded = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'tools.example.com' };
      const refused: readonly Sent[] = [
        { headers: { host } },
        { headers: { host, origin: `http://${host}` } },
        { headers: { host, origin: `https://${host}` } },
        { headers: { host, ...forwarded, origin: 'http://tools.example.com' } },
        { headers: { host, ...forwarded }, method: 'GET', path: '/tools' },
        initializeWith({ host, ...forwarded }),
      ];
      for (const sent of refused) expect([await statusOf(port, sent), sent]).toEqual([403, sent]);
      // A proxy has a port of its own.
      const proxied = { ...forwarded, host: 'tools.example.com:8443' };
      expect(await statusOf(port, { headers: proxied })).toBe(200);
      const allowing = await start(platform, { trustProxy, http: { allowedHosts: ['tools.example.com'] } });
      const own = { host: `tools.example.com:${allowing}` };
      expect(await statusOf(allowing, { headers: own })).toBe(200);
      const rebound = { host: `evil.example:${allowing}`, ...forwarded };
      expect(await statusOf(allowing, { headers: rebound, method: 'GET', path: '/tools' })).toBe(403);
    },
  );

  it('accept the hosts and the origins of the options only', async () => {
    const allowed = { allowedHosts: ['tools.example.com'], allowedOrigins: ['https://app.example.com'] };
    const port = await start(platform, { http: allowed });
    const host = 'tools.example.com';
    expect(await statusOf(port, { headers: { host } })).toBe(200);
    const page = { host, origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' };
    expect(await statusOf(port, { headers: page })).toBe(200);
    expect(await statusOf(port, { headers: { ...page, origin: 'https://app.example.org' } })).toBe(403);
    expect(await statusOf(port, { headers: { host: 'other.example.com', 'x-forwarded-for': '203.0.113.7' } })).toBe(
      403,
    );
  });

  it.each(['/tools/prune', '/tools/prune/stream', '/mcp'])(
    'refuse content types that body parsers may skip: POST %s',
    async (path) => {
      const port = await start(platform);
      const { body, headers } = path === '/mcp' ? initialize : { body: '{"isDryRun":true}', headers: {} };
      const types = [
        'application/json-patch+json',
        'application/vnd.api+json',
        'application/json-seq',
        'application/json\u00a0',
        'application/json; charset',
        'application/json, text/plain',
      ];
      for (const type of types) {
        const sent = { path, headers: { ...headers, 'content-type': type } };
        expect([await statusOf(port, { ...sent, body: body ?? '' }), type]).toEqual([415, type]);
        // No client of MCP sends an empty body.
        if (path === '/mcp') continue;
        expect([await statusOf(port, { ...sent, body: '' }), type]).toEqual([415, type]);
      }
      expect(runs).toBe(0);
      for (const type of ['application/json', 'Application/JSON; charset="utf-8"', 'application/json;charset=utf-8']) {
        const sent = { path, headers: { ...headers, 'content-type': type }, body: body ?? '' };
        expect([await statusOf(port, sent), type]).toEqual([200, type]);
      }
    },
  );

  it('accept no more origins if hosts are allowed', async () => {
    const allowedHosts = ['localhost', '127.0.0.1', 'tools.example.com'];
    const port = await start(platform, { http: { allowedHosts }, mcp: { allowedHosts } });
    const local = { host: `localhost:${port}` };
    const proxied = { host: 'tools.example.com', 'x-forwarded-for': '203.0.113.7' };
    const refused: readonly Headers[] = [
      { ...local, origin: 'http://localhost:1' },
      { ...local, origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'cross-site' },
      { ...proxied, origin: 'http://tools.example.com:8080', 'sec-fetch-site': 'same-site' },
      { ...proxied, origin: 'https://tools.example.com', 'sec-fetch-site': 'cross-site' },
      { ...proxied, origin: 'http://localhost:5173' },
    ];
    for (const headers of refused) expect([await statusOf(port, { headers }), headers]).toEqual([403, headers]);
    expect(await statusOf(port, initializeWith(refused[2] ?? {}))).toBe(403);
    expect(await statusOf(port, { headers: { ...local, origin: `http://localhost:${port}` } })).toBe(200);
    expect(await statusOf(port, { headers: { ...proxied, origin: 'https://tools.example.com' } })).toBe(200);
  });

  it('accept the origins with which the application shares its responses', async () => {
    const port = await start(platform, { prepare: (app) => app.enableCors({ origin: ['https://app.example.com'] }) });
    const page = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' };
    expect(await statusOf(port, { headers: page })).toBe(200);
    expect(await statusOf(port, { headers: { ...page, origin: 'https://evil.example' } })).toBe(403);
  });

  it.each(['/tools/purge', '/tools/purge/stream'])(
    'call a tool without arguments for an empty body: POST %s',
    async (path) => {
      const port = await start(platform);
      expect(await statusOf(port, { path, body: '' })).toBe(200);
      expect(await statusOf(port, { path, body: '', headers: { 'content-type': '' } })).toBe(415);
      expect(runs).toBe(1);
    },
  );

  it('accept at the MCP endpoint what the routes of tools accept', async () => {
    const page = { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' };
    const proxied = { host: 'tools.example.com', 'x-forwarded-for': '203.0.113.7' };
    const port = await start(platform, { prepare: (app) => app.enableCors({ origin: [page.origin] }) });
    const own = { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' };
    // The last page is that of an inspector on this machine.
    for (const headers of [
      {},
      own,
      proxied,
      page,
      { origin: 'http://localhost:6274', 'sec-fetch-site': 'cross-site' },
    ]) {
      expect([await statusOf(port, initializeWith(headers)), headers]).toEqual([200, headers]);
    }
    const allowing = await start(platform, {
      mcp: { allowedHosts: ['tools.example.com'], allowedOrigins: [page.origin] },
    });
    const { host } = proxied;
    expect(await statusOf(allowing, initializeWith({ ...page, host }))).toBe(200);
    expect(await statusOf(allowing, initializeWith({ host: 'other.example.com' }))).toBe(403);
    expect(await statusOf(allowing, initializeWith({ host, origin: 'https://evil.example' }))).toBe(403);
  });

  it('accept pages of this machine at the MCP endpoint only if the request was sent to this machine', async () => {
    const port = await start(platform);
    const page = { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };
    expect(await statusOf(port, initializeWith({ ...page, host: `localhost:${port}` }))).toBe(200);
    const forwarded: readonly Headers[] = [
      { ...page, host: 'tools.example.com', 'x-forwarded-for': '203.0.113.7' },
      { ...page, 'x-forwarded-for': '203.0.113.7' },
      { ...page, 'x-forwarded-proto': 'https' },
      { ...page, forwarded: 'for=203.0.113.7' },
    ];
    for (const headers of forwarded) {
      expect([await statusOf(port, initializeWith(headers)), headers]).toEqual([403, headers]);
    }
    const allowing = await start(platform, { mcp: { allowedHosts: ['tools.example.com'] } });
    expect(await statusOf(allowing, initializeWith({ ...page, host: 'tools.example.com' }))).toBe(403);
  });

  it('refuse pages of a name that leads to this machine, also if the MCP endpoint accepts any host', async () => {
    const port = await start(platform, { mcp: { allowedHosts: '*' } });
    const host = `evil.example:${port}`;
    expect(await statusOf(port, initializeWith({ host }))).toBe(200);
    const rebound = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect(await statusOf(port, initializeWith(rebound))).toBe(403);
  });

  it('warn once of an origin that is refused', async () => {
    const port = await start(platform);
    const warnings = await warningsOf(async () => {
      for (const origin of ['https://app.example.com', 'https://other.example.com']) {
        expect(await statusOf(port, { headers: { host: `localhost:${port}`, origin } })).toBe(403);
      }
    });
    expect(warnings).toEqual([
      'ToolkitModule: http: a request of a page of "https://app.example.com" was refused with 403. If the page may call tools, add its origin to allowedOrigins.',
    ]);
  });

  it('warn once of a host that is refused', async () => {
    const port = await start(platform);
    const warnings = await warningsOf(async () => {
      for (const host of ['tools.example.com', 'other.example.com']) await statusOf(port, { headers: { host } });
    });
    expect(warnings).toEqual([
      'ToolkitModule: http: a request to the host "tools.example.com" was refused with 403. If clients may use this name, add it to allowedHosts.',
    ]);
  });
});

it('refuses an origin that is none when the module is defined', () => {
  expect(() => ToolkitModule.forRoot({ http: { path: 'tools', allowedOrigins: ['app.example.com'] } })).toThrow(
    "ToolkitModule: http: 'app.example.com' in allowedOrigins is not an origin",
  );
});
