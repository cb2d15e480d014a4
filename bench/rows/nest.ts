import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ContextIdFactory, ExternalContextCreator, NestFactory, REQUEST } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { Tool, type Toolkit, type ToolResult } from 'toolwright';
import { getToolkitToken, ToolkitModule } from 'toolwright/nest';
import type { Contender, Row } from '../row.js';

@Injectable()
class Guard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.getHandler() !== undefined;
  }
}

@Injectable()
class Interceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => value));
  }
}

@Catch()
class Filter implements ExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): never {
    throw error;
  }
}

@Injectable()
class Singleton {
  @Tool()
  @UseGuards(Guard)
  @UseInterceptors(Interceptor)
  @UseFilters(Filter)
  greet(name: string): string {
    return `Hello, ${name}.`;
  }
}

@Injectable({ scope: Scope.REQUEST })
class Scoped {
  constructor(@Inject(REQUEST) readonly request: object) {}

  @Tool()
  @UseGuards(Guard)
  @UseInterceptors(Interceptor)
  @UseFilters(Filter)
  welcome(name: string): string {
    return `Welcome, ${name}.`;
  }
}

class AppModule {}

const single = 'ExternalContextCreator only';
const scoped = 'ExternalContextCreator and resolve only';

/** What the toolkit adds to the handler that Nest creates for a method with a guard, an interceptor and a filter. */
export const row: Row = {
  title: 'Calling a tool of NestJS with a guard, an interceptor and a filter',
  parts: [{ name: 'NestJS', create: createContenders }],
};

async function createContenders(): Promise<readonly Contender[]> {
  const module = { module: AppModule, imports: [ToolkitModule.forRoot()], providers: [Singleton, Scoped] };
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const toolkit = app.get<Toolkit>(getToolkitToken());
  const creator = app.get(ExternalContextCreator);
  const instance = app.get(Singleton);
  const handler = creator.create(instance, instance.greet as never, 'greet');
  const callScoped = async (): Promise<unknown> => {
    const contextId = ContextIdFactory.create();
    app.registerRequestByContextId({}, contextId);
    const one = await app.resolve(Scoped, contextId);
    return creator.create(one, one.welcome as never, 'welcome', undefined, undefined, contextId)('Ann');
  };
  const isGreeting = (result: unknown): boolean => (result as ToolResult).success;
  return [
    { name: single, run: () => handler('Ann'), works: (result) => result === 'Hello, Ann.' },
    {
      name: 'toolkit.execute, singleton',
      base: single,
      run: () => toolkit.execute('greet', { name: 'Ann' }),
      works: isGreeting,
    },
    { name: scoped, run: callScoped, works: (result) => result === 'Welcome, Ann.' },
    {
      name: 'toolkit.execute, request-scoped',
      base: scoped,
      run: () => toolkit.execute('welcome', { name: 'Ann' }),
      works: isGreeting,
    },
  ];
}
