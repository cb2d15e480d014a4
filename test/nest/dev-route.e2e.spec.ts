/**
 * Fastify generates code, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  Inject,
  Injectable,
  type LoggerService,
  Module,
  type ModuleMetadata,
  type NestApplicationOptions,
  Scope,
  UnauthorizedException,
  VersioningType,
} from '@nestjs/common';
import { APP_GUARD, NestFactory, REQUEST } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Bind, Tool, ToolContext } from 'toolwright';
import { createToolkitContext, HideUnauthorized, ToolkitModule, type ToolkitModuleOptions } from 'toolwright/nest';
import { DevClient } from '../dev/dev-client.js';
import { until } from '../execution/waiting.js';

const platforms = ['express', 'fastify'] as const;
type Platform = (typeof platforms)[number];
type Dev = ToolkitModuleOptions['dev'];

interface HeadersOnly {
  readonly headers: Readonly<Record<string, string>>;
}

class Notes {
  @Tool({ description: 'Finds notes' })
  find(text: string): string {
    return `${text.length} characters`;
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    return 'aborted';
  }
}

const login = { authorization: 'Bearer ann' };
const ann = { id: 'ann' };

/** A guard of the whole application, as that of a login. */
@Injectable()
class LoginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (request.headers.authorization !== login.authorization) throw new UnauthorizedException('Log in.');
    request.user = ann;
    return true;
  }
}

class Payments {
  @Tool({ needsApproval: true })
  pay(amount: number): string {
    return `paid ${amount}`;
  }
}

@Injectable()
class TenantGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers.tenant === 'acme';
  }
}

@Injectable({ scope: Scope.REQUEST })
class TenantNotes {
  readonly #request: HeadersOnly;

  constructor(@Inject(REQUEST) request: HeadersOnly) {
    this.#request = request;
  }

  @Tool()
  tenant(@Bind('tenant') fromState: string, ctx: ToolContext): string {
    return `${this.#request.headers.tenant} ${fromState} ${JSON.stringify(ctx.auth)}`;
  }
}

class AcmeNotes {
  @Tool()
  @HideUnauthorized(TenantGuard)
  acme(): string {
    return 'acme';
  }
}

@Controller('devices')
class Devices {
  @Get()
  list(): string {
    return 'devices';
  }
}

type RequestHandler = (request: IncomingMessage, response: unknown, next: () => void) => void;

/** Keeps what an application logs. */
class Log implements LoggerService {
  readonly lines: string[] = [];

  log(message: unknown): void {
    this.lines.push(String(message));
  }

  warn(): void {}
  error(): void {}

  get pages(): readonly string[] {
    return this.lines.flatMap((line) => /^Developer page: (.*)$/.exec(line)?.[1] ?? []);
  }
}

interface Parts extends Pick<ModuleMetadata, 'imports' | 'providers' | 'controllers'> {
  readonly dev?: Dev;
  readonly toolkit?: ToolkitModuleOptions;
  readonly app?: NestApplicationOptions;
  readonly prepare?: (app: INestApplication) => unknown;
}

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function create(platform: Platform, parts: Parts = {}): Promise<{ app: INestApplication; log: Log }> {
  const { dev = true, toolkit, imports = [], prepare, providers = [Notes], controllers = [Devices] } = parts;
  @Module({ imports: [ToolkitModule.forRoot({ dev, ...toolkit }), ...imports], providers, controllers })
  class AppModule {}
  const log = new Log();
  const options = { ...parts.app, logger: log, abortOnError: false };
  const app =
    platform === 'express'
      ? await NestFactory.create(AppModule, options)
      : await NestFactory.create(AppModule, new FastifyAdapter(), options);
  opened.push(app);
  await prepare?.(app);
  return { app, log };
}

