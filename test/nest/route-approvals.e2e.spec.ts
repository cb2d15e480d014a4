/**
 * Fastify generates code, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import {
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  Injectable,
  Module,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Bind, Tool, ToolContext } from 'toolwright';
import { ToolkitModule, type ToolkitModuleOptions, type ToolRouteOptions } from 'toolwright/nest';

@Injectable()
class LoginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    const [name, role = 'clerk'] = String(request.headers.authorization ?? '').split(' ');
    if (name !== '') request.user = { name, role };
    return true;
  }
}

/** Admits the person who makes the call. */
@Injectable()
class ClerkGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user, headers } = context.switchToHttp().getRequest();
    return user?.role === 'clerk' && String(headers.authorization).startsWith(user.name);
  }
}

class Files {
  @Tool({ needsApproval: true })
  @UseGuards(ClerkGuard)
  remove(path: string, ctx: ToolContext): string {
    return `removed ${path} for ${(ctx.auth as { readonly name: string }).name}`;
  }

  @Tool({ needsApproval: true })
  publish(path: string): string {
    return `published ${path}`;
  }

  @Tool({ needsApproval: true })
  archive(path: string, @Bind('sender') sender: string): string {
    return `archived ${path} for ${sender}`;
  }
}

/** Takes the identity from the header as JSON, as a strategy with an optional login may leave any value. */
@Injectable()
class AnyUserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    request.user = JSON.parse(request.headers.authorization);
    return true;
  }
}

type By = NonNullable<ToolRouteOptions['approvals']>['by'];

let app: INestApplication | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function start(by?: By, platform: 'express' | 'fastify' = 'express'): Promise<string> {
  return startWith(
    { ...(by === undefined ? {} : { approvals: { by } }) },
    { platform, approvalSubject: (auth) => String((auth as { readonly name?: string } | undefined)?.name) },
  );
}

interface Setup {
  readonly platform?: 'express' | 'fastify';
  readonly approvalSubject?: ToolkitModuleOptions['approvalSubject'];
  readonly state?: ToolkitModuleOptions['state'];
}

