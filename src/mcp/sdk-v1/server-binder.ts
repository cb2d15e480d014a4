import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { BoundClient, McpBinder, McpServerIdentity } from '../server/binder.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import type { McpSdkServer } from '../server/serve-options.js';
import { attachTools, sdkServerOf } from './server-attach.js';
import type { HandlerExtra } from './server-exchange.js';
import { StreamableConnection } from './server-http.js';
import { OrderedStdioTransport } from './server-stdio.js';

/** Gives tools out through `@modelcontextprotocol/sdk`: protocol versions 2024-11-05 to 2025-11-25. */
export const serverBinder = Object.freeze<McpBinder>({
  outputs: 'objects',
  hasSessions: true,
  close: () => {},

  attach({ tools, server, auth }: BoundClient & { readonly server: McpSdkServer }) {
    const contextOf = (extra: HandlerExtra) => ({ auth: auth ?? extra.authInfo, gone: undefined });
    return attachTools({ tools, server, announcesChanges: true, contextOf });
  },

  async connectStdio(client: BoundClient, { stdin, stdout, onClosed }: Parameters<McpBinder['connectStdio']>[1]) {
    const { tools, auth } = client;
    const server = client.server ?? createServer(client.identity);
    const contextOf = () => ({ auth, gone: undefined });
    const detach = attachTools({ tools, server, announcesChanges: true, contextOf });
    const transport = new OrderedStdioTransport(stdin, stdout);
    reportErrors(server, client.onError);
    // The SDK's transport does not notice that nobody writes or reads any more.
    stdin.once('end', onClosed).once('close', onClosed);
    // Stays: what is still on its way may fail after the end.
    stdout.on('error', onClosed);
    await sdkServerOf(server).connect(transport);
    return async () => {
      await transport.flushed(flushTimeoutMs);
      stdin.off('end', onClosed).off('close', onClosed);
      detach();
      await server.close();
    };
  },

  async connectHttp(client: BoundClient, binding: Parameters<McpBinder['connectHttp']>[1]) {
    const server = client.server ?? createServer(client.identity);
    const connection = new StreamableConnection(client.tools, client.auth, binding);
    const announcesChanges = binding.sessionId !== undefined;
    const contextOf = (extra: HandlerExtra) => connection.contextOf(extra);
    attachTools({ tools: client.tools, server, announcesChanges, contextOf });
    await sdkServerOf(server).connect(connection.transport);
    return connection;
  },
});

function createServer({ name, title, version, instructions }: McpServerIdentity): Server {
  const info = { name, version, ...(title === undefined ? {} : { title }) };
  return new Server(info, instructions === undefined ? {} : { instructions });
}

/** The application's own server may report its errors itself. */
function reportErrors(target: McpSdkServer, onError: (error: unknown) => void): void {
  const server = sdkServerOf(target);
  server.onerror ??= onError;
}
