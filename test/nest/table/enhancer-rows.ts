import { deepEqual, equal, match } from 'node:assert/strict';
import {
  type ArgumentsHost,
  BadRequestException,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  Get,
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
import { map, type Observable } from 'rxjs';
import { Tool, ToolRegistry } from 'toolwright';
import { ToolExecutionContext } from 'toolwright/nest';
import type { Row } from './row.js';

@Injectable()
class DenyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable()
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest().user?.role === 'admin') return true;
    throw new ForbiddenException('Only admins may do this.');
  }
}

@Injectable()
class LoginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    equal(context.getType<string>(), 'toolwright');
    const tool = ToolExecutionContext.create(context);
    if (tool.getAuth() !== undefined) return true;
    throw new UnauthorizedException(`${tool.getSpec().name} needs a login.`);
  }
}

@Injectable()
class ShoutPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return typeof value === 'string' ? value.toUpperCase() : value;
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

@Catch()
class HttpFilter implements ExceptionFilter {
  catch(_error: Error, host: ArgumentsHost): void {
    host.switchToHttp().getResponse().status(409).json({ message: 'This task is taken.' });
  }
}

class GuardedMethod extends ToolRegistry {
  @Tool()
  @UseGuards(AdminGuard)
  purge(): string {
    return 'purged';
  }

  @Tool()
  @UseGuards(LoginGuard)
  read(): string {
    return 'text';
  }

  @Tool()
  @UseGuards(DenyGuard)
  never(): string {
    return 'never';
  }
}

@UseGuards(DenyGuard)
class GuardedClass extends ToolRegistry {
  @Tool()
  never(): string {
    return 'never';
  }
}

@Controller('guarded')
class GuardedController {
  @Get()
  @Tool()
  @UseGuards(AdminGuard)
  purge(): string {
    return 'purged';
  }

  @Tool()
  @UseGuards(DenyGuard)
  never(): string {
    return 'never';
  }
}

class Echo extends ToolRegistry {
  @Tool()
  echo(text: string): string {
    return text;
  }

  @Tool()
  fail(): string {
    throw new Broken('no paper');
  }
}

class PipedMethod extends ToolRegistry {
  @Tool()
  @UsePipes(ShoutPipe)
  echo(text: string): string {
    return text;
  }

  @Tool()
  @UsePipes(
    new (class implements PipeTransform {
      transform(): never {
        throw new BadRequestException(['text is too loud', 'text is too long']);
      }
    })(),
  )
  refuse(text: string): string {
    return text;
  }
}

@UsePipes(ShoutPipe)
class PipedClass extends Echo {}

class InterceptedMethod extends ToolRegistry {
  @Tool()
  @UseInterceptors(BracketInterceptor)
  echo(text: string): string {
    return text;
  }
}

@UseInterceptors(BracketInterceptor)
class InterceptedClass extends Echo {}

class FilteredMethod extends ToolRegistry {
  @Tool()
  @UseFilters(BrokenFilter)
  fail(): string {
    throw new Broken('no paper');
  }

  @Tool()
  @UseFilters(HttpFilter)
  clash(): string {
    throw new Broken('clash');
  }
}

@UseFilters(BrokenFilter)
class FilteredClass extends Echo {}

