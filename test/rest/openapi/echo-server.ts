import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the echo server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server that records each request and responds with what `respond` returns. */
export interface EchoServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts a server that responds with JSON, or without content if `respond` returns undefined. */
export async function startEchoServer(
  respond: (request: ReceivedRequest) => unknown = (one) => one,
): Promise<EchoServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const received = await receive(request);
    requests.push(received);
    send(response, respond(received));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = request;
  return {
    method,
    url,
    headers: headers as ReceivedRequest['headers'],
    body: Buffer.concat(chunks).toString('latin1'),
  };
}

function send(response: ServerResponse, data: unknown): void {
  if (data === undefined) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
}
