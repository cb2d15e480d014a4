import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that answers each JSON request with JSON. */
export interface JsonServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server in place of a vendor's. A request that `answer` rejects ends with status 400 and its message. */
export async function startJsonServer(answer: (path: string, body: never) => unknown): Promise<JsonServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      let status = 200;
      let body: unknown;
      try {
        body = answer(String(request.url), JSON.parse(Buffer.concat(chunks).toString('utf8')) as never);
      } catch (error) {
        status = 400;
        body = { error: { message: String(error) } };
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