/** Guards, pipes, interceptors and exception filters at each level. */
export const enhancerRows: readonly Row[] = [
  {
    name: 'guard of a method',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [GuardedMethod] });
      const denied = await toolkit.execute('purge', {}, { auth: { role: 'guest' } });
      deepEqual([denied.error?.code, denied.error?.message], ['denied', 'Only admins may do this.']);
      equal((await toolkit.execute('purge', {}, { auth: { role: 'admin' } })).data, 'purged');
      equal((await toolkit.execute('never')).error?.code, 'denied');
    },
  },
  {
    name: 'guard that requires a login',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [GuardedMethod] });
      const { error } = await toolkit.execute('read');
      deepEqual([error?.code, error?.message], ['authentication', 'read needs a login.']);
      equal((await toolkit.execute('read', {}, { auth: 'ann' })).data, 'text');
    },
  },
  {
    name: 'guard of a class',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [GuardedClass] });
      equal((await toolkit.execute('never')).error?.code, 'denied');
    },
  },
  {
    name: 'guard of a controller',
    run: async ({ start }) => {
      const { toolkit } = await start({ controllers: [GuardedController] });
      equal((await toolkit.execute('never')).error?.code, 'denied');
      equal((await toolkit.execute('purge', {}, { auth: { role: 'admin' } })).data, 'purged');
    },
  },
  {
    name: 'global guard',
    run: async ({ start }) => {
      const provided = await start({ providers: [Echo, { provide: APP_GUARD, useClass: DenyGuard }] });
      equal((await provided.toolkit.execute('echo', { text: 'hi' })).error?.code, 'denied');
      const used = await start({ providers: [Echo], configure: (app) => app.useGlobalGuards(new DenyGuard()) });
      equal((await used.toolkit.execute('echo', { text: 'hi' })).error?.code, 'denied');
    },
  },
  {
    name: 'pipe of a method',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [PipedMethod] });
      equal((await toolkit.execute('echo', { text: 'hi' })).data, 'HI');
      const { error } = await toolkit.execute('refuse', { text: 'hi' });
      deepEqual([error?.code, error?.message], ['invalid_parameters', 'text is too loud; text is too long']);
    },
  },
  {
    name: 'pipe of a class',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [PipedClass] });
      equal((await toolkit.execute('echo', { text: 'hi' })).data, 'HI');
    },
  },
  {
    name: 'global pipe',
    run: async ({ start }) => {
      const provided = await start({ providers: [Echo, { provide: APP_PIPE, useClass: ShoutPipe }] });
      equal((await provided.toolkit.execute('echo', { text: 'hi' })).data, 'HI');
      const used = await start({ providers: [Echo], configure: (app) => app.useGlobalPipes(new ShoutPipe()) });
      equal((await used.toolkit.execute('echo', { text: 'hi' })).data, 'HI');
    },
  },
  {
    name: 'interceptor of a method',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [InterceptedMethod] });
      equal((await toolkit.execute('echo', { text: 'hi' })).data, '[hi]');
    },
  },
  {
    name: 'interceptor of a class',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [InterceptedClass] });
      equal((await toolkit.execute('echo', { text: 'hi' })).data, '[hi]');
    },
  },
  {
    name: 'global interceptor',
    run: async ({ start }) => {
      const provided = await start({ providers: [Echo, { provide: APP_INTERCEPTOR, useClass: BracketInterceptor }] });
      equal((await provided.toolkit.execute('echo', { text: 'hi' })).data, '[hi]');
      const used = await start({
        providers: [Echo],
        configure: (app) => app.useGlobalInterceptors(new BracketInterceptor()),
      });
      equal((await used.toolkit.execute('echo', { text: 'hi' })).data, '[hi]');
    },
  },
  {
    name: 'exception filter of a method',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [FilteredMethod] });
      equal((await toolkit.execute('fail')).data, 'filtered: no paper');
      match(String((await toolkit.execute('clash')).error?.message), /^This task is taken\.$/);
    },
  },
  {
    name: 'exception filter of a class',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [FilteredClass] });
      equal((await toolkit.execute('fail')).data, 'filtered: no paper');
    },
  },
  {
    name: 'global exception filter',
    run: async ({ start }) => {
      const provided = await start({ providers: [Echo, { provide: APP_FILTER, useClass: BrokenFilter }] });
      equal((await provided.toolkit.execute('fail')).data, 'filtered: no paper');
      const used = await start({ providers: [Echo], configure: (app) => app.useGlobalFilters(new BrokenFilter()) });
      equal((await used.toolkit.execute('fail')).data, 'filtered: no paper');
    },
  },
];
