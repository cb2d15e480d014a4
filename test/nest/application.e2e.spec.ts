/**
 * Fastify generates code, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import 'reflect-metadata';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  HttpException,
  type INestApplication,
  Module,
  type NestInterceptor,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsString } from 'class-validator';
import { map, type Observable, of, race, tap, timer } from 'rxjs';
import { Tool, type ToolContext } from 'toolwright';
import { ToolkitModule, type ToolkitModuleOptions } from 'toolwright/nest';

const cancelled = new EventEmitter();

class Note {
  @IsString()
  text!: string;
}

class Notes {
  @Tool()
  write(note: Note): object {
    return { written: note.text };
  }

  @Tool({ needsApproval: true })
  remove(id: number): string {
    return `removed ${id}`;
  }

  @Tool()
  async copy(ctx: ToolContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve, { once: true }));
    cancelled.emit('copy');
    return 'copied';
  }

  @Tool()
  fail(): string {
    throw new Error('no paper');
  }

  @Tool()
  refuse(status: number): string {
    throw new HttpException(`The note is refused with ${status}`, status);
  }
}

class Envelope implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ data })));
  }
}

/** Remembers the answer of each route, as a cache does. */
class Cache implements NestInterceptor {
  readonly #answers = new Map<string, unknown>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { url } = context.switchToHttp().getRequest();
    if (context.getType() !== 'http') return next.handle();
    const known = this.#answers.get(url);
    if (known !== undefined) return of(known);
    return next.handle().pipe(tap((answer) => this.#answers.set(url, answer)));
  }
}

/** Answers after a time limit, as an interceptor with a timeout does. */
class Impatient implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const answer = (): void => {
      const response: { status(code: number): { send(body: object): void } } = context.switchToHttp().getResponse();
      response.status(503).send({ message: 'too late' });
    };
    return race(next.handle(), timer(50).pipe(tap(answer)));
  }
}

const guarded: string[] = [];

class HeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    guarded.push(context.getType());
    return context.switchToHttp().getRequest().headers['x-client'] === 'test';
  }
}

@Catch()
class EveryFilter implements ExceptionFilter {
  catch(error: Error, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse();
    const status = error instanceof HttpException ? error.getStatus() : 500;
    response.status(status).send({ message: `filtered: ${error.message}` });
  }
}

type Platform = 'express' | 'fastify';

let app: INestApplication | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

const toolkit: ToolkitModuleOptions = {
  approver: () => 'later' as const,
  approvalKey: 'a key of at least thirty-two characters',
  http: { path: 'tools', version: '2' },
};

/** Starts an application with everything that applies to all of its routes, and returns the address of the tools. */
async function start(platform: Platform, interceptors: readonly NestInterceptor[]): Promise<string> {
  @Module({ imports: [ToolkitModule.forRoot(toolkit)], providers: [Notes] })
  class AppModule {}
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  app = await NestFactory.create(AppModule, adapter, { logger: false, abortOnError: false });
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalGuards(new HeaderGuard());
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  app.useGlobalInterceptors(...interceptors);
  app.useGlobalFilters(new EveryFilter());
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/api/v2/tools`;
}

const headers = { 'content-type': 'application/json', 'x-client': 'test' };

async function send(url: string, body?: unknown): Promise<readonly [number, Record<string, unknown>]> {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  return [response.status, (await response.json()) as Record<string, unknown>];
}

describe.each(['express', 'fastify'] as const)('the routes in an application on %s', (platform) => {
  it('answer as documented, whatever applies to all routes of the application', async () => {
    const url = await start(platform, [new Envelope()]);
    const [, { tools, ...others }] = await send(url);
    expect([tools, others]).toEqual([
      ['write', 'remove', 'copy', 'fail', 'refuse'].map((name) => expect.objectContaining({ name })),
      {},
    ]);
    expect(await send(`${url}/write`, { text: 'tea', nothing: 1 })).toMatchObject([
      400,
      { success: false, error: { code: 'invalid_parameters' } },
    ]);
    const [status, deferred] = await send(`${url}/remove`, { id: 7 });
    expect([status, deferred.toolName]).toEqual([202, 'remove']);
    const { approval } = deferred.metadata as { readonly approval: { readonly token: string } };
    const decision = { token: approval.token, answer: 'approve' };
    expect(await send(`${url}/approvals`, decision)).toMatchObject([200, { data: { data: 'removed 7' } }]);
    expect(await send(`${url}/approvals`, { answer: 'approve' })).toMatchObject([400, {}]);
    expect(await send(`${url}/fail`, {})).toMatchObject([
      502,
      { error: { code: 'server', message: 'filtered: no paper' } },
    ]);
    expect(await send(`${url}/unknown`, {})).toMatchObject([404, { error: { code: 'tool_not_found' } }]);
  });

  it.each([400, 401, 403, 404, 408, 409, 410, 422, 429])(
    'answer with the status %i of an HttpException of a tool',
    async (status) => {
      const url = await start(platform, []);
      expect(await send(`${url}/refuse`, { status })).toMatchObject([
        status,
        { success: false, error: { message: expect.stringContaining(`The note is refused with ${status}`) } },
      ]);
    },
  );

  it('wrap the result of a call once, and stream it', async () => {
    const url = await start(platform, [new Envelope()]);
    expect(await send(`${url}/write`, { text: 'tea' })).toMatchObject([
      200,
      { toolName: 'write', data: { data: { written: 'tea' } } },
    ]);
    const streamed = await fetch(`${url}/write/stream`, { method: 'POST', headers, body: '{"text":"tea"}' });
    expect([streamed.status, streamed.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await streamed.text()).toContain('{"data":{"written":"tea"}}');
  });

  it('cancel the call whose request an interceptor has answered', async () => {
    const url = await start(platform, [new Impatient()]);
    const ended = once(cancelled, 'copy', { signal: AbortSignal.timeout(5_000) });
    expect((await send(`${url}/copy`, {}))[0]).toBe(503);
    await ended;
  });

  it('answer every caller anew, and run the guards of the application', async () => {
    const url = await start(platform, [new Cache()]);
    guarded.length = 0;
    for (const text of ['tea', 'milk']) {
      expect(await send(`${url}/write`, { text })).toMatchObject([200, { data: { written: text } }]);
    }
    expect(guarded).toEqual(['http', 'toolwright', 'http', 'toolwright']);
    expect((await fetch(url)).status).toBe(403);
  });
});
