import type { Readable, Writable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import { until } from './connection.js';

/** The client of either SDK. */
export type McpClient = Client | OldClient;

/** A protocol version of MCP: 2025-11-25 or 2026-07-28. */
export type Era = '2025' | '2026';

export const eras: readonly Era[] = ['2025', '2026'];

/** Connects the client of an SDK to an endpoint. The caller closes it. */
export async function connectMcp(
  era: Era,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<McpClient> {
  const init = { requestInit: { headers } };
  const client = createClient(era);
  const transport =
    era === '2025' ? new OldTransport(new URL(url), init) : new StreamableHTTPClientTransport(new URL(url), init);
  await client.connect(transport as never);
  return client;
}

/** Connects the client of an SDK to a server over the streams of its standard input and output. The caller closes it. */
export async function connectStdio(
  era: Era,
  { stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable },
): Promise<McpClient> {
  const client = createClient(era);
  // Reads and writes lines, as the transport of a client does that starts a process.
  const transport = era === '2025' ? new OldStdioTransport(stdout, stdin) : new StdioServerTransport(stdout, stdin);
  await client.connect(transport as never);
  return client;
}

/**
 * Creates the client of an SDK.
 *
 * @public - The programs of other packages use it.
 */
export function createClient(era: Era): McpClient {
  const info = { name: 'test', version: '1.0.0' };
  return era === '2025'
    ? new OldClient(info)
    : new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
}

/** Calls a tool without arguments. Returns its content, and each report of progress as `[progress, total]`. */
export async function callWithProgress(client: McpClient, name: string) {
  const progress: unknown[] = [];
  const { content } = await callWithOptions(client, name, {
    onprogress: (report) => void progress.push([report.progress, report.total]),
  });
  return { content, progress };
}

/** Calls a tool without arguments, and cancels the call when the tool has started. */
export async function cancelCall(client: McpClient, name: string, hasStarted: () => boolean): Promise<void> {
  const controller = new AbortController();
  const running = callWithOptions(client, name, { signal: controller.signal });
  running.catch(() => undefined);
  await until(hasStarted);
  controller.abort();
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (report: { readonly progress: number; readonly total?: number | undefined }) => void;
}

function callWithOptions(client: McpClient, name: string, options: CallOptions) {
  const call = { name, arguments: {} };
  return client instanceof OldClient ? client.callTool(call, undefined, options) : client.callTool(call, options);
}
