import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { McpHttpOptions, McpServed } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { closeAfterTest } from './clients.js';

/** The protocol versions that both official SDKs serve, by the subpath of toolwright that serves them. */
export const eras = [
  { sdk: 'v1', version: '2025-11-25' },
  { sdk: 'v2', version: '2026-07-28' },
] as const;

export type Era = (typeof eras)[number];

const info = { name: 'test-client', version: '1.0.0' };

/** Serves tools over HTTP with one SDK. */
export async function serveEra(
  { sdk }: Era,
  served: McpServed,
  options: Omit<McpHttpOptions, 'transport'> = {},
): Promise<URL> {
  const { serveMcp } = { v1, v2 }[sdk];
  const serving = await serveMcp(served, { transport: 'http', port: 0, closeTimeoutMs: 100, ...options });
  closeAfterTest(() => serving.close());
  return new URL(String(serving.url));
}

/** The parts of both SDKs' clients that tests use. */
export interface EraClient {
  callTool(params: {
    name: string;
    arguments?: Record<string, unknown>;
    _meta?: Record<string, unknown>;
  }): Promise<Readonly<Record<string, unknown>>>;
  listTools(): Promise<{
    readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[];
  }>;
}

/** Connects the real client of an SDK over HTTP. `headersOf` returns the headers of each request. */
export async function connectEra(
  { sdk }: Era,
  url: URL,
  headersOf: () => Record<string, string> = () => ({}),
): Promise<EraClient> {
  const send: typeof fetch = (target, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headersOf())) headers.set(name, value);
    return fetch(target, { ...init, headers });
  };
  if (sdk === 'v1') {
    const client = new ClientV1(info);
    await client.connect(new HttpV1(url, { fetch: send }));
    closeAfterTest(() => client.close());
    return client as EraClient;
  }
  const client = new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new HttpV2(url, { fetch: send }));
  closeAfterTest(() => client.close());
  return client as unknown as EraClient;
}
