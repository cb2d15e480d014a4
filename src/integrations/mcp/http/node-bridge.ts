import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerIn, type McpRequestOptions } from './caller.js';
import type { EndpointRequest } from './endpoint-request.js';
import type { EndpointResponse } from './endpoint-response.js';
import type { EventSink } from './event-stream.js';
import { bodyWasRead, HttpRefusal, tooLarge } from './refusal.js';

/** Converts a request of Node.js. A framework may have parsed its body, as `request.body`. */
export function fromNodeRequest(
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  options: McpRequestOptions = {},
): EndpointRequest {
  const { method = 'GET', headers, url = '/', socket } = request;
  return {
    method,
    headers,
    host: headers.host ?? '',
    url: urlOf(url, headers.host),
    address: socket.remoteAddress,
    connection: socket,
    caller: callerIn(options),
    isAddressChecked: options.isAddressChecked === true,
    parsedBody: options.body ?? request.body,
    signal: disconnectSignal(response),
    readText: (maxBytes) => readText(request, maxBytes),
  };
}

/** Sends a response with Node.js. */
export function sendNodeResponse(response: ServerResponse, { status, headers, body }: EndpointResponse): void {
  if (response.destroyed) {
    if (typeof body === 'object') body.close();
    return;
  }
  if (typeof body !== 'object') {
    response.writeHead(
      status,
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    );
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  response.once('close', () => body.close());
  body.open(new ResponseSink(response));
}

class ResponseSink implements EventSink {
  readonly #response: ServerResponse;
  #draining: Promise<void> | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  write(text: string): void {
    this.#response.write(text);
  }

  end(): void {
    this.#response.end();
  }

  async whenWritable(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return;
    this.#draining ??= this.#waitForDrain();
    await this.#draining;
  }

  async #waitForDrain(): Promise<void> {
    const response = this.#response;
    await new Promise<void>((resolve) => {
      const onOver = (): void => {
        response.off('drain', onOver).off('close', onOver);
        resolve();
      };
      response.on('drain', onOver).on('close', onOver);
    });
    this.#draining = undefined;
  }
}

function urlOf(url: string, host = 'localhost'): URL {
  try {
    return new URL(url.startsWith('/') ? `http://${host}${url}` : 'http://localhost/');
  } catch {
    return new URL('http://localhost/');
  }
}

/** Returns a signal that aborts when the connection closes before the response has been sent. */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // Waiting for a body that something else has read would never end.
    if (request.readableEnded) {
      reject(bodyWasRead());
      return;
    }
    const refuseLength = (): void => {
      // Closing the connection now would lose the response.
      request.removeAllListeners('data');
      request.resume();
      reject(tooLarge(maxBytes));
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuseLength();
      return;
    }
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuseLength();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
      // The request may be retained for as long as its call runs.
      chunks = [];
    });
    // A client that disconnects is no error of the server.
    const onGone = (): void => reject(new HttpRefusal(400, 'The request was aborted.'));
    request.on('error', onGone).on('close', () => {
      if (!request.readableEnded) onGone();
    });
  });
}
