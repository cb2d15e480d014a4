import { equal, ok } from 'node:assert/strict';
import {
  BadRequestException,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { type McpContext, McpController, Tool } from '@rekog/mcp-nest';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { type PeerParts, withClient } from './app.js';
import type { PeerRow } from './row.js';

const text = z.object({ text: z.string() });
const echo = { name: 'echo', description: 'Echo a text.', parameters: text };

const userOf = (context: ExecutionContext): { readonly role: string } | undefined =>
  context.switchToRpc().getContext<McpContext>().getRawRequest<{ readonly user?: { readonly role: string } }>()?.user;

@Injectable()
class DenyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable()
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return userOf(context)?.role === 'admin';
  }
}

@Injectable()
class LoginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (userOf(context) !== undefined) return true;
    throw new UnauthorizedException('The tool needs a login.');
  }
}

@Injectable()
class ShoutPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return typeof value === 'string' ? value.toUpperCase() : value;
  }
}

@Injectable()
class RefusePipe implements PipeTransform {
  transform(): never {
    throw new BadRequestException('text is too loud');
  }
}

@Injectable()
class BracketInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => `[${value}]`));
  }
}

class Broken extends Error {}

@Catch(Broken)
class BrokenFilter implements ExceptionFilter {
  catch(error: Broken): unknown {
    return `filtered: ${error.message}`;
  }
}

@McpController()
class Echo {
  @Tool(echo)
  echo(@Payload('text') value: string): string {
    return value;
  }

  @Tool({ name: 'fail', description: 'Fail.' })
  fail(): string {
    throw new Broken('no paper');
  }
}

@McpController()
class GuardedMethod {
  @Tool({ name: 'purge', description: 'Purge.' })
  @UseGuards(AdminGuard)
  purge(): string {
    return 'purged';
  }

  @Tool({ name: 'read', description: 'Read.' })
  @UseGuards(LoginGuard)
  read(): string {
    return 'text';
  }
}

@McpController()
@UseGuards(AdminGuard)
class GuardedClass {
  @Tool({ name: 'purge', description: 'Purge.' })
  purge(): string {
    return 'purged';
  }
}

@McpController()
class PipedMethod {
  @Tool(echo)
  @UsePipes(ShoutPipe)
  echo(@Payload('text') value: string): string {
    return value;
  }

  @Tool({ ...echo, name: 'refuse' })
  @UsePipes(RefusePipe)
  refuse(@Payload('text') value: string): string {
    return value;
  }
}

@McpController()
@UsePipes(ShoutPipe)
class PipedClass {
  @Tool(echo)
  echo(@Payload('text') value: string): string {
    return value;
  }
}

@McpController()
class InterceptedMethod {
  @Tool(echo)
  @UseInterceptors(BracketInterceptor)
  echo(@Payload('text') value: string): string {
    return value;
  }
}

@McpController()
@UseInterceptors(BracketInterceptor)
class InterceptedClass {
  @Tool(echo)
  echo(@Payload('text') value: string): string {
    return value;
  }
}

@McpController()
class FilteredMethod {
  @Tool({ name: 'fail', description: 'Fail.' })
  @UseFilters(BrokenFilter)
  fail(): string {
    throw new Broken('no paper');
  }
}

@McpController()
@UseFilters(BrokenFilter)
class FilteredClass {
  @Tool({ name: 'fail', description: 'Fail.' })
  fail(): string {
    throw new Broken('no paper');
  }
}

/** A row that calls a tool for a role, and expects its value, or a refusal if there is none. */
function guardRow(name: string, tool: string, controller: NonNullable<PeerParts['controllers']>[number]): PeerRow {
  return {
    name,
    run: async ({ start }, era) => {
      const url = `${await start({ isAuthenticated: true, controllers: [controller] })}/mcp`;
      equal(await withClient({ era, url }, async ({ call }) => (await call(tool)).isError), true);
      equal(await withClient({ era, url, role: 'admin' }, async ({ call }) => (await call(tool)).isError), false);
    },
  };
}

/** A row that expects the value of a tool in each application. */
function valueRow(name: string, tool: string, expected: unknown, applications: readonly PeerParts[]): PeerRow {
  return {
    name,
    run: async ({ start }, era) => {
      for (const parts of applications) {
        const url = `${await start(parts)}/mcp`;
        const { value } = await withClient({ era, url }, ({ call }) => call(tool, { text: 'hi' }));
        equal(value, expected);
      }
    },
  };
}

const controllers = [Echo];

/** Guards, pipes, interceptors and exception filters at each level. */
export const enhancerRows: readonly PeerRow[] = [
  guardRow('guard of a method', 'purge', GuardedMethod),
  guardRow('guard that requires a login', 'read', GuardedMethod),
  guardRow('guard of a class', 'purge', GuardedClass),
  guardRow('guard of a controller', 'purge', GuardedClass),
  {
    name: 'global guard',
    run: async ({ start }, era) => {
      for (const parts of [
        { controllers, providers: [{ provide: APP_GUARD, useClass: DenyGuard }] },
        { controllers, configure: (app) => app.useGlobalGuards(new DenyGuard()) },
      ] satisfies PeerParts[]) {
        const url = `${await start(parts)}/mcp`;
        ok((await withClient({ era, url }, ({ call }) => call('echo', { text: 'hi' }))).isError);
      }
    },
  },
  {
    name: 'pipe of a method',
    run: async ({ start }, era) => {
      const url = `${await start({ controllers: [PipedMethod] })}/mcp`;
      await withClient({ era, url }, async ({ call }) => {
        equal((await call('echo', { text: 'hi' })).value, 'HI');
        ok((await call('refuse', { text: 'hi' })).isError);
      });
    },
  },
  valueRow('pipe of a class', 'echo', 'HI', [{ controllers: [PipedClass] }]),
  valueRow('global pipe', 'echo', 'HI', [
    { controllers, providers: [{ provide: APP_PIPE, useClass: ShoutPipe }] },
    { controllers, configure: (app) => app.useGlobalPipes(new ShoutPipe()) },
  ]),
  valueRow('interceptor of a method', 'echo', '[hi]', [{ controllers: [InterceptedMethod] }]),
  valueRow('interceptor of a class', 'echo', '[hi]', [{ controllers: [InterceptedClass] }]),
  valueRow('global interceptor', 'echo', '[hi]', [
    { controllers, providers: [{ provide: APP_INTERCEPTOR, useClass: BracketInterceptor }] },
    { controllers, configure: (app) => app.useGlobalInterceptors(new BracketInterceptor()) },
  ]),
  valueRow('exception filter of a method', 'fail', 'filtered: no paper', [{ controllers: [FilteredMethod] }]),
  valueRow('exception filter of a class', 'fail', 'filtered: no paper', [{ controllers: [FilteredClass] }]),
  valueRow('global exception filter', 'fail', 'filtered: no paper', [
    { controllers, providers: [{ provide: APP_FILTER, useClass: BrokenFilter }] },
    { controllers, configure: (app) => app.useGlobalFilters(new BrokenFilter()) },
  ]),
];
