import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Converts a Node.js request to a web `Request` without its body, which has already been read. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return new Request(new URL(url, `http://${request.headers.host ?? 'localhost'}`), {
    method,
    headers,
    signal,
  });
}

/**
 * Sends a web `Response` as a Node.js response. Resolves when the response has been sent or its connection is closed.
 */
export async function sendWebResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // The DOM and Node.js declare the type of this stream differently.
  const body = Readable.fromWeb(answer.body as ReadableStream);
  await new Promise<void>((resolve) => {
    response.once('close', () => {
      body.destroy();
      resolve();
    });
    body.on('error', () => response.destroy());
    body.pipe(response);
  });
}
