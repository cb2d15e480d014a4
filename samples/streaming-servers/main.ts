import { createClient } from 'toolwright/client';
import { startExpress } from './express-server.js';
import { startFastify } from './fastify-server.js';
import { startHono } from './hono-server.js';
import { startRoute } from './next-route.js';
import { createToolkit, type RowTools } from './rows.js';

const servers = { express: startExpress, fastify: startFastify, hono: startHono, next: startRoute };

for (const [name, start] of Object.entries(servers)) {
  const server = await start(createToolkit());
  const tools = createClient<RowTools>({ url: `${server.url}/tools` });
  let count = 0;
  for await (const part of tools.rows.stream({ count: 3 })) if (!part.isLast) count++;
  console.log(`${name}: ${count} rows`);
  await server.close();
}
