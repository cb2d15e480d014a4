import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Headers,
  Inject,
  Injectable,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  Scope,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { type ContextId, ContextIdFactory, type HostComponentInfo, REQUEST } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsInt, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { Bind, Tool, ToolContext, type Toolkit, type ToolkitSession, ToolRegistry } from 'toolwright';
import {
  getToolkitSessionToken,
  HideUnauthorized,
  InjectToolkit,
  InjectToolkitSession,
  ToolkitModule,
} from 'toolwright/nest';
import type { Row } from './row.js';

@Injectable()
class Clock {
  now(): string {
    return 'noon';
  }
}

@Injectable()
class Singleton extends ToolRegistry {
  static created = 0;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    super();
    Singleton.created += 1;
  }

  @Tool()
  time(): string {
    return this.clock.now();
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerRequest extends ToolRegistry {
  static created = 0;

  constructor(@Inject(REQUEST) private readonly request: { readonly headers: Readonly<Record<string, string>> }) {
    super();
    PerRequest.created += 1;
  }

  @Tool()
  tenant(): string {
    return this.request.headers.tenant ?? 'none';
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: { readonly headers: Readonly<Record<string, string>> }) {}

  canActivate(): boolean {
    return this.request.headers.tenant === 'acme';
  }
}

class GuardedPerRequest {
  @Tool()
  @UseGuards(RequestGuard)
  open(): string {
    return 'opened';
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class Transient {
  static created = 0;
  readonly number: number;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    Transient.created += 1;
    this.number = Transient.created;
  }

  @Tool()
  count(): string {
    return `${this.number} at ${this.clock.now()}`;
  }
}

@Injectable({ scope: Scope.REQUEST, durable: true })
class Durable {
  static created = 0;

  constructor(@Inject(REQUEST) private readonly tenant: { readonly tenantId: string }) {
    Durable.created += 1;
  }

  @Tool()
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

class Orders {
  @Tool()
  place(order: Order): string {
    return `${order instanceof Order} ${order.lines[0] instanceof Line} ${order.lines.length}`;
  }
}

@Controller('orders')
class OrdersController {
  @Post(':id')
  @Tool()
  change(
    @Param('id', ParseIntPipe) key: number,
    @Query('dryRun') isDryRun: boolean,
    @Body() line: Line,
    @Req() request: { readonly method: string },
    @Headers('tenant') tenant: string,
  ): string {
    return [key, isDryRun, line.product, line instanceof Line, request.method, tenant].join(' ');
  }
}

class Agent {
  constructor(
    @InjectToolkit() readonly toolkit: Toolkit,
    @InjectToolkit('admin') readonly admin: Toolkit,
  ) {}
}

@Injectable({ scope: Scope.REQUEST })
class Conversation {
  constructor(@InjectToolkitSession() readonly session: ToolkitSession) {}
}

class Admin extends ToolRegistry {
  @Tool({ group: 'danger' })
  purge(): string {
    return 'purged';
  }
}

class Tenants extends ToolRegistry {
  @Tool()
  whose(@Bind('tenant') tenant: string, ctx: ToolContext): string {
    return `${tenant} ${String((ctx.auth as { readonly name: string } | undefined)?.name)}`;
  }
}

@Injectable()
class RoleGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().user?.role === 'admin';
  }
}

class Hidden {
  @Tool()
  @HideUnauthorized(RoleGuard)
  purge(): string {
    return 'purged';
  }

  @Tool()
  read(): string {
    return 'text';
  }
}

const request = (tenant: string): object => ({ headers: { tenant }, user: { name: 'ann' } });

/** Scopes, requests, sessions and toolkits. */
export const scopeRows: readonly Row[] = [
  {
    name: 'singleton with constructor injection',
    run: async ({ start }) => {
      Singleton.created = 0;
      const { toolkit } = await start({ providers: [Clock, Singleton] });
      equal((await toolkit.execute('time')).data, 'noon');
      equal((await toolkit.execute('time')).data, 'noon');
      equal(Singleton.created, 1);
    },
  },
  {
    name: 'request-scoped provider',
    run: async ({ start }) => {
      PerRequest.created = 0;
      const { toolkit } = await start({ providers: [PerRequest] });
      deepEqual(
        toolkit.list().map(({ name }) => name),
        ['tenant'],
      );
      equal(PerRequest.created, 0);
      equal((await toolkit.execute('tenant', {}, { hostRequest: request('acme') })).data, 'acme');
      equal((await toolkit.execute('tenant')).data, 'none');
      equal(PerRequest.created, 2);
    },
  },
  {
    name: 'request-scoped guard',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [GuardedPerRequest] });
      equal((await toolkit.execute('open', {}, { hostRequest: request('acme') })).data, 'opened');
      equal((await toolkit.execute('open', {}, { hostRequest: request('other') })).error?.code, 'denied');
    },
  },
  {
    name: 'transient provider',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Clock, Transient] });
      const first = (await toolkit.execute('count')).data;
      const second = (await toolkit.execute('count')).data;
      ok(String(first).endsWith('at noon'));
      notEqual(first, second);
    },
  },
  {
    name: 'durable provider',
    run: async ({ start }) => {
      const roots = new Map<string, ContextId>();
      ContextIdFactory.apply({
        attach(contextId: ContextId, { headers }: { readonly headers: { readonly tenant?: string } }) {
          const tenant = headers.tenant ?? 'none';
          const root = roots.get(tenant) ?? ContextIdFactory.create();
          roots.set(tenant, root);
          const resolve = ({ isTreeDurable }: HostComponentInfo): ContextId => (isTreeDurable ? root : contextId);
          return { resolve, payload: { tenantId: tenant } };
        },
      });
      try {
        Durable.created = 0;
        const { toolkit } = await start({ providers: [Durable] });
        for (const tenant of ['acme', 'acme', 'other']) {
          equal((await toolkit.execute('whose', {}, { hostRequest: request(tenant) })).data, tenant);
        }
        equal(Durable.created, 2);
      } finally {
        ContextIdFactory.apply(undefined as never);
      }
    },
  },
  {
    name: 'DTO as the only schema',
    run: async ({ start }) => {
      const { toolkit } = await start({
        providers: [Orders],
        configure: (app) => app.useGlobalPipes(new ValidationPipe({ whitelist: true })),
      });
      const order = { customer: 'ann', lines: [{ product: 'tea', quantity: '2' }] };
      equal((await toolkit.execute('place', order)).data, 'true true 1');
      const { error } = await toolkit.execute('place', { ...order, coupon: 'x' });
      equal(error?.code, 'invalid_parameters');
      equal(
        (await toolkit.execute('place', { customer: 'ann', lines: [{ product: 'too long', quantity: 1 }] })).success,
        false,
      );
    },
  },
  {
    name: "validation by the application's ValidationPipe",
    run: async ({ start }) => {
      const { toolkit } = await start({
        toolkit: { validation: 'nest' },
        providers: [Orders],
        configure: (app) => app.useGlobalPipes(new ValidationPipe({ transform: true })),
      });
      deepEqual(Object.keys(toolkit.get('place')?.inputSchema.properties ?? {}), ['customer', 'lines']);
      const { error } = await toolkit.execute('place', { customer: 1, lines: [] });
      deepEqual([error?.code, error?.message], ['invalid_parameters', 'customer must be a string']);
      equal((await toolkit.execute('place', { customer: 'ann', lines: [] })).data, 'true false 0');
    },
  },
  {
    name: 'parameters of a controller',
    run: async ({ start }) => {
      const { toolkit } = await start({ controllers: [OrdersController] });
      deepEqual(Object.keys(toolkit.get('change')?.inputSchema.properties ?? {}), ['id', 'dryRun', 'line']);
      const args = { id: 5, dryRun: true, line: { product: 'tea', quantity: 1 } };
      const real = { method: 'PATCH', headers: { tenant: 'acme' } };
      equal((await toolkit.execute('change', args, { hostRequest: real })).data, '5 true tea true PATCH acme');
      equal((await toolkit.execute('change', args)).data, '5 true tea true POST ');
    },
  },
  {
    name: 'named toolkits',
    run: async ({ start }) => {
      const { app, toolkit } = await start({
        imports: [
          ToolkitModule.forRootAsync({ name: 'admin', useFactory: () => ({}) }),
          ToolkitModule.forFeature({
            toolkit: 'admin',
            groups: { danger: { active: true } },
            providers: [Admin],
            register: { prefix: 'root' },
          }),
        ],
        providers: [Clock, Singleton, Admin, Agent],
      });
      const agent = app.get(Agent);
      equal(agent.toolkit, toolkit);
      deepEqual(
        toolkit.list().map(({ name }) => name),
        ['time'],
      );
      deepEqual(
        agent.admin.list().map(({ name }) => name),
        ['root__purge'],
      );
      equal((await agent.admin.execute('root__purge')).data, 'purged');
    },
  },
  {
    name: 'state and identity of the request',
    run: async ({ start }) => {
      const { app, toolkit } = await start({
        toolkit: {
          state: (one: { readonly headers: { readonly tenant: string } }) => ({ tenant: one.headers.tenant }),
        },
        providers: [Tenants, Conversation],
      });
      deepEqual(toolkit.get('whose')?.inputSchema.properties, {});
      equal((await toolkit.execute('whose', {}, { hostRequest: request('acme') })).data, 'acme ann');
      const contextId = ContextIdFactory.create();
      app.registerRequestByContextId(request('other'), contextId);
      const session = await app.resolve<ToolkitSession>(getToolkitSessionToken(), contextId);
      equal((await session.execute('whose')).data, 'other ann');
    },
  },
  {
    name: 'tools hidden by a guard',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Hidden] });
      deepEqual(
        toolkit.list({ auth: { role: 'guest' } }).map(({ name }) => name),
        ['read'],
      );
      deepEqual(
        toolkit.list({ auth: { role: 'admin' } }).map(({ name }) => name),
        ['purge', 'read'],
      );
      equal((await toolkit.execute('purge', {}, { auth: { role: 'guest' } })).error?.code, 'tool_not_found');
      equal((await toolkit.execute('purge', {}, { auth: { role: 'admin' } })).data, 'purged');
    },
  },
];
