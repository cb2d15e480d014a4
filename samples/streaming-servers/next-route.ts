import { sseHeaders, type Toolkit, toSSE } from 'toolwright';
import { listen } from './listen.js';
import type { RunningServer } from './running-server.js';

/** Creates the `POST` function of a Next.js route handler, `app/tools/[name]/stream/route.ts`. */
function createRoute(toolkit: Toolkit) {
  return async (request: Request, { params }: { readonly params: Promise<{ readonly name: string }> }) => {
    const call = { name: (await params).name, input: (await request.json()) as unknown };
    // If the client disconnects, the server cancels the body, which cancels the call.
    return new Response(toSSE(toolkit.iterate(call)), { headers: sseHeaders });
  };
}

/** Starts a server for the route handler, without Next.js. */
export function startRoute(toolkit: Toolkit): Promise<RunningServer> {
  const route = createRoute(toolkit);
  return listen((request) => {
    const name = new URL(request.url).pathname.split('/').at(-2) ?? '';
    return route(request, { params: Promise.resolve({ name }) });
  });
}
