import 'toolwright/dto';
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CanActivate,
  Injectable,
  Module,
  type ModuleMetadata,
  Res,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { IsString } from 'class-validator';
import { DefinitionError, Tool, type Toolkit, ToolRegistry } from 'toolwright';
import { getToolkitToken, ToolkitModule, type ToolkitModuleOptions } from 'toolwright/nest';

@Injectable()
class Guard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

class Tasks extends ToolRegistry {
  @Tool()
  add(title: string): string {
    return title;
  }
}

class Other {
  @Tool({ name: 'add' })
  insert(title: string): string {
    return title;
  }
}

interface Booking {
  readonly name: string;
}

class GuardedTasks {
  @Tool()
  @UseGuards(Guard)
  remove(): string {
    return 'removed';
  }
}

async function start(metadata: ModuleMetadata, options?: ToolkitModuleOptions): Promise<TestingModule> {
  const { imports = [], ...others } = metadata;
  const module = await Test.createTestingModule({ ...others, imports: [ToolkitModule.forRoot(options), ...imports] })
    .setLogger(false as never)
    .compile();
  await module.init();
  return module;
}

describe('ToolkitModule', () => {
  it.each([
    [{ path: '/tools' }, "ToolkitModule.forRoot(): there is no option 'path'."],
    [{ validation: 'zod' }, "ToolkitModule.forRoot(): validation must be 'toolwright' or 'nest', not \"zod\"."],
    [{ auth: {} }, 'ToolkitModule.forRoot(): auth must be a function of the request, not {}.'],
    [{ name: '' }, 'ToolkitModule.forRoot(): name must be a text, not "".'],
    [{ dev: 'yes' }, 'ToolkitModule.forRoot(): dev must be true, false or an object, not "yes".'],
    [{ dev: { path: '/' } }, 'ToolkitModule.forRoot(): dev.path must be a path such as /dev, not "/".'],
    [{ dev: { path: '/:id' } }, 'ToolkitModule.forRoot(): dev.path must be a path such as /dev, not "/:id".'],
    [{ dev: { url: '/dev' } }, "ToolkitModule.forRoot(): dev: there is no option 'url'."],
  ])('refuses the options %j', (options, message) => {
    expect(() => ToolkitModule.forRoot(options as never)).toThrow(message);
  });

  it('refuses options that a factory must not return', async () => {
    const module = Test.createTestingModule({
      imports: [ToolkitModule.forRootAsync({ useFactory: () => ({ name: 'admin' }) as never })],
    });
    await expect(module.compile()).rejects.toThrow("the result of useFactory: there is no option 'name'.");
  });

  it.each<[string, (options: object) => ReturnType<typeof ToolkitModule.forRoot>]>([
    ['forRoot', (options) => ToolkitModule.forRoot(options)],
    ['forRootAsync', (options) => ToolkitModule.forRootAsync({ useFactory: () => options })],
  ])('applies the rules of a class with a getter, passed to %s', async (_, createModule) => {
    class Settings {
      get permissions() {
        return [{ tool: 'add', action: 'deny' }];
      }
    }
    const imports = [createModule(new Settings())];
    const module = await Test.createTestingModule({ providers: [Tasks], imports }).compile();
    await module.init();
    const toolkit = module.get<Toolkit>(getToolkitToken());
    expect((await toolkit.execute('add', { title: 'a' })).error?.code).toBe('denied');
    await module.close();
  });

  describe('in production', () => {
    const { NODE_ENV } = process.env;

    beforeEach(() => {
      process.env.NODE_ENV = 'production';
    });

    afterEach(() => {
      process.env.NODE_ENV = NODE_ENV;
    });

    it.each([true, { path: '/dev' }])('does not start with the developer page: %j', async (dev) => {
      await expect(start({ providers: [Tasks] }, { dev })).rejects.toThrow(
        'ToolkitModule.forRoot(): the option dev must not be set with NODE_ENV=production, because anyone who has the URL ' +
          "of the developer page can call all tools. Set dev: process.env.NODE_ENV !== 'production'.",
      );
      const factory = ToolkitModule.forRootAsync({ name: 'async', dev, useFactory: () => ({}) });
      await expect(start({ imports: [factory] })).rejects.toThrow('NODE_ENV=production');
    });

    it('starts without the developer page', async () => {
      const module = await start({ providers: [Tasks] }, { dev: false });
      await module.close();
    });
  });

  it('names both methods of a duplicate name, and their modules', async () => {
    @Module({ providers: [Tasks] })
    class TasksModule {}
    @Module({ providers: [Other] })
    class OtherModule {}
    await expect(start({ imports: [TasksModule, OtherModule] })).rejects.toThrow(
      "OtherModule: Other.insert and TasksModule: Tasks.add are both named 'add'.",
    );
  });

  it('refuses a class of a feature that no module provides', async () => {
    const imports = [ToolkitModule.forFeature({ providers: [Tasks] })];
    await expect(start({ imports })).rejects.toThrow(
      'ToolkitModule.forFeature(): no module provides Tasks, or it has no @Tool() methods.',
    );
  });

  it('refuses a feature of a toolkit that does not exist', async () => {
    const imports = [ToolkitModule.forFeature({ toolkit: 'admin' })];
    await expect(start({ imports })).rejects.toThrow("there is no toolkit 'admin'. The toolkits are default.");
  });

  it('refuses a class that belongs to none of several toolkits', async () => {
    const imports = [ToolkitModule.forRoot({ name: 'second' })];
    await expect(start({ imports, providers: [Tasks] }, { name: 'first' })).rejects.toThrow(
      'Tasks belongs to no toolkit. Name it in ToolkitModule.forFeature({ toolkit, providers })',
    );
  });

  it('refuses a guard that NestJS would not run', async () => {
    const providers = [{ provide: 'TASKS', useValue: new GuardedTasks() }];
    await expect(start({ providers })).rejects.toThrow(
      'GuardedTasks.remove: NestJS has created no instance of the guard Guard, and would not run it.',
    );
  });

  it('refuses an override without the guards of the method', async () => {
    class Derived extends GuardedTasks {
      override remove(): string {
        return 'all removed';
      }
    }
    await expect(start({ providers: [Derived] })).rejects.toThrow(
      'Derived.remove overrides a method with the guard Guard, which NestJS would not run for it.',
    );
  });

  it('refuses parameters that a tool cannot have', async () => {
    class Responses {
      @Tool()
      send(@Res() response: object): string {
        return String(response);
      }
    }
    class Rest {
      @Tool({ params: { numbers: { type: Number } } })
      sum(...numbers: number[]): number {
        return numbers.length;
      }
    }
    await expect(start({ providers: [Responses] })).rejects.toThrow(
      "Responses.send: a tool has no response, so parameter 'response' cannot have the decorator of NestJS for it.",
    );
    await expect(start({ providers: [Rest] })).rejects.toThrow(
      "Rest.sum: NestJS cannot pass a rest parameter. Declare 'numbers' as an array.",
    );
  });

  it.each([
    ['groups', { groups: ['admin'] }],
    ['skipMissingProperties', { skipMissingProperties: true }],
    ['exceptionFactory', { exceptionFactory: () => new Error('invalid') }],
  ])('refuses a ValidationPipe with the option %s', async (option, options) => {
    class Note {
      @IsString()
      text!: string;
    }
    class Notes {
      @Tool()
      write(note: Note): string {
        return note.text;
      }
    }
    const providers = [Notes, { provide: APP_PIPE, useValue: new ValidationPipe(options) }];
    await expect(start({ providers })).rejects.toThrow(
      `Notes.write: the ValidationPipe has the option '${option}', which toolwright does not follow`,
    );
    const module = await start({ providers }, { validation: 'nest' });
    await module.close();
  });

  it('names the module of an invalid tool', async () => {
    class Untyped {
      @Tool()
      read(value: unknown): unknown {
        return value;
      }
    }
    await expect(start({ providers: [Untyped] })).rejects.toThrow(DefinitionError);
    await expect(start({ providers: [Untyped] })).rejects.toThrow("RootTestModule: Untyped.read: parameter 'value'");
  });

  it('finds the tools of values and factories', async () => {
    const module = await start({
      providers: [
        { provide: 'VALUE', useValue: new Tasks() },
        { provide: 'FACTORY', useFactory: async () => new (class Notes extends Other {})() },
      ].slice(0, 1),
    });
    expect((await module.get(getToolkitToken()).execute('add', { title: 'tea' })).data).toBe('tea');
    await module.close();
  });

  it('calls the mock that replaces a provider', async () => {
    const module = await Test.createTestingModule({ imports: [ToolkitModule.forRoot()], providers: [GuardedTasks] })
      .overrideProvider(GuardedTasks)
      .useValue({ remove: () => 'mocked' })
      .overrideGuard(Guard)
      .useValue({ canActivate: () => true })
      .setLogger(false as never)
      .compile();
    await module.init();
    const toolkit = module.get(getToolkitToken());
    expect((await toolkit.execute('remove')).data).toBe('mocked');
    await module.close();
  });

  it('runs the guards of a method that a spy replaces', async () => {
    @Injectable()
    class Deny implements CanActivate {
      canActivate(): boolean {
        return false;
      }
    }
    class Vault {
      @Tool()
      @UseGuards(Deny)
      open(): string {
        return 'opened';
      }
    }
    const module = await start({ providers: [Vault] });
    const vault = module.get(Vault);
    vault.open = () => 'spied';
    expect((await module.get(getToolkitToken()).execute('open')).error?.code).toBe('denied');
    await module.close();
  });

  it('names the configuration of the test runner, and no builder, for a parameter without a type in a test', async () => {
    class Bookings {
      @Tool()
      book(booking: Booking): string {
        return booking.name;
      }
    }
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-nest-'));
    writeFileSync(join(folder, 'nest-cli.json'), '{ "compilerOptions": { "plugins": ["toolwright/nest-plugin"] } }');
    const before = process.cwd();
    process.chdir(folder);
    try {
      const message = await start({ providers: [Bookings] }).catch((error: Error) => error.message);
      expect(message).toContain("parameter 'booking' has no runtime type (an interface or a union). Replace 'ts-jest'");
      expect(message).not.toContain('the build has not run it');
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });
});
