import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import express from 'express';
import { sseHeaders, type Toolkit, toSSE } from 'toolwright';
import type { RunningServer } from './running-server.js';

/** Starts an Express app that streams the calls of a toolkit. */
export async function startExpress(toolkit: Toolkit): Promise<RunningServer> {
  const app = express();
  app.use(express.json());
  app.post('/tools/:name/stream', (request, response) => {
    const call = { name: request.params.name, input: request.body as unknown };
    response.writeHead(200, sseHeaders);
    // If the client disconnects, pipeline() cancels the stream, which cancels the call.
    pipeline(toSSE(toolkit.iterate(call)), response, () => {});
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
