import type { EventEmitter } from 'node:events';

/**
 * Returns a signal that aborts when a response of Node.js is over: the client has disconnected, or the response has been
 * sent. A call that has ended does not notice.
 */
export function responseOverSignal(response: EventEmitter): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
