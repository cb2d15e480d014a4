import 'reflect-metadata';
import { type CanActivate, Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { Tool, ToolContext, ToolRegistry } from 'toolwright';
import {
  createToolkitContext,
  getToolkitToken,
  ScriptedModel,
  ToolkitHealthIndicator,
  ToolkitModule,
  ToolkitTestingModule,
} from 'toolwright/nest';
import { until } from '../execution/waiting.js';

@Injectable()
class Jobs extends ToolRegistry {
  finish: (() => void) | undefined;
  isAborted = false;

  @Tool()
  async work(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    return 'done';
  }

  @Tool()
  async hang(ctx: ToolContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    this.isAborted = true;
    return 'aborted';
  }
}

class Numbers extends ToolRegistry {
  @Tool()
  double(value: number): number {
    return value * 2;
  }
}

async function start(closeTimeoutMs?: number): Promise<TestingModule> {
  const module = await Test.createTestingModule({
    imports: [ToolkitModule.forRoot({ closeTimeoutMs })],
    providers: [Jobs, ToolkitHealthIndicator],
  })
    .setLogger(false as never)
    .compile();
  await module.init();
  return module;
}

describe('closing an application', () => {
  it('waits for open calls, and refuses new ones', async () => {
    const module = await start();
    const toolkit = module.get(getToolkitToken());
    const health = module.get(ToolkitHealthIndicator);
    const running = toolkit.execute('work');
    await until(() => module.get(Jobs).finish !== undefined);
    expect(health.isHealthy('toolkit')).toEqual({ toolkit: { status: 'up', tools: 2, openCalls: 1 } });
    const closing = module.close();
    await until(() => health.isHealthy('toolkit').toolkit?.status === 'down');
    expect((await toolkit.execute('work')).error?.message).toBe('The application is closing.');
    module.get(Jobs).finish?.();
    expect((await running).data).toBe('done');
    await closing;
  });

  it('cancels the calls that outlast the time limit', async () => {
    const module = await start(5);
    const running = module.get(getToolkitToken()).execute('hang');
    await until(() => module.get(ToolkitHealthIndicator).isHealthy('toolkit').toolkit?.openCalls === 1);
    await module.close();
    expect((await running).error?.message).toBe('The application is closing.');
    expect(module.get(Jobs).isAborted).toBe(true);
  });
});

describe('ToolkitTestingModule', () => {
  it('makes the calls of a script', async () => {
    const module = await Test.createTestingModule({
      imports: [ToolkitTestingModule.forRoot()],
      providers: [Numbers],
    })
      .setLogger(false as never)
      .compile();
    await module.init();
    const results = await module
      .get(ScriptedModel)
      .run([
        { name: 'double', input: { value: 2 } },
        ([first]) => ({ name: 'double', input: { value: first?.data } }),
        { name: 'treble', input: {} },
      ]);
    expect(results.map(({ data, error }) => data ?? error?.code)).toEqual([4, 8, 'tool_not_found']);
    await module.close();
  });
});

describe('createToolkitContext', () => {
  it('starts an application without a server, with its guards and controllers', async () => {
    @Injectable()
    class Deny implements CanActivate {
      canActivate(): boolean {
        return false;
      }
    }
    @Controller('status')
    class Status {
      @Get()
      @Tool()
      status(): string {
        return 'fine';
      }

      @Tool()
      @UseGuards(Deny)
      secret(): string {
        return 'secret';
      }
    }
    @Module({ imports: [ToolkitModule.forRoot({ http: { path: '/tools' } })], controllers: [Status] })
    class AppModule {}
    const { toolkit, close } = await createToolkitContext(AppModule);
    expect((await toolkit.execute('status')).data).toBe('fine');
    expect((await toolkit.execute('secret')).error?.code).toBe('denied');
    await close();
  });
});
