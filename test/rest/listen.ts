import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closing: (() => Promise<unknown>)[] = [];

/** Starts a server on loopback and returns its URL. */
export async function listen(handler: Handler): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes the servers that the current test has started. */
export async function closeServers(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

/** Responds with the request itself. */
export function echo(request: IncomingMessage, response: ServerResponse): void {
  void readText(request).then((body) => {
    const { method, url, headers } = request;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ method, url, headers, body }));
  });
}

/** Returns the body of a request. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Responds with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
