import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** A request of Node's as the web has it, without its body: that has been read already. */
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

/** Answers a request of Node's with a response of the web's. Resolves when all of it is on its way. */
export async function sendWebResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // The same stream, by two declarations.
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
