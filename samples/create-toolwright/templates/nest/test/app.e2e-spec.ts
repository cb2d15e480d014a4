import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from '../src/app.module';

describe('The application', () => {
  let app: INestApplication;
  let client: Client;

  beforeAll(async () => {
    const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = module.createNestApplication();
    await app.listen(0, '127.0.0.1');
    client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${await app.getUrl()}/mcp`)));
  });

  afterAll(async () => {
    await client.close();
    await app.close();
  });

  it('finds orders for an MCP client', async () => {
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ name: 'find', description: 'Find orders.' }]);

    const found = await client.callTool({ name: 'find', arguments: { filter: { state: 'open' } } });
    expect(found.structuredContent).toEqual({ result: [{ id: 'A-1', customer: 'Ann', state: 'open' }] });

    const refused = await client.callTool({ name: 'find', arguments: { filter: { state: 'lost' } } });
    expect(refused.isError).toBe(true);
  });
});
