import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFetchBody, readNodeBody } from './read-body-text.js';
import { requestUrl } from './request-url.js';
import { isOver, responseOverSignal } from './response-over.js';
import type { RouteRequest, RouteResponse } from './route-request.js';
import { whenDrained } from './when-drained.js';

/** The routes of this package, for the HTTP server of an application. */
export interface RouteHandler {
  /** Responds to a web `Request`: for Hono, Next.js, Workers, Deno and Bun. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Responds to a request of Node.js: for `node:http`, Express and Fastify. A body that a framework has parsed as
   * `request.body` is used. Resolves when the response has been written, or the client has disconnected.
   */
  readonly node: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Creates a handler of web requests and of those of Node.js from a function that responds to either. */
export function createRouteHandler(respond: (request: RouteRequest) => Promise<RouteResponse>): RouteHandler {
  return Object.freeze<RouteHandler>({
    fetch: async (request) => {
      const { status, headers, body } = await respond(fromFetchRequest(request));
      return new Response(body ?? null, { status, headers });
    },
    node: async (request, response) => {
      await sendNodeResponse(response, await respond(fromNodeRequest(request, response)));
    },
  });
}

function fromFetchRequest(request: Request): RouteRequest {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  return {
    method,
    url,
    path: url.pathname,
    headers,
    raw: request,
    // Not every runtime has the header.
    host: headers.get('host') ?? url.host,
    address: undefined,
    parsedBody: undefined,
    signal,
    readText: (maxBytes) => readFetchBody(request, maxBytes),
  };
}

/** A request of Node.js, with what frameworks add to it. */
type NodeRequest = IncomingMessage & {
  /** The parsed body. */
  readonly body?: unknown;
  /** The URL before a router of Express has removed the path at which it is mounted. */
  readonly originalUrl?: string;
};

function fromNodeRequest(request: NodeRequest, response: ServerResponse): RouteRequest {
  const { method = 'GET', url = '/', originalUrl = url, socket, body } = request;
  const headers = headersOf(request);
  const host = request.headers.host ?? String(request.headers[':authority'] ?? '');
  return {
    method,
    url: requestUrl(originalUrl, host),
    path: originalUrl.split('?', 1)[0] ?? '',
    headers,
    raw: request,
    host,
    address: socket.remoteAddress,
    parsedBody: body,
    signal: responseOverSignal(response),
    readText: (maxBytes) => readNodeBody(request, maxBytes),
  };
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(request.headers)) {
    // The names of HTTP/2, such as `:path`, are no headers.
    if (!name.startsWith(':')) for (const one of [value].flat()) headers.append(name, one);
  }
  return headers;
}

async function sendNodeResponse(response: ServerResponse, { status, headers, body }: RouteResponse): Promise<void> {
  // Middleware with a time limit may have answered.
  const isAnswered = isOver(response) || response.headersSent;
  if (typeof body !== 'object') {
    if (!isAnswered) response.writeHead(status, headers).end(body);
    return;
  }
  const reader = body.getReader();
  const onClose = (): void => {
    reader.cancel().catch(() => undefined);
  };
  response.once('close', onClose);
  if (isAnswered) return onClose();
  response.writeHead(status, headers).flushHeaders();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value)) await whenDrained(response);
    }
    response.end();
  } finally {
    // A client must not take a stream that has failed for one that is complete.
    if (!response.writableEnded) response.destroy();
  }
}
