import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { type CanActivate, type ExecutionContext, type INestApplication, Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DefinitionError, Tool, type Toolkit } from 'toolwright';
import {
  getToolkitToken,
  HideUnauthorized,
  ToolExecutionContext,
  ToolkitHealthIndicator,
  ToolkitModule,
} from 'toolwright/nest';

@Injectable()
class TagGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return !ToolExecutionContext.create(context).getSpec().tags.includes('internal');
  }
}

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers['x-key'] === 'secret';
  }
}

@Injectable()
class SessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().session.isAdmin === true;
  }
}

@Injectable()
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user, headers } = context.switchToHttp().getRequest();
    return user?.role === 'admin' && headers['x-blocked'] === undefined;
  }
}

class Files {
  @Tool()
  @HideUnauthorized(TagGuard)
  read(): string {
    return 'text';
  }
}

class Keys {
  @Tool()
  list(): string {
    return 'keys';
  }

  @Tool()
  @HideUnauthorized(KeyGuard)
  purge(): string {
    return 'purged';
  }
}

class Sessions {
  @Tool()
  @HideUnauthorized(SessionGuard)
  end(): string {
    return 'ended';
  }
}

class Admins {
  @Tool()
  @HideUnauthorized(AdminGuard)
  purge(): string {
    return 'purged';
  }
}

class AppModule {}

let app: INestApplication;

async function start(...providers: (new () => object)[]): Promise<Toolkit> {
  const imports = [ToolkitModule.forRoot({ http: { path: '/tools' } })];
  const module = { module: AppModule, imports, providers: [...providers, ToolkitHealthIndicator] };
  app = await NestFactory.create(module, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
  return app.get(getToolkitToken());
}

afterEach(() => app?.close());

const key = { headers: { 'x-key': 'secret' } };
const noKey = { headers: {} };

function namesOf(specs: readonly { readonly name: string }[]): readonly string[] {
  return specs.map(({ name }) => name);
}

describe('a guard that hides a tool', () => {
  it('reads the request of each caller who lists tools over HTTP', async () => {
    await start(Keys);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const list = async (headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const response = await fetch(`http://127.0.0.1:${port}/tools`, { headers });
      return namesOf(((await response.json()) as { readonly tools: readonly { readonly name: string }[] }).tools);
    };
    const call = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' };
      return (await fetch(`http://127.0.0.1:${port}/tools/purge`, init)).status;
    };
    expect(await list(noKey.headers)).toEqual(['list']);
    expect(await list(key.headers)).toEqual(['list', 'purge']);
    expect(await list(noKey.headers)).toEqual(['list']);
    expect([await call(key.headers), await call(noKey.headers)]).toEqual([200, 404]);
  });

  it('reads the request of a listing, of an export, of a session and of a call from code', async () => {
    const toolkit = await start(Keys);
    expect(namesOf(toolkit.list({ hostRequest: key }))).toEqual(['list', 'purge']);
    expect(namesOf(toolkit.list({ hostRequest: noKey }))).toEqual(['list']);
    expect(toolkit.toOpenAI({ hostRequest: key })).toHaveLength(2);
    expect(toolkit.get('purge', { hostRequest: noKey })?.name).toBe('purge');
    const session = toolkit.session({ hostRequest: key });
    expect(namesOf(session.list())).toEqual(['list', 'purge']);
    expect((await session.execute('purge')).data).toBe('purged');
    expect((await toolkit.execute('purge', {}, { hostRequest: key })).data).toBe('purged');
    expect((await toolkit.execute('purge', {}, { hostRequest: noKey })).error?.code).toBe('tool_not_found');
  });

  it('is a named error if it reads what is missing where there is no request', async () => {
    const toolkit = await start(Keys);
    const message =
      "Keys.purge: @HideUnauthorized(KeyGuard): the guard reads 'headers.x-key' of the request, but there is no request.";
    expect(() => toolkit.list()).toThrow(DefinitionError);
    expect(() => toolkit.list()).toThrow(message);
    expect(() => toolkit.toOpenAI()).toThrow(message);
    const { error } = await toolkit.execute('purge');
    expect([error?.code, error?.message]).toEqual(['definition', expect.stringContaining(message)]);
    expect((await toolkit.execute('list')).data).toBe('keys');
    expect((await toolkit.execute('unknown')).error?.message).toContain('The tools are list.');
    expect(app.get(ToolkitHealthIndicator).isHealthy('toolkit')).toEqual({
      toolkit: { status: 'up', tools: 2, openCalls: 0 },
    });
  });

  it('is a named error if it fails because of what is missing', async () => {
    const toolkit = await start(Sessions);
    expect(() => toolkit.list()).toThrow("Sessions.end: @HideUnauthorized(SessionGuard): the guard reads 'session'");
  });

  it('decides without a request if the identity is enough', async () => {
    const toolkit = await start(Admins);
    expect(toolkit.list({ auth: { role: 'guest' } })).toEqual([]);
    expect(toolkit.list()).toEqual([]);
    expect(namesOf(toolkit.list({ auth: { role: 'admin' } }))).toEqual(['purge']);
  });

  it('is a named error if it reads the call, because a listing has no call', async () => {
    const toolkit = await start(Files);
    expect(() => toolkit.list()).toThrow(
      'Files.read: @HideUnauthorized(TagGuard): the guard reads the call, which a listing does not have',
    );
  });

  it('is refused when the class is defined, if there is none', () => {
    const hideFromNobody = HideUnauthorized as (...guards: unknown[]) => MethodDecorator & ClassDecorator;
    const define = (): unknown => {
      class Vault {
        @hideFromNobody()
        open(): string {
          return 'opened';
        }
      }
      return Vault;
    };
    expect(define).toThrow('Vault.open: @HideUnauthorized() has no guard, and would hide nothing.');
    const defineClass = (): unknown => {
      @hideFromNobody(undefined)
      class Vault {}
      return Vault;
    };
    expect(defineClass).toThrow('Vault: @HideUnauthorized() requires the class of a guard, not undefined.');
  });
});
