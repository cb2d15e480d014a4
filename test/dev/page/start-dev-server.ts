import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { DevRecord } from '../../../src/integrations/dev/protocol.js';
import { root } from '../../support/repository.js';
import { FakePeer } from './fake-peer.js';

/** A server of the page for tests. */
export interface DevServer {
  /** The address of the page, with its token. */
  readonly url: string;
  /** Starts the process of the tools again, as a saved file does. */
  restartTools(): Promise<void>;
  close(): Promise<void>;
}

/** What a server has in addition to the tools of `fake-tools.ts`. */
export interface DevServerOptions {
  /** The number of further tools. */
  readonly tools?: number;
}

const folder = join(root, 'test/.build/packed/dist/integrations/dev/page');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const csp = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
  'img-src data: blob:; media-src data: blob:',
].join('; ');

/** Serves the packed page, and answers its requests by tools that exist only here. */
export async function startDevServer({ tools = 0 }: DevServerOptions = {}): Promise<DevServer> {
  const token = randomBytes(16).toString('hex');
  const peer = new FakePeer(tools);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('Content-Security-Policy', csp);
    if (pathname !== '/rpc' && pathname !== '/events') {
      serveFile(pathname === '/' ? '/index.html' : pathname, response);
    } else if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end(JSON.stringify({ error: { code: 'unauthorized', message: 'The token is wrong.' } }));
    } else if (pathname === '/events') {
      serveEvents(peer, response, Number(searchParams.get('since') ?? 0));
    } else {
      void answer(peer, request, response);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/#token=${token}`,
    restartTools: () => peer.restart(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serveFile(path: string, response: ServerResponse): void {
  try {
    const content = readFileSync(join(folder, path));
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(content);
  } catch {
    response.writeHead(404).end();
  }
}

function serveEvents(peer: FakePeer, response: ServerResponse, since: number): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const write = (record: DevRecord): void => {
    response.write(`id: ${record.seq}\ndata: ${JSON.stringify(record)}\n\n`);
  };
  for (const record of peer.records.filter(({ seq }) => seq > since)) write(record);
  const remove = peer.onRecord(write);
  response.on('close', remove);
}

async function answer(peer: FakePeer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { method, params } = JSON.parse(Buffer.concat(chunks).toString());
  response.setHeader('Content-Type', 'application/json');
  try {
    const result = await peer.request(method, params);
    response.end(JSON.stringify({ result: result ?? null }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response.end(JSON.stringify({ error: { code: 'failed', message } }));
  }
}
