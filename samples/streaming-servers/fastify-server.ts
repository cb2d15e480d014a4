import Fastify from 'fastify';
import { sseHeaders, type Toolkit, toSSE } from 'toolwright';
import type { RunningServer } from './running-server.js';

/** Starts a Fastify app that streams the calls of a toolkit. */
export async function startFastify(toolkit: Toolkit): Promise<RunningServer> {
  const app = Fastify({ forceCloseConnections: true });
  app.post<{ Params: { name: string } }>('/tools/:name/stream', (request, reply) => {
    const call = { name: request.params.name, input: request.body };
    // If the client disconnects, Fastify cancels the stream, which cancels the call.
    return reply.headers(sseHeaders).send(toSSE(toolkit.iterate(call)));
  });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}
