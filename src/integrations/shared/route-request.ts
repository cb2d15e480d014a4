import type { IncomingMessage } from 'node:http';

/** A request to a route, as the functions of the options read it. */
export interface ToolRequest {
  readonly method: string;
  /** The URL. Only its path and its query are reliable, because the client sends the host. */
  readonly url: URL;
  readonly headers: Headers;
  /** The request as the server has received it: a web `Request`, or that of Node.js with what a framework has added to it. */
  readonly raw: Request | IncomingMessage;
}

/** A request to the routes, independent of the runtime that has received it. */
export interface RouteRequest extends ToolRequest {
  /** The path as the client has sent it: a router in front of the handler may not resolve `..` in it. */
  readonly path: string;
  /** The host to which the client has sent the request. Empty if it names none. */
  readonly host: string;
  /** The address of the peer. Undefined if the runtime does not have it. */
  readonly address: string | undefined;
  /** The body, if the application has parsed it. */
  readonly parsedBody: unknown;
  /** A signal that aborts when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Reads the body as text. Rejects with a BodyError if it is longer than `maxBytes`. */
  readText(maxBytes: number): Promise<string>;
}

/** The response to a request, independent of the runtime that sends it. */
export interface RouteResponse {
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream<Uint8Array> | undefined;
}

/** Creates a response with a JSON body, which caches must not keep: what it contains depends on the caller. */
export function jsonResponse(status: number, value: unknown, headers: RouteResponse['headers'] = {}): RouteResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}