/** Starts an application, and returns the URL of its page without the token, and a client with the token. */
async function start(platform: Platform, parts: Parts = {}) {
  const { app, log } = await create(platform, parts);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const clientOf = async (page = ''): Promise<DevClient> => {
    const { href, hash } = new URL(page);
    const base = href.slice(0, -hash.length);
    const client = await new DevClient((path, init) => fetch(base + path, init), hash.slice(7)).listen();
    opened.push(client);
    return client;
  };
  const token = log.pages[0]?.split('#token=')[1] ?? '';
  return { app, log, port, origin, token, clientOf, connect: () => clientOf(log.pages[0]) };
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request whose headers a test may choose freely, and returns its status. */
async function statusOf(port: number, { path = '/dev/', method = 'GET', headers }: Sent = {}): Promise<number> {
  const request = sendRequest({ host: '127.0.0.1', port, path, method, headers: { ...headers }, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

describe.each(platforms)('the developer page of an application on %s', (platform) => {
  it('is served at the URL that is logged once, and calls tools', async () => {
    const { log, origin, connect, port } = await start(platform);
    expect(log.pages).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dev\/#token=[\w-]{43}$/)]);
    const page = await fetch(`${origin}/dev/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const client = await connect();
    const described = await client.request('describe', { scope: 'toolkit' });
    expect(described.tools.map(({ name, kind }) => [name, kind])).toEqual([
      ['find', 'nest'],
      ['wait', 'nest'],
    ]);
    expect((await client.call('find', { text: 'tea' })).at(-1)).toMatchObject({ output: { text: '3 characters' } });
    expect(log.pages).toHaveLength(1);
    expect(await statusOf(port, { path: '/devices' })).toBe(200);
  });

  it('shows the calls of other clients', async () => {
    const { origin, connect } = await start(platform, { toolkit: { http: { path: 'tools' } } });
    const client = await connect();
    await fetch(`${origin}/tools/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"tea"}',
    });
    expect(await client.find('completed')).toMatchObject({ toolName: 'find', output: { text: '3 characters' } });
  });

  it('is not there unless it is set', async () => {
    const { port, log } = await start(platform, { dev: false });
    expect([await statusOf(port), log.pages]).toEqual([404, []]);
  });

  it.each<[string, Parts, string]>([
    ['a path', { dev: { path: 'tools/page' } }, '/tools/page'],
    ['a global prefix', { prepare: (app) => app.setGlobalPrefix('/api/') }, '/api/dev'],
    ['an exception of the prefix', { prepare: (app) => app.setGlobalPrefix('api', { exclude: ['dev'] }) }, '/dev'],
    [
      'versions in the path',
      { prepare: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }) },
      '/dev',
    ],
    [
      'versions in the path and a prefix',
      {
        prepare: (app) => {
          app.setGlobalPrefix('api');
          app.enableVersioning({ type: VersioningType.URI, defaultVersion: ['1', '2'] });
        },
      },
      '/api/dev',
    ],
    [
      'versions in a header',
      { prepare: (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' }) },
      '/dev',
    ],
  ])('has the path that the application gives it: %s', async (_, parts, path) => {
    const { log, origin, connect } = await start(platform, parts);
    expect(log.pages[0]).toContain(`${origin}${path}/#token=`);
    const redirect = await fetch(`${origin}${path}?a=1`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, `${path}/`]);
    expect((await fetch(`${origin}${path}/page.js`)).status).toBe(200);
    expect((await fetch(`${origin}${path}/missing.js`)).status).toBe(404);
    const client = await connect();
    expect((await client.call('find', { text: 'tea' })).at(-1)).toMatchObject({ type: 'completed' });
  });

  it('is opened without the login that a global guard requires, which applies to the tools', async () => {
    const { connect } = await start(platform, { providers: [Notes, { provide: APP_GUARD, useClass: LoginGuard }] });
    const client = await connect();
    expect((await client.call('find', { text: 'tea' })).at(-1)).toMatchObject({
      error: { code: 'authentication', message: expect.stringContaining('Log in.') },
    });
  });

  it('calls tools on behalf of the request in its options', async () => {
    const headers = { ...login, tenant: 'acme' };
    const user = { id: 'ann of the page' };
    const { connect } = await start(platform, {
      dev: { hostRequest: () => ({ headers, user }) },
      toolkit: { state: ({ headers: { tenant } }: HeadersOnly) => ({ tenant }) },
      providers: [TenantNotes, AcmeNotes, { provide: APP_GUARD, useClass: LoginGuard }],
    });
    const client = await connect();
    const { tools } = await client.request('describe', { scope: 'toolkit' });
    expect(tools.map(({ name }) => name).sort()).toEqual(['acme', 'tenant']);
    for (const _ of [1, 2]) {
      const [, ended] = await client.call('tenant', {});
      expect(ended).toMatchObject({ output: { text: 'acme acme {"id":"ann of the page"}' } });
    }
    const { id } = await client.request('createSession', {});
    expect((await client.call('acme', {}, id)).at(-1)).toMatchObject({ scope: id, output: { text: 'acme' } });
  });

  it.each<[string, Dev, string | undefined]>([
    ['if its caller has the identity of the page', { hostRequest: () => ({ headers: login }) }, undefined],
    ['if the identity of the page is set', { auth: ann, hostRequest: () => ({ headers: login }) }, undefined],
    ['not if its caller has another identity', true, 'cannot be used'],
  ])('decides on the deferred call of another client, %s', async (_, dev, refusal) => {
    const { origin, connect } = await start(platform, {
      dev,
      toolkit: {
        approvalKey: 'a key of at least thirty-two characters',
        auth: ({ headers }: HeadersOnly) => (headers.authorization === login.authorization ? ann : undefined),
        http: { path: 'tools', guards: [LoginGuard], approver: () => 'later' },
      },
      providers: [Payments],
    });
    const client = await connect();
    const headers = { ...login, 'content-type': 'application/json' };
    await fetch(`${origin}/tools/pay`, { method: 'POST', headers, body: '{"amount":5}' });
    const { id, callId } = await client.find('approval');
    const decided = client.request('decide', { id, decision: 'approve' });
    if (refusal === undefined) {
      await decided;
      expect(await client.find('completed')).toMatchObject({ callId, output: { text: 'paid 5' } });
    } else {
      await expect(decided).rejects.toThrow(refusal);
      expect(client.events.map(({ type }) => type)).not.toContain('completed');
    }
  });

  it('refuses other hosts, pages and machines, also if the application shares its responses', async () => {
    const { app, port, token } = await start(platform, { prepare: (one) => one.enableCors({ origin: true }) });
    const authorization = `Bearer ${token}`;
    const refused: readonly Sent[] = [
      { headers: { host: 'evil.example' } },
      { path: '/dev', headers: { host: `evil.example:${port}` } },
      { path: '/dev/events', headers: { authorization, host: 'evil.example' } },
      { path: '/dev/rpc', method: 'POST', headers: { authorization, origin: 'https://evil.example' } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    ];
    for (const sent of refused) expect([await statusOf(port, sent), sent]).toEqual([403, sent]);
    expect(await statusOf(port, { path: '/dev/rpc', method: 'POST' })).toBe(401);
    connectFromElsewhere(app);
    expect(await statusOf(port)).toBe(403);
    expect(await statusOf(port, { path: '/devices' })).toBe(200);
  });

  it('accepts other machines under the hosts that are named', async () => {
    const { app, log, port } = await start(platform, { dev: { allowedHosts: ['dev.example'] } });
    expect(log.pages[0]).toContain(`http://dev.example:${port}/dev/#token=`);
    connectFromElsewhere(app);
    expect(await statusOf(port, { headers: { host: 'dev.example' } })).toBe(200);
    expect(await statusOf(port)).toBe(403);
  });

  it('is no part of the OpenAPI document', async () => {
    const { app } = await create(platform);
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    expect(Object.keys(paths)).toEqual(['/devices']);
  });

  it('does not prevent that the application closes, with open streams, calls and connections', async () => {
    const { app, connect } = await start(platform);
    const clients = [await connect(), await connect()];
    const [client] = clients;
    const called = client?.request('call', { scope: 'toolkit', name: 'wait', input: {}, callId: 'one' });
    await client?.find('started');
    const begin = performance.now();
    await app.close();
    expect(performance.now() - begin).toBeLessThan(4_000);
    await Promise.all(clients.map(({ ended }) => ended));
    expect(await called).toEqual({ callId: 'one' });
  });

  it('belongs to one of several toolkits, whose options may come from a factory', async () => {
    class Users {
      @Tool()
      block(name: string): string {
        return `blocked ${name}`;
      }
    }
    const { log, clientOf } = await start(platform, {
      imports: [
        ToolkitModule.forRootAsync({ name: 'admin', dev: { path: '/admin/dev' }, useFactory: async () => ({}) }),
        ToolkitModule.forFeature({ toolkit: 'admin', providers: [Users] }),
      ],
      providers: [Notes, Users],
    });
    const toolsOf = async (path: string): Promise<readonly string[]> => {
      const client = await clientOf(log.pages.find((page) => new URL(page).pathname === path));
      return (await client.request('describe', { scope: 'toolkit' })).tools.map(({ name }) => name);
    };
    expect(await toolsOf('/dev/')).toEqual(['find', 'wait']);
    expect(await toolsOf('/admin/dev/')).toEqual(['block']);
  });

  it.each(['/dev', 'dev/admin'])('is refused at the path of another toolkit: %s', async (path) => {
    const { app } = await create(platform, { imports: [ToolkitModule.forRoot({ name: 'admin', dev: { path } })] });
    await expect(app.init()).rejects.toThrow(
      /the developer page of the toolkit '\w+' has the path \/dev\S*, which belongs to that of '\w+'/,
    );
  });

  it('logs its path if the application does not listen, or listens without a port', async () => {
    const path = expect.stringMatching(/^\/dev\/#token=[\w-]{43}$/);
    const silent = await create(platform);
    await silent.app.init();
    await until(() => silent.log.pages.length > 0);
    expect(silent.log.pages).toEqual([path]);
    const socket = join(tmpdir(), `toolwright-dev-${process.pid}-${platform}`);
    const other = await create(platform);
    await other.app.listen(socket);
    expect(other.log.pages).toEqual([path]);
    rmSync(socket, { force: true });
  });
});

const largeText = 'x'.repeat(300_000);

it.each<[string, Platform, Parts]>([
  ['Fastify, whose parser does not read them', 'fastify', {}],
  ['Express without a parser', 'express', { app: { bodyParser: false } }],
  [
    'Express with a higher limit',
    'express',
    { prepare: (app) => (app as NestExpressApplication).useBodyParser('json', { limit: '4mb' }) },
  ],
])('accepts large arguments on %s', async (_, platform, parts) => {
  const { connect } = await start(platform, parts);
  const client = await connect();
  expect((await client.call('find', { text: largeText })).at(-1)).toMatchObject({
    output: { text: '300000 characters' },
  });
});

it('leaves arguments beyond the limit of a body parser to the application', async () => {
  const { origin, token } = await start('express');
  const response = await fetch(`${origin}/dev/rpc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'parse', params: { text: largeText } }),
  });
  expect(response.status).toBe(413);
});

it('says that middleware has read a body, without parsing it', async () => {
  const readAll: RequestHandler = (request, _response, next) => {
    request.resume().once('end', next);
  };
  const { connect } = await start('express', { app: { bodyParser: false }, prepare: (app) => app.use(readAll) });
  const client = await connect();
  await expect(client.request('parse', { text: '' })).rejects.toThrow(
    'Middleware of the application has read the body',
  );
});

it('is not served by an application without a server', async () => {
  @Module({ imports: [ToolkitModule.forRoot({ dev: true })], providers: [Notes] })
  class AppModule {}
  const { toolkit, close } = await createToolkitContext(AppModule);
  expect((await toolkit.execute('find', { text: 'tea' })).data).toBe('3 characters');
  await close();
});

/** Lets the connections to an application come from another machine. */
function connectFromElsewhere(app: INestApplication): void {
  app.getHttpServer().prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' });
  });
}
