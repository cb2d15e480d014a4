import 'reflect-metadata';
import {
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type NestInterceptor,
  type PipeTransform,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { DefinitionError, Tool, Toolkit, ToolRegistry, toolSpecsOf } from 'toolwright';

class Deny implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

class Shout implements PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

class Log implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler) {
    return next.handle();
  }
}

@Catch()
class Filter implements ExceptionFilter {
  catch(): void {}
}

class Guarded {
  @Tool()
  read(): string {
    return 'text';
  }

  @Tool()
  @UseGuards(Deny)
  purge(): string {
    return 'purged';
  }
}

class Derived extends Guarded {}

@UsePipes(Shout)
class Piped extends ToolRegistry {
  @Tool()
  read(): string {
    return 'text';
  }
}

class Intercepted {
  @Tool()
  @UseInterceptors(Log)
  read(): string {
    return 'text';
  }
}

class Filtered {
  @Tool()
  @UseFilters(Filter)
  read(): string {
    return 'text';
  }
}

describe('a class with decorators of NestJS in a toolkit without ToolkitModule', () => {
  it.each([
    ['Guarded.purge has @UseGuards', new Guarded()],
    ['Derived.purge has @UseGuards', new Derived()],
    ['Piped.read has @UsePipes', new Piped()],
    ['Intercepted.read has @UseInterceptors', new Intercepted()],
    ['Filtered.read has @UseFilters', new Filtered()],
    ['Guarded.purge has @UseGuards', Object.values(toolSpecsOf(new Guarded()))],
    ['Guarded.purge has @UseGuards', toolSpecsOf(new Guarded()).purge?.with({ name: 'clear' })],
  ])('is refused by name: %s', (message, provider) => {
    const register = (): unknown => new Toolkit().register(provider as object);
    expect(register).toThrow(DefinitionError);
    expect(register).toThrow(
      `register: ${message} of NestJS on the method or its class, which a toolkit does not run.`,
    );
  });

  it('is registered without its guarded tools, and with nestGuards', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Guarded(), { exclude: ['purge'] });
    toolkit.register(new Guarded(), { include: ['purge'], nestGuards: 'ignore' });
    expect((await toolkit.execute('purge')).data).toBe('purged');
  });

  it('refuses another value of nestGuards', () => {
    const register = (): unknown => new Toolkit().register(new Guarded(), { nestGuards: 'run' as never });
    expect(register).toThrow("register: nestGuards must be 'refuse' or 'ignore', not \"run\".");
  });
});
