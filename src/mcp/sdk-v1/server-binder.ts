import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { BoundClient, HttpBinding, McpBinder, StdioStreams } from '../server/binder.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { lowLevelServerOf, serverArguments, watchStreams } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import { attachTools } from './server-attach.js';
import type { HandlerExtra } from './server-exchange.js';
import { StreamableConnection } from './server-http.js';
import { OrderedStdioTransport } from './server-stdio.js';

/** The binder that serves tools with `@modelcontextprotocol/sdk`: protocol versions 2024-11-05 to 2025-11-25. */
export const serverBinder = Object.freeze<McpBinder>({
  outputs: 'objects',
  hasSessions: true,
  close: () => {},

  attach({ tools, server, auth }: BoundClient & { readonly server: McpSdkServer }) {
    const contextOf = (extra: HandlerExtra) => ({
      auth: auth ?? extra.authInfo,
      http: undefined,
      disconnectSignal: undefined,
    });
    return attachTools({ tools, server, announcesChanges: true, contextOf });
  },

  async connectStdio(client: BoundClient, streams: StdioStreams) {
    const { tools, auth } = client;
    const server = client.server ?? new Server(...serverArguments(client.identity));
    const contextOf = () => ({ auth, http: undefined, disconnectSignal: undefined });
    const detach = attachTools({ tools, server, announcesChanges: true, contextOf });
    const transport = new OrderedStdioTransport(streams.stdin, streams.stdout);
    reportErrors(server, client.onError);
    // The SDK's transport does not notice that the client has closed its end.
    const unwatch = watchStreams(streams);
    await lowLevelServerOf<Server>(server).connect(transport);
    return async () => {
      await transport.flushed(flushTimeoutMs);
      unwatch();
      detach();
      await server.close();
    };
  },

  async connectHttp(client: BoundClient, binding: HttpBinding) {
    const server = client.server ?? new Server(...serverArguments(client.identity));
    const connection = new StreamableConnection(client.tools, client.auth, binding);
    const announcesChanges = binding.sessionId !== undefined;
    const contextOf = (extra: HandlerExtra) => connection.contextOf(extra);
    attachTools({ tools: client.tools, server, announcesChanges, contextOf });
    await lowLevelServerOf<Server>(server).connect(connection.transport);
    return connection;
  },
});

/** Reports the errors of a server, unless the application has set its own handler. */
function reportErrors(target: McpSdkServer, onError: (error: unknown) => void): void {
  const server = lowLevelServerOf<Server>(target);
  server.onerror ??= onError;
}
