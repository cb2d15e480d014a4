import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Toolkit } from 'toolwright';
import { getToolkitToken } from 'toolwright/nest';
import { half } from './orders.service.js';

/** Describes the tools of the application, some of their results, and a schema of the OpenAPI document. */
export async function createReport(app: INestApplication): Promise<unknown> {
  const toolkit = app.get<Toolkit>(getToolkitToken());
  const call = async (name: string, args: object): Promise<string> => (await toolkit.execute(name, args)).toText();
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  return {
    tools: [...toolkit.list(), half].map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    results: [
      await call('find', { query: 'tea', filter: { state: 'paid', since: '2026-01-02T00:00:00Z' } }),
      await call('find', { query: 'tea', filter: { state: 'lost' } }),
      await call('add', { order: { customer: 'Bo', lines: [{ article: 'tea', count: 2 }] } }),
      await call('count', { to: 3 }),
      (await half.exec({ value: 4, unit: 'kg' })).toText(),
    ],
    openapi: document.components?.schemas,
  };
}
