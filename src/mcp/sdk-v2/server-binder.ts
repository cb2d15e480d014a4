import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, McpServer, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BoundClient, McpBinder } from '../server/binder.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { Rounds } from '../server/rounds.js';
import { serverArguments, watchStreams } from '../server/sdk-server.js';
import {
  type AttachedServer,
  type AttachParts,
  attachTools,
  type ClientFacts,
  type RoundState,
} from './server-attach.js';
import { RequestConnection } from './server-http.js';
import { OrderedStdioTransport } from './server-stdio.js';

/** Gives tools out through `@modelcontextprotocol/server`: protocol version 2026-07-28. */
export function createServerBinder(): McpBinder {
  const rounds = new Rounds();
  // Of this process: the calls that it names wait here, and nowhere else.
  const codec = createRequestStateCodec<RoundState>({ key: randomBytes(32) });
  const attached = (client: BoundClient, factsOf: AttachParts['factsOf']): AttachedServer => {
    const { tools, server = new McpServer(...serverArguments(client.identity)) } = client;
    return attachTools({ tools, server, rounds, codec, factsOf });
  };
  const factsFrom = ({ auth }: BoundClient) => {
    return ({ http }: ServerContext): ClientFacts => ({
      auth: auth ?? http?.authInfo,
      owner: http?.authInfo?.clientId,
    });
  };
  return {
    outputs: 'anything',
    hasSessions: false,

    attach(client) {
      const { server } = attached(client, factsFrom(client));
      const changes = client.tools.onListChanged(() => void server.sendToolListChanged().catch(() => undefined));
      return () => changes.unsubscribe();
    },

    async connectStdio(client, streams) {
      let current: Server | undefined;
      const transport = new OrderedStdioTransport(streams.stdin, streams.stdout, streams.onClosed);
      const handle = serveStdio(
        () => {
          const { whole, server } = attached(client, factsFrom(client));
          current = server;
          return whole;
        },
        { legacy: 'reject', transport, onerror: client.onError },
      );
      const changes = client.tools.onListChanged(() => void current?.sendToolListChanged().catch(() => undefined));
      const unwatch = watchStreams(streams);
      return async () => {
        await transport.hangUp(flushTimeoutMs);
        unwatch();
        changes.unsubscribe();
        await handle.close();
      };
    },

    async connectHttp(client) {
      const connection: RequestConnection = new RequestConnection(client, () => {
        return attached(client, () => connection.facts).whole;
      });
      return connection;
    },

    close: () => rounds.close(),
  };
}
