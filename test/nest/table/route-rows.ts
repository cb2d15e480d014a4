import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type LoggerService,
  type NestInterceptor,
  Scope,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { Tool, ToolContext, ToolRegistry } from 'toolwright';
import { HideUnauthorized } from 'toolwright/nest';
import { disconnectAfterFirstChunk, until } from './connection.js';
import { connectMcp, type Era, eras } from './mcp-client.js';
import type { Row } from './row.js';

/** Authenticates a request: for the routes, and for the tools that they call. */
@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const guarded = context.switchToHttp().getRequest();
    const role = guarded.headers.authorization?.replace('Bearer ', '');
    if (role !== undefined) guarded.user = { role };
    return true;
  }
}

@Injectable()
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().user?.role === 'admin';
  }
}

class Envelope implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ data })));
  }
}

let closed = 0;

class Tasks extends ToolRegistry {
  @Tool({ description: 'Find tasks.' })
  find(text: string, ctx: ToolContext): string {
    if (ctx.request?.path !== undefined && ctx.request.headers.authorization !== undefined) return 'credentials';
    return `${text} for ${(ctx.auth as { readonly role: string } | undefined)?.role ?? 'nobody'}`;
  }

  @Tool({ needsApproval: true })
  remove(id: number): string {
    return `removed ${id}`;
  }

  @Tool()
  @HideUnauthorized(AdminGuard)
  purge(): string {
    return 'purged';
  }

  @Tool()
  async *export(): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
  }

  @Tool()
  async *endless(ctx: ToolContext): AsyncGenerator<string> {
    yield 'first';
    try {
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    } finally {
      closed += 1;
    }
  }
}

/** Admits the requests of one tenant. */
@Injectable()
class AcmeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers.tenant === 'acme';
  }
}

class AcmeTools {
  @Tool()
  @HideUnauthorized(AcmeGuard)
  acme(): string {
    return 'acme';
  }
}

@Injectable({ scope: Scope.REQUEST })
class Tenant {
  constructor(@Inject(REQUEST) private readonly request: { readonly headers: Readonly<Record<string, string>> }) {}

  @Tool()
  tenant(): string {
    return this.request.headers.tenant ?? 'none';
  }
}

const options = {
  approver: () => 'later' as const,
  approvalKey: 'a key of at least thirty-two characters',
  http: { path: '/tools', guards: [TokenGuard] },
};

const mcp = { path: '/mcp', guards: [TokenGuard] };

const send = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const admin = { authorization: 'Bearer admin' };

