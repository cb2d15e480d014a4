import type { AddressInfo, Server } from 'node:net';
import {
  type CanActivate,
  Controller,
  type INestApplicationContext,
  type INestMicroservice,
  Injectable,
  Module,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ClientProxyFactory,
  Ctx,
  MessagePattern,
  type MicroserviceOptions,
  Payload,
  TcpContext,
  type TcpOptions,
  Transport,
} from '@nestjs/microservices';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { firstValueFrom } from 'rxjs';
import { Tool, type Toolkit } from 'toolwright';
import { getToolkitToken, InjectToolkit, ToolkitModule } from 'toolwright/nest';
import { TasksModule } from './tasks.module.js';

@Controller()
class MessagesController {
  constructor(@InjectToolkit() private readonly toolkit: Toolkit) {}

  @MessagePattern('add')
  async add(@Payload() task: { readonly title: string }): Promise<unknown> {
    return (await this.toolkit.execute('add', task)).data;
  }

  @MessagePattern('double')
  @Tool()
  double(@Payload('value') value: number): number {
    return value * 2;
  }
}

@Injectable()
class ClosedGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Module({
  imports: [TasksModule, ToolkitModule.forRoot({ http: { path: '/tools' } })],
  controllers: [MessagesController],
})
class AppModule {}

const options: TcpOptions = { transport: Transport.TCP, options: { host: '127.0.0.1', port: 0 } };
const quiet = { logger: false, abortOnError: false } as const;

async function send(microservice: INestMicroservice, pattern: string, data: unknown): Promise<unknown> {
  const { port } = microservice.unwrap<Server>().address() as AddressInfo;
  const client = ClientProxyFactory.create({ transport: Transport.TCP, options: { host: '127.0.0.1', port } });
  try {
    return await firstValueFrom(client.send(pattern, data));
  } finally {
    await client.close();
  }
}

const toolkitOf = (app: INestApplicationContext): Toolkit => app.get(getToolkitToken());

describe('a microservice', () => {
  let app: INestMicroservice;

  beforeEach(async () => {
    app = await NestFactory.createMicroservice<MicroserviceOptions>(AppModule, { ...options, ...quiet });
  });

  afterEach(() => app.close());

  it('calls tools, also from the handler of a message', async () => {
    await app.listen();
    expect((await toolkitOf(app).execute('add', { title: 'Buy tea' })).data).toBe('1: Buy tea, priority 3');
    expect(await send(app, 'add', { title: 'Call Ann' })).toBe('2: Call Ann, priority 3');
  });

  it('has handlers that are tools', async () => {
    await app.listen();
    expect(await send(app, 'double', { value: 2 })).toBe(4);
    expect((await toolkitOf(app).execute('double', { value: 2 })).data).toBe(4);
  });

  it('does not start with a tool that would receive something else than the context of a message', async () => {
    @Controller()
    class ContextController {
      @MessagePattern('who')
      @Tool()
      who(@Ctx() context: TcpContext): string {
        return context.getPattern();
      }
    }
    @Module({ imports: [ToolkitModule.forRoot()], controllers: [ContextController] })
    class ContextModule {}
    const starting = NestFactory.createMicroservice<MicroserviceOptions>(ContextModule, { ...options, ...quiet });
    await expect(starting).rejects.toThrow('ContextController.who: a tool has no context of a message');
    await app.listen();
  });

  it('guards tools by its global guards', async () => {
    app.useGlobalGuards(new ClosedGuard());
    await app.listen();
    expect((await toolkitOf(app).execute('double', { value: 2 })).error?.code).toBe('denied');
  });
});

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('a hybrid application on %s', (_platform, createAdapter) => {
  it('calls tools over HTTP and from the handler of a message', async () => {
    const app = await NestFactory.create(AppModule, createAdapter(), quiet);
    try {
      const microservice = app.connectMicroservice<MicroserviceOptions>(options);
      await app.startAllMicroservices();
      await app.listen(0, '127.0.0.1');
      expect(await send(microservice, 'add', { title: 'Buy tea' })).toBe('1: Buy tea, priority 3');
      const response = await fetch(`${await app.getUrl()}/tools/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ title: 'Call Ann' }),
      });
      expect(await response.json()).toMatchObject({ data: '2: Call Ann, priority 3' });
      expect((await toolkitOf(app).execute('double', { value: 2 })).data).toBe(4);
    } finally {
      await app.close();
    }
  });
});
