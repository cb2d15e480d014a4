import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { Inject, Injectable, Scope, UseGuards, ValidationPipe, VersioningType } from '@nestjs/common';
import { type ContextId, ContextIdFactory, type HostComponentInfo, REQUEST } from '@nestjs/core';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, McpController, Tool, ToolRoles } from '@rekog/mcp-nest';
import { Type } from 'class-transformer';
import { IsInt, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { z } from 'zod';
import { withClient } from './app.js';
import type { PeerRow } from './row.js';

/** The request of a call, as `@Inject(REQUEST)` provides it: a wrapper with the context of the call. */
interface CallRequest {
  readonly context: McpContext;
}

const tenantOf = ({ context }: CallRequest): string =>
  context.getRawRequest<{ readonly headers: { readonly tenant?: string } }>()?.headers.tenant ?? 'none';

@Injectable()
class Clock {
  now(): string {
    return 'noon';
  }
}

@McpController()
class Singleton {
  static created = 0;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    Singleton.created += 1;
  }

  @Tool({ name: 'time', description: 'Time.' })
  time(): string {
    return this.clock.now();
  }
}

@McpController({ scope: Scope.REQUEST })
class PerRequest {
  constructor(@Inject(REQUEST) private readonly request: CallRequest) {}

  @Tool({ name: 'tenant', description: 'Tenant.' })
  tenant(): string {
    return tenantOf(this.request);
  }
}

@Injectable({ scope: Scope.REQUEST })
class TenantGuard {
  constructor(@Inject(REQUEST) private readonly request: CallRequest) {}

  canActivate(): boolean {
    return tenantOf(this.request) === 'acme';
  }
}

@McpController()
class GuardedPerRequest {
  @Tool({ name: 'open', description: 'Open.' })
  @UseGuards(TenantGuard)
  open(): string {
    return 'opened';
  }
}

@McpController({ scope: Scope.TRANSIENT })
class Transient {
  static created = 0;
  readonly number: number;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    Transient.created += 1;
    this.number = Transient.created;
  }

  @Tool({ name: 'count', description: 'Count.' })
  count(): string {
    return `${this.number} at ${this.clock.now()}`;
  }
}

@McpController({ scope: Scope.REQUEST, durable: true })
class Durable {
  static created = 0;

  constructor(@Inject(REQUEST) private readonly tenant: { readonly tenantId: string }) {
    Durable.created += 1;
  }

  @Tool({ name: 'whose', description: 'Whose.' })
  whose(): string {
    return this.tenant.tenantId;
  }
}

class Line {
  @IsString()
  @MaxLength(5)
  product!: string;

  @IsInt()
  @Min(1)
  quantity!: number;
}

class Order {
  @IsString()
  customer!: string;

  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];
}

@McpController()
class Orders {
  @Tool({ name: 'place', description: 'Place an order.' })
  place(@Payload() order: Order): string {
    return `${order instanceof Order} ${order.lines[0] instanceof Line} ${order.lines.length}`;
  }

  @Tool({ name: 'check', description: 'Check an order.', parameters: z.looseObject({}) })
  check(@Payload() order: Order): string {
    return `${order instanceof Order} ${order.lines[0] instanceof Line} ${order.lines.length}`;
  }
}

@McpController()
class Hidden {
  @Tool({ name: 'purge', description: 'Purge.' })
  @ToolRoles(['admin'])
  purge(): string {
    return 'purged';
  }

  @Tool({ name: 'read', description: 'Read.' })
  read(@Payload() _args: unknown, @Ctx() context: McpContext): string {
    const { headers } = context.getRawRequest<{ readonly headers: { readonly tenant?: string } }>() ?? { headers: {} };
    return headers.tenant ?? 'none';
  }
}

@McpController({ server: 'users' })
class Users {
  @Tool({ name: 'find', description: 'Find.' })
  find(): string {
    return 'found';
  }
}

@McpController({ server: 'admin' })
class Admin {
  @Tool({ name: 'purge', description: 'Purge.' })
  purge(): string {
    return 'purged';
  }
}

