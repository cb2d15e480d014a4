import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Tool, type Toolkit } from 'toolwright';
import { getToolkitToken, ToolkitModule } from 'toolwright/nest';

class Files {
  @Tool({ needsApproval: true })
  remove(path: string): string {
    return `removed ${path}`;
  }
}

class AppModule {}

let app: INestApplication;

beforeAll(async () => {
  const toolkit = ToolkitModule.forRoot({
    approver: () => ({ kind: 'deny', reason: 'Ask in the office.' }),
    approvalKey: 'a key of at least thirty-two characters',
    http: { path: '/tools', approver: () => 'later' },
  });
  const module = { module: AppModule, imports: [toolkit], providers: [Files] };
  app = await NestFactory.create(module, new ExpressAdapter(), { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
});

afterAll(() => app.close());

function post(path: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${app.getHttpServer().address().port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ path: 'a.txt' }),
  });
}

describe('the approver of the routes', () => {
  it('decides on calls of a route', async () => {
    const deferred = await post('/tools/remove');
    expect(deferred.status).toBe(202);
    expect(await deferred.json()).toMatchObject({ metadata: { approval: { kind: 'later' } } });
  });

  it('decides on streams', async () => {
    expect(await (await post('/tools/remove/stream')).text()).toContain('is waiting for approval');
  });

  it('does not decide on other calls', async () => {
    const result = await app.get<Toolkit>(getToolkitToken()).execute('remove', { path: 'a.txt' });
    expect(result.error?.message).toBe("The call of 'remove' was denied: Ask in the office.");
  });
});
