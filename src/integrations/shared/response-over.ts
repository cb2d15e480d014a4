import type { ServerResponse } from 'node:http';

/** A response of HTTP/2 has a stream, and does not say itself whether it was destroyed. */
type NodeResponse = ServerResponse & { readonly stream?: { readonly destroyed: boolean } };

/** Checks whether a response of Node.js is over: the client has disconnected, or the response has been sent. */
export function isOver({ destroyed, stream }: NodeResponse): boolean {
  return stream?.destroyed ?? destroyed;
}

/** Returns a signal that aborts when a response of Node.js is over. A call that has ended does not notice. */
export function responseOverSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // What runs before the route, such as a guard, may have outlasted the connection.
  if (isOver(response)) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}