async function startWith(
  http: Partial<ToolRouteOptions>,
  { platform = 'express', approvalSubject, state }: Setup = {},
): Promise<string> {
  const toolkit = ToolkitModule.forRoot({
    approvalKey: 'a key of at least thirty-two characters',
    approvalSubject,
    state,
    http: { path: '/tools', guards: [LoginGuard], approver: () => 'later', ...http },
  });
  @Module({ imports: [toolkit], providers: [Files] })
  class AppModule {}
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  app = await NestFactory.create(AppModule, adapter, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/tools`;
}

interface Answer {
  readonly data?: unknown;
  readonly message?: unknown;
  readonly metadata?: { readonly approval: { readonly token: string } };
}

async function post(url: string, body: unknown, person?: string): Promise<readonly [number, Answer]> {
  const headers = { 'content-type': 'application/json', ...(person === undefined ? {} : { authorization: person }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return [response.status, (await response.json()) as Answer];
}

async function defer(url: string, person?: string, name = 'remove'): Promise<string> {
  const [status, { metadata }] = await post(`${url}/${name}`, { path: 'a.txt' }, person);
  expect(status).toBe(202);
  return String(metadata?.approval.token);
}

describe('the route for approvals', () => {
  it('lets the caller decide, and no one else', async () => {
    const url = await start();
    const token = await defer(url, 'bob');
    expect(await post(`${url}/approvals`, { token, answer: 'approve' }, 'ann')).toMatchObject([403, {}]);
    const [status, { data }] = await post(`${url}/approvals`, { token, answer: 'approve' }, 'bob');
    expect([status, data]).toEqual([200, 'removed a.txt for bob']);
  });

  it('lets anyone decide by default if no one has an identity', async () => {
    const url = await startWith({});
    const token = await defer(url, undefined, 'publish');
    const [status, { data }] = await post(`${url}/approvals`, { token, answer: 'approve' });
    expect([status, data]).toEqual([200, 'published a.txt']);
  });

  it.each([
    ['the decision, if the caller decides', 'caller', 'bob boss', 'bob boss'],
    ['the deferred call, if another person decides', 'others', 'ann boss', 'bob'],
  ] as const)('reads the state from the request of %s', async (_, by, person, sender) => {
    const url = await startWith(
      { approvals: { by } },
      {
        approvalSubject: (auth) => String((auth as { readonly name?: string } | undefined)?.name),
        state: (request) => ({ sender: request.headers.authorization }),
      },
    );
    const token = await defer(url, 'bob', 'archive');
    const [status, { data }] = await post(`${url}/approvals`, { token, answer: 'approve' }, person);
    expect([status, data]).toEqual([200, `archived a.txt for ${sender}`]);
  });

  it.each(['express', 'fastify'] as const)(
    'lets another person decide on %s: the call runs as its caller',
    async (platform) => {
      const url = await start('others', platform);
      const token = await defer(url, 'bob');
      const decision = { token, answer: 'approve' };
      for (const person of ['bob', 'bob boss', undefined]) {
        expect(await post(`${url}/approvals`, decision, person)).toMatchObject([
          403,
          { message: 'You must not decide on this call.' },
        ]);
      }
      const [status, { data }] = await post(`${url}/approvals`, decision, 'ann boss');
      expect([status, data]).toEqual([200, 'removed a.txt for bob']);
      expect((await post(`${url}/approvals`, decision, 'ann boss'))[0]).toBe(403);
    },
  );

  it('refuses unknown members of a decision, and says the nearest one', async () => {
    const url = await start();
    const token = await defer(url, 'bob');
    const refused: readonly (readonly [object, string])[] = [
      [{ inputs: { path: 'b.txt' } }, "A decision has no 'inputs'. Did you mean 'input'?"],
      [{ session: 1 }, "A decision has no 'session'. It has token, answer, input."],
    ];
    for (const [unknown, message] of refused) {
      const answer = await post(`${url}/approvals`, { token, answer: 'approve', ...unknown }, 'bob');
      expect(answer).toMatchObject([400, { message }]);
    }
    const decision = { token, answer: 'approve', input: { path: 'b.txt' } };
    expect(await post(`${url}/approvals`, decision, 'bob')).toMatchObject([200, { data: 'removed b.txt for bob' }]);
  });

  it('lets another person decide on a stream', async () => {
    const url = await start('others');
    const headers = { 'content-type': 'application/json', authorization: 'bob' };
    const streamed = await fetch(`${url}/remove/stream`, { method: 'POST', headers, body: '{"path":"a.txt"}' });
    const { metadata } = JSON.parse(String((await streamed.text()).trim().split('data: ').at(-1))) as Answer;
    const decision = { token: metadata?.approval.token, answer: 'approve' };
    expect((await post(`${url}/approvals`, decision, 'bob'))[0]).toBe(403);
    expect(await post(`${url}/approvals`, decision, 'ann')).toMatchObject([200, { data: 'removed a.txt for bob' }]);
  });

  it('lets no one decide as another person on the call of a caller without an identity', async () => {
    const url = await start('others');
    const token = await defer(url, undefined, 'publish');
    expect((await post(`${url}/approvals`, { token, answer: 'approve' }, 'ann'))[0]).toBe(403);
  });

  it.each([
    ['number', 101, 'a'],
    ['size', 28, 'a'.repeat(40_000)],
  ])('displaces only calls of the same caller that exceed the %s', async (_limit, count, path) => {
    const url = await start('others');
    const victim = await defer(url, 'carol', 'publish');
    const tokens: string[] = [];
    for (let n = 0; n < count; n++) {
      const [, { metadata }] = await post(`${url}/publish`, { path }, 'mallory');
      tokens.push(String(metadata?.approval.token));
    }
    const statuses = [];
    for (const token of [victim, tokens[0], tokens.at(-1)]) {
      statuses.push((await post(`${url}/approvals`, { token, answer: 'deny' }, 'ann'))[1].message);
    }
    const displaced = 'The call was not deferred by a route of this process, has been decided, or was displaced.';
    expect(statuses).toEqual([undefined, displaced, undefined]);
  });

  const nobodies = [null, false, true, '', 0, [], {}, [null], { id: null }];

  it.each(nobodies)('takes a missing identity for no other person: %j', async (nobody) => {
    const url = await startWith({ guards: [AnyUserGuard], approvals: { by: 'others' } });
    const [bob, missing] = [JSON.stringify({ id: 'bob' }), JSON.stringify(nobody)];
    const pairs: readonly (readonly [string, string])[] = [
      [bob, missing],
      [missing, bob],
    ];
    for (const [caller, person] of pairs) {
      const token = await defer(url, caller, 'publish');
      expect((await post(`${url}/approvals`, { token, answer: 'approve' }, person))[0]).toBe(403);
    }
  });

  it.each(['"ann"', '7', '{"id":"ann"}', '["ann"]'])('takes %s for another person', async (person) => {
    const url = await startWith({ guards: [AnyUserGuard], approvals: { by: 'others' } });
    const token = await defer(url, '{"id":"bob"}', 'publish');
    expect((await post(`${url}/approvals`, { token, answer: 'approve' }, person))[0]).toBe(200);
  });

  it.each([null, '', 7, undefined, {}])('takes the subject %j for no other person', async (subject) => {
    const approvalSubject = (auth: unknown) => {
      const { id } = auth as { readonly id: string };
      return id === 'nobody' ? (subject as string) : id;
    };
    const url = await startWith({ guards: [AnyUserGuard], approvals: { by: 'others' } }, { approvalSubject });
    const token = await defer(url, '{"id":"bob"}', 'publish');
    const decision = { token, answer: 'approve' };
    expect((await post(`${url}/approvals`, decision, '{"id":"nobody"}'))[0]).toBe(403);
    expect((await post(`${url}/approvals`, decision, '{"id":"ann"}'))[0]).toBe(200);
  });

  it('asks a function for the person and the call', async () => {
    const asked: unknown[] = [];
    const url = await start((auth, { toolName, input, auth: caller }) => {
      asked.push([auth, toolName, input, caller]);
      return (auth as { readonly role: string }).role === 'boss';
    });
    const token = await defer(url, 'bob');
    expect((await post(`${url}/approvals`, { token, answer: 'deny' }, 'bob'))[0]).toBe(403);
    expect((await post(`${url}/approvals`, { token, answer: 'approve' }, 'ann boss'))[0]).toBe(200);
    const bob = { name: 'bob', role: 'clerk' };
    expect(asked).toEqual([
      [bob, 'remove', { path: 'a.txt' }, bob],
      [{ name: 'ann', role: 'boss' }, 'remove', { path: 'a.txt' }, bob],
    ]);
  });

  it('refuses a promise of the function, and runs nothing', async () => {
    const url = await start((async () => true) as never);
    const token = await defer(url, 'bob');
    expect((await post(`${url}/approvals`, { token, answer: 'approve' }, 'ann'))[0]).toBe(500);
  });

  it('refuses a rule that does not exist', () => {
    const http = { path: 'tools', approvals: { by: 'anyone' as never } };
    expect(() => ToolkitModule.forRoot({ http })).toThrow(
      "http.approvals.by must be 'caller', 'others' or a function, not \"anyone\".",
    );
  });
});
