import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Toolkit } from 'toolwright';
import { type McpHandler, mcpHandler } from 'toolwright/mcp';

/** A host of MCP Apps: a page with the official bridge, the server whose tools it calls, and the origin of its frames. */
export interface AppHost {
  /** Returns the address of the page for a revision. */
  urlFor(version: string): string;
  close(): Promise<void>;
}

interface StoredPage {
  readonly text: string;
  readonly ui?: { readonly csp?: Readonly<Record<string, readonly string[]>> };
}

/**
 * Starts a host that serves a toolkit to its own page.
 *
 * @param hasPolicy - Whether its frames have the policy that MCP Apps demand of hosts.
 */
export async function startAppHost(toolkit: Toolkit, hasPolicy = true): Promise<AppHost> {
  const script = await bundleHost();
  const handler = mcpHandler(toolkit, { path: '/mcp' });
  const host = createServer((request, response) => {
    if (request.url?.startsWith('/mcp') === true) return void handler.node(request, response);
    const isScript = request.url === '/host.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><body><script type="module" src="/host.js"></script></body>');
  });
  const frames = createFrameServer(hasPolicy);
  const [hostPort, framesPort] = await Promise.all([listen(host), listen(frames)]);
  const origin = `http://127.0.0.1:${hostPort}`;
  return {
    // Another port is another origin, as hosts show views. A window of a test stores nothing for other sites.
    urlFor: (version) =>
      `${origin}/?${new URLSearchParams({ version, url: `${origin}/mcp`, frames: `http://127.0.0.1:${framesPort}` })}`,
    close: () => closeAll(handler, [host, frames]),
  };
}

/** Serves the pages that a host stores. */
function createFrameServer(hasPolicy: boolean): Server {
  const pages: StoredPage[] = [];
  return createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      pages.push(JSON.parse(Buffer.concat(chunks).toString()) as StoredPage);
      response.end(String(pages.length - 1));
      return;
    }
    const page = pages[Number(request.url?.slice(1))];
    if (hasPolicy) response.setHeader('content-security-policy', hostPolicyOf(page?.ui));
    response.setHeader('content-type', 'text/html');
    response.end(page?.text);
  });
}

function hostPolicyOf({ csp: { connectDomains = [], resourceDomains = [] } = {} }: StoredPage['ui'] = {}): string {
  const inline = ["'self'", "'unsafe-inline'", ...resourceDomains].join(' ');
  const connect = connectDomains.length === 0 ? "'none'" : connectDomains.join(' ');
  return `default-src 'none'; script-src ${inline}; style-src ${inline}; img-src 'self' data:; connect-src ${connect}`;
}

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('host-page.mjs', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return String(outputFiles[0]?.text);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function closeAll(handler: McpHandler, servers: readonly Server[]): Promise<void> {
  await handler.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
