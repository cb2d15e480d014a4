/** The part of a response of Node.js that shows whether its client has received it. */
export interface ClosableResponse {
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Returns a signal that aborts when the connection closes before the response has been sent. */
export function disconnectSignal(response: ClosableResponse): AbortSignal {
  const disconnected = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}
