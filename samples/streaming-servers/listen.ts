import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { RunningServer } from './running-server.js';

/** Serves a handler of web requests with Node's HTTP server. */
export async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<RunningServer> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
