import { serve } from '@hono/node-server';
import { app } from './app.js';

// Other machines cannot reach this host name. Read about `allowedHosts` before you change it.
const options = { fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) };
serve(options, ({ port }) => console.log(`Open http://127.0.0.1:${port}`));