/** The names of the tools that a client of an era sees, and the text of a call. */
async function useMcp(
  era: Era,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly [readonly string[], readonly unknown[]]> {
  const client = await connectMcp(era, url, headers);
  try {
    const { tools } = await client.listTools();
    const found = await client.callTool({ name: 'find', arguments: { text: 'tea' } });
    const tenant = await client.callTool({ name: 'tenant', arguments: {} });
    return [tools.map(({ name }) => name).sort(), [found, tenant].map(({ content }) => content)];
  } finally {
    await client.close();
  }
}

/** The routes of a toolkit, over HTTP, server-sent events and MCP. */
export const routeRows: readonly Row[] = [
  {
    name: 'list over HTTP, without hidden tools',
    run: async ({ start }) => {
      const { url } = await start({ toolkit: options, providers: [Tasks] });
      const names = async (headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
        const response = await fetch(`${url}/tools`, { headers });
        const { tools } = (await response.json()) as { readonly tools: readonly { readonly name: string }[] };
        return Array.from(tools, ({ name }) => name);
      };
      deepEqual(await names({}), ['find', 'remove', 'export', 'endless']);
      deepEqual(await names(admin), ['find', 'remove', 'purge', 'export', 'endless']);
    },
  },
  {
    name: 'call over HTTP',
    run: async ({ start }) => {
      const { url } = await start({ toolkit: options, providers: [Tasks] });
      const called = await send(`${url}/tools/find`, { text: 'tea' }, admin);
      deepEqual([called.status, ((await called.json()) as { readonly data: unknown }).data], [200, 'tea for admin']);
      const refused = await send(`${url}/tools/find`, { text: {} });
      deepEqual([refused.status, await codeOf(refused)], [400, 'invalid_parameters']);
      const hidden = await send(`${url}/tools/purge`, {});
      deepEqual([hidden.status, await codeOf(hidden)], [404, 'tool_not_found']);
    },
  },
  {
    name: 'global prefix and version of the application',
    run: async ({ start }) => {
      const { url } = await start({
        toolkit: { ...options, http: { ...options.http, version: '2' } },
        providers: [Tasks],
        configure: (app) => {
          app.setGlobalPrefix('api');
          app.enableVersioning({ type: VersioningType.URI });
        },
      });
      equal((await send(`${url}/api/v2/tools/find`, { text: 'tea' })).status, 200);
      equal((await send(`${url}/tools/find`, { text: 'tea' })).status, 404);
    },
  },
  {
    name: 'routes that the global pipes and interceptors of the application leave as they are',
    run: async ({ start }) => {
      const warnings: unknown[] = [];
      const warn = (message: unknown): number => warnings.push(message);
      const logger: LoggerService = { log: () => undefined, warn, error: warn };
      const { app, url } = await start({
        toolkit: options,
        providers: [Tasks],
        configure: (one) => {
          one.useLogger(logger);
          one.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
          one.useGlobalInterceptors(new Envelope());
        },
      });
      const listed = (await (await fetch(`${url}/tools`)).json()) as object;
      deepEqual(Object.keys(listed), ['tools']);
      const called = await send(`${url}/tools/find`, { text: 'tea' });
      const { data } = (await called.json()) as { readonly data: object };
      equal(JSON.stringify(data), '{"data":"tea for nobody"}');
      const refused = await send(`${url}/tools/approvals`, { token: 'unknown', answer: 'approve' });
      deepEqual([refused.status, await codeOf(refused)], [403, 'denied']);
      deepEqual(warnings, []);
      app.useLogger(false);
    },
  },
  {
    name: 'guard of the routes',
    run: async ({ start }) => {
      const http = { path: '/tools', guards: [TokenGuard, AdminGuard] };
      const { url } = await start({ toolkit: { http }, providers: [Tasks] });
      equal((await send(`${url}/tools/find`, { text: 'tea' })).status, 403);
      equal((await send(`${url}/tools/find`, { text: 'tea' }, admin)).status, 200);
    },
  },
  {
    name: 'stream of server-sent events',
    run: async ({ start }) => {
      const { url } = await start({ toolkit: options, providers: [Tasks] });
      const response = await send(`${url}/tools/export/stream`, {});
      equal(response.status, 200);
      equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      const events = (await response.text()).trim().split('\n\n');
      equal(events.length, 3);
      ok(events.every((event) => /^id: .+\ndata: \{/.test(event)));
      equal(JSON.parse(String(events[2]?.split('data: ')[1])).isLast, true);
    },
  },
  {
    name: 'abort of a stream whose client disconnects',
    run: async ({ start }) => {
      const { url } = await start({ toolkit: options, providers: [Tasks] });
      closed = 0;
      await disconnectAfterFirstChunk(`${url}/tools/endless/stream`, 'POST');
      await until(() => closed === 1);
    },
  },
  {
    name: 'approval over HTTP',
    run: async ({ start }) => {
      const { url } = await start({ toolkit: options, providers: [Tasks] });
      const deferred = await send(`${url}/tools/remove`, { id: 7 });
      equal(deferred.status, 202);
      const { metadata } = (await deferred.json()) as {
        readonly metadata: { readonly approval: { readonly token: string } };
      };
      const { token } = metadata.approval;
      equal((await send(`${url}/tools/approvals`, { token, answer: 'perhaps' })).status, 400);
      const approved = await send(`${url}/tools/approvals`, { token, answer: 'approve' });
      equal(((await approved.json()) as { readonly data: unknown }).data, 'removed 7');
      equal((await send(`${url}/tools/approvals`, { token, answer: 'approve' })).status, 403);
    },
  },
  ...eras.map((era) => ({
    name: `MCP clients of ${era}, with tools hidden by a header`,
    run: async ({ start }: Parameters<Row['run']>[0]) => {
      const { url } = await start({ toolkit: { mcp }, providers: [AcmeTools, Tenant] });
      const listed: string[][] = [];
      for (const tenant of ['acme', 'other', 'acme']) {
        const client = await connectMcp(era, `${url}/mcp`, { tenant });
        listed.push((await client.listTools()).tools.map(({ name }) => name).sort());
        await client.close();
      }
      deepEqual(listed, [['acme', 'tenant'], ['tenant'], ['acme', 'tenant']]);
    },
  })),
  ...eras.map((era) => ({
    name: `MCP clients of ${era}, with hidden tools and the request of each call`,
    run: async ({ start }: Parameters<Row['run']>[0]) => {
      const { url } = await start({ toolkit: { ...options, mcp }, providers: [Tasks, Tenant] });
      const [names, results] = await useMcp(era, `${url}/mcp`, { ...admin, tenant: 'acme' });
      deepEqual(names, ['endless', 'export', 'find', 'purge', 'remove', 'tenant']);
      deepEqual(results, [[{ type: 'text', text: 'tea for admin' }], [{ type: 'text', text: 'acme' }]]);
      const [shown] = await useMcp(era, `${url}/mcp`, {});
      deepEqual(shown, ['endless', 'export', 'find', 'remove', 'tenant']);
    },
  })),
];

async function codeOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { readonly error?: { readonly code: string } };
  return error?.code;
}
