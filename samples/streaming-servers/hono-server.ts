import { Hono } from 'hono';
import { sseHeaders, type Toolkit, toSSE } from 'toolwright';
import { listen } from './listen.js';
import type { RunningServer } from './running-server.js';

/** Starts a Hono app that streams the calls of a toolkit. */
export function startHono(toolkit: Toolkit): Promise<RunningServer> {
  const app = new Hono();
  app.post('/tools/:name/stream', async (context) => {
    const call = { name: context.req.param('name'), input: await context.req.json<unknown>() };
    // If the client disconnects, the server cancels the body, which cancels the call.
    return context.body(toSSE(toolkit.iterate(call)), 200, sseHeaders);
  });
  return listen(app.fetch);
}
