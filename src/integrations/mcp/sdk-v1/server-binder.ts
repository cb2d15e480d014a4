import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { BoundClient, McpAttacher, McpBinder, StdioStreams } from '../server/binder.js';
import { observeTransport } from '../server/observed-transport.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { lowLevelServerOf, serverArguments, watchStreams } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import { attachTools } from './server-attach.js';
import { SessionService } from './session-service.js';
import { StatelessService } from './stateless-service.js';

/** The binder that serves tools with `@modelcontextprotocol/sdk`: protocol versions 2024-11-05 to 2025-11-25. */
export const serverBinder = Object.freeze<McpBinder & McpAttacher>({
  era: '2025-11-25',
  outputs: 'objects',
  isReplaying: false,
  close: () => {},

  attach({ tools, auth }, server) {
    return attachTools({
      server,
      changes: tools,
      offered: tools.offers.methods,
      offersApps: tools.offersApps,
      contextOf: ({ authInfo }) => ({ tools, auth: auth ?? authInfo, http: undefined }),
    });
  },

  async connectStdio(client: BoundClient, streams: StdioStreams) {
    const { tools, auth } = client;
    const server = client.createServer?.() ?? new Server(...serverArguments(client));
    const detach = attachTools({
      server,
      changes: tools,
      offered: tools.offers.methods,
      offersApps: tools.offersApps,
      contextOf: () => ({ tools, auth, http: undefined }),
    });
    const { OrderedStdioTransport } = await import('./server-stdio.js');
    const transport = new OrderedStdioTransport(streams.stdin, streams.stdout);
    reportErrors(server, client.onError);
    // The SDK's transport does not notice that the client has closed its end.
    const unwatch = watchStreams(streams);
    await lowLevelServerOf<Server>(server).connect(observeTransport<Transport>(transport, client.observer));
    return async () => {
      await transport.flushed(flushTimeoutMs);
      unwatch();
      detach();
      await server.close();
    };
  },

  createHttpService(parts, { sessions, eventStore }) {
    if (sessions === undefined) return new StatelessService(parts);
    return new SessionService(parts, { limits: sessions, eventStore });
  },
});

/** Reports the errors of a server, unless the application has set its own handler. */
function reportErrors(target: McpSdkServer, onError: (error: unknown) => void): void {
  const server = lowLevelServerOf<Server>(target);
  server.onerror ??= onError;
}
