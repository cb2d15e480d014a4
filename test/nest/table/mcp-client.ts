import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** A protocol version of MCP: 2025-11-25 or 2026-07-28. */
export type Era = '2025' | '2026';

export const eras: readonly Era[] = ['2025', '2026'];

/** Connects the client of an SDK to an endpoint. The caller closes it. */
export async function connectMcp(
  era: Era,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client | OldClient> {
  const info = { name: 'test', version: '1.0.0' };
  const init = { requestInit: { headers } };
  const client =
    era === '2025' ? new OldClient(info) : new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const transport =
    era === '2025' ? new OldTransport(new URL(url), init) : new StreamableHTTPClientTransport(new URL(url), init);
  await client.connect(transport as never);
  return client;
}

/** Calls a tool without arguments. Returns its content, and each report of progress as `[progress, total]`. */
export async function callWithProgress(client: Client | OldClient, name: string) {
  const progress: unknown[] = [];
  const options = {
    onprogress: (report: { readonly progress: number; readonly total?: number | undefined }) =>
      void progress.push([report.progress, report.total]),
  };
  const call = { name, arguments: {} };
  const { content } =
    client instanceof OldClient
      ? await client.callTool(call, undefined, options)
      : await client.callTool(call, options);
  return { content, progress };
}
