import { startExpress } from './express-server.js';
import { startFastify } from './fastify-server.js';
import { startHono } from './hono-server.js';
import { startRoute } from './next-route.js';
import { createToolkit } from './rows.js';

const servers = { express: startExpress, fastify: startFastify, hono: startHono, next: startRoute };

for (const [name, start] of Object.entries(servers)) {
  const server = await start(createToolkit());
  const response = await fetch(`${server.url}/tools/rows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 3 }),
  });
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  console.log(`${name}: ${events.length} events`);
  await server.close();
}
