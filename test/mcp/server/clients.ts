import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { attachMcp, type McpAttachOptions, type McpHttpOptions, type McpServed, serveMcp } from 'toolwright/mcp';

const open = new Set<() => Promise<unknown>>();

/** Closes a resource after the test, in reverse order. */
export function closeAfterTest(close: () => Promise<unknown>): void {
  open.add(close);
}

afterEach(async () => {
  const closing = [...open].reverse();
  open.clear();
  for (const close of closing) await close();
});

function newClient(options: ClientOptions): Client {
  return new Client({ name: 'test-client', version: '1.0.0' }, options);
}

interface AttachedClientOptions extends McpAttachOptions {
  readonly client?: ClientOptions;
  readonly before?: (client: Client) => void;
}

/** Connects a real client to tools that are attached to a real server, in memory. */
export async function connectInMemory(
  served: McpServed,
  { client: clientOptions = {}, before, ...options }: AttachedClientOptions = {},
): Promise<Client> {
  const server = new Server({ name: 'test-server', version: '1.0.0' });
  await attachMcp(served, server, options);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = newClient(clientOptions);
  before?.(client);
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  closeAfterTest(() => client.close());
  return client;
}

/** Serves tools over HTTP on a free port of this machine. */
export async function serveHttp(
  served: McpServed,
  options: Omit<McpHttpOptions, 'transport'> = {},
): Promise<{ readonly url: URL; readonly close: () => Promise<void> }> {
  const serving = await serveMcp(served, { transport: 'http', port: 0, closeTimeoutMs: 100, ...options });
  closeAfterTest(() => serving.close());
  return { url: new URL(String(serving.url)), close: () => serving.close() };
}

/** Connects a real client over HTTP. */
export async function connectHttp(
  url: URL,
  options: StreamableHTTPClientTransportOptions & { readonly client?: ClientOptions } = {},
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(url, options);
  const client = newClient(options.client ?? {});
  await client.connect(transport);
  closeAfterTest(() => client.close());
  return { client, transport };
}

/** The response to an HTTP request. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON, or the message of a stream with a single message. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** An HTTP request. Its headers override those of every MCP request. */
export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** Sends one request without a client and reads the complete response. */
export function send(url: URL, { method = 'POST', path = url.pathname, headers, body }: RawRequest): Promise<Answer> {
  const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const allHeaders = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        path,
        method,
        headers: Object.fromEntries(allHeaders) as IncomingHttpHeaders,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: jsonIn(text) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
  const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(data) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A message that begins a session. */
export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
} as const;

/** Begins a session without a client and returns its ID. */
export async function beginSession(url: URL, headers: RawRequest['headers'] = {}): Promise<string> {
  const { headers: answered } = await send(url, { body: initialize, headers });
  const sessionId = String(answered['mcp-session-id']);
  await send(url, {
    body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    headers: { ...headers, 'mcp-session-id': sessionId },
  });
  return sessionId;
}

/** Opens the stream for notifications of a session, and resolves when the server has accepted it. */
export async function openStream(
  url: URL,
  sessionId: string,
  headers: RawRequest['headers'] = {},
): Promise<AbortController> {
  const abort = new AbortController();
  closeAfterTest(async () => abort.abort());
  const all = { ...headers, accept: 'text/event-stream', 'mcp-session-id': sessionId } as Record<string, string>;
  await fetch(url, { headers: all, signal: abort.signal });
  return abort;
}