/** Scopes, requests, validation, servers and routes. */
export const scopeRows: readonly PeerRow[] = [
  {
    name: 'singleton with constructor injection',
    run: async ({ start }, era) => {
      Singleton.created = 0;
      const url = `${await start({ controllers: [Singleton], providers: [Clock] })}/mcp`;
      await withClient({ era, url }, async ({ call }) => {
        for (const _ of [1, 2]) equal((await call('time')).value, 'noon');
      });
      equal(Singleton.created, 1);
    },
  },
  {
    name: 'request-scoped provider',
    run: async ({ start }, era) => {
      const url = `${await start({ controllers: [PerRequest] })}/mcp`;
      for (const tenant of ['acme', 'other']) {
        const { value } = await withClient({ era, url, headers: { tenant } }, ({ call }) => call('tenant'));
        equal(value, tenant);
      }
    },
  },
  {
    name: 'request-scoped guard',
    run: async ({ start }, era) => {
      const url = `${await start({ controllers: [GuardedPerRequest] })}/mcp`;
      const open = (tenant: string) => withClient({ era, url, headers: { tenant } }, ({ call }) => call('open'));
      equal((await open('acme')).value, 'opened');
      ok((await open('other')).isError);
    },
  },
  {
    name: 'transient provider',
    run: async ({ start }, era) => {
      const url = `${await start({ controllers: [Transient], providers: [Clock] })}/mcp`;
      await withClient({ era, url }, async ({ call }) => {
        const [first, second] = [(await call('count')).value, (await call('count')).value];
        ok(String(first).endsWith('at noon'));
        notEqual(first, second);
      });
    },
  },
  {
    name: 'durable provider',
    run: async ({ start }, era) => {
      const roots = new Map<string, ContextId>();
      ContextIdFactory.apply({
        attach(contextId: ContextId, request: unknown) {
          const tenant =
            (request as Partial<CallRequest>).context instanceof McpContext ? tenantOf(request as CallRequest) : 'none';
          const root = roots.get(tenant) ?? ContextIdFactory.create();
          roots.set(tenant, root);
          const resolve = ({ isTreeDurable }: HostComponentInfo): ContextId => (isTreeDurable ? root : contextId);
          return { resolve, payload: { tenantId: tenant } };
        },
      });
      try {
        Durable.created = 0;
        const url = `${await start({ controllers: [Durable] })}/mcp`;
        for (const tenant of ['acme', 'acme', 'other']) {
          const { value } = await withClient({ era, url, headers: { tenant } }, ({ call }) => call('whose'));
          equal(value, tenant);
        }
        equal(Durable.created, 2);
      } finally {
        ContextIdFactory.apply(undefined as never);
      }
    },
  },
  {
    name: 'DTO as the only schema',
    run: async ({ start }, era) => {
      const configure = (app: { useGlobalPipes(pipe: ValidationPipe): unknown }): unknown =>
        app.useGlobalPipes(new ValidationPipe({ transform: true }));
      const url = `${await start({ controllers: [Orders], configure })}/mcp`;
      await withClient({ era, url }, async ({ call }) => {
        const placed = await call('place', { customer: 'ann', lines: [{ product: 'tea', quantity: 2 }] });
        equal(placed.value, 'true true 1');
      });
    },
  },
  {
    name: "validation by the application's ValidationPipe",
    run: async ({ start }, era) => {
      const configure = (app: { useGlobalPipes(pipe: ValidationPipe): unknown }): unknown =>
        app.useGlobalPipes(new ValidationPipe({ transform: true }));
      const url = `${await start({ controllers: [Orders], configure })}/mcp`;
      await withClient({ era, url }, async ({ call }) => {
        ok((await call('check', { customer: 1, lines: [] })).isError);
        equal((await call('check', { customer: 'ann', lines: [] })).value, 'true false 0');
      });
    },
  },
  {
    name: 'named toolkits',
    run: async ({ start }, era) => {
      const url = await start({ controllers: [Users, Admin], servers: ['users', 'admin'] });
      const names = (server: string) => withClient({ era, url: `${url}/${server}` }, ({ list }) => list());
      deepEqual([await names('users'), await names('admin')], [['find'], ['purge']]);
    },
  },
  {
    name: 'tools hidden by a guard',
    run: async ({ start }, era) => {
      const url = `${await start({ isAuthenticated: true, controllers: [Hidden] })}/mcp`;
      const names = (role: string) => withClient({ era, url, role }, ({ list }) => list());
      deepEqual([await names('guest'), await names('admin')], [['read'], ['purge', 'read']]);
    },
  },
  {
    name: 'guard of the routes',
    run: async ({ start }, era) => {
      const url = `${await start({ isAuthenticated: true, controllers: [Hidden] })}/mcp`;
      equal(
        (
          await fetch(url, {
            method: 'POST',
            headers: { authorization: 'Bearer nobody', 'content-type': 'application/json' },
            body: '{}',
          })
        ).status,
        403,
      );
      equal((await withClient({ era, url, role: 'admin' }, ({ call }) => call('purge'))).value, 'purged');
    },
  },
  {
    name: 'global prefix and version of the application',
    run: async ({ start }, era) => {
      const url = await start({
        isAuthenticated: true,
        version: '2',
        controllers: [Hidden],
        configure: (app) => {
          app.setGlobalPrefix('api');
          app.enableVersioning({ type: VersioningType.URI });
        },
      });
      await withClient({ era, url: `${url}/api/v2/mcp` }, async ({ list }) => deepEqual(await list(), ['read']));
    },
  },
  ...(['2025', '2026'] as const).map(
    (one): PeerRow => ({
      name: `MCP clients of ${one}, with hidden tools and the request of each call`,
      eras: [one],
      run: async ({ start }, era) => {
        const url = `${await start({ isAuthenticated: true, controllers: [Hidden, PerRequest] })}/mcp`;
        await withClient({ era, url, role: 'admin', headers: { tenant: 'acme' } }, async ({ list, call }) => {
          deepEqual(await list(), ['purge', 'read', 'tenant']);
          deepEqual([(await call('read')).value, (await call('tenant')).value], ['acme', 'acme']);
        });
        deepEqual(await withClient({ era, url }, ({ list }) => list()), ['read', 'tenant']);
      },
    }),
  ),
];
