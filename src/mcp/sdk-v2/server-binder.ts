import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, McpServer, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BoundClient, McpBinder } from '../server/binder.js';
import { MultiRoundTrips } from '../server/multi-round-trips.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { createReplayedRounds } from '../server/replayed-rounds.js';
import { serverArguments, watchStreams } from '../server/sdk-server.js';
import type { McpServeOptions, McpToolOptions } from '../server/serve-options.js';
import {
  type AttachedServer,
  type AttachParts,
  attachTools,
  type ClientInfo,
  type RequestState,
} from './server-attach.js';
import { RequestConnection } from './server-http.js';
import { OrderedStdioTransport } from './server-stdio.js';

/** The options of calls that ask their clients. */
export interface RoundOptions extends Pick<McpToolOptions, 'waitingCalls' | 'rounds' | 'key'> {
  /** The transport of the server. Undefined for an SDK's server that the application connects. */
  readonly transport?: McpServeOptions['transport'] | undefined;
}

/**
 * Creates the binder that serves tools with `@modelcontextprotocol/server`: protocol version 2026-07-28.
 *
 * @throws DefinitionError on an invalid limit of waiting calls, and on invalid options of rounds.
 */
export function createServerBinder({ waitingCalls, transport, ...rounds }: RoundOptions = {}): McpBinder {
  const roundTrips = new MultiRoundTrips(waitingCalls);
  const replayed = createReplayedRounds(rounds, transport);
  // The key belongs to this process, because the calls that the state identifies wait only here.
  const codec = createRequestStateCodec<RequestState>({ key: randomBytes(32) });
  const attachClient = (client: BoundClient, infoOf: AttachParts['infoOf']): AttachedServer => {
    const { tools, server = new McpServer(...serverArguments(client.identity)) } = client;
    return attachTools({ tools, server, roundTrips, replayed, codec, infoOf });
  };
  const infoFrom = ({ auth }: BoundClient) => {
    return ({ http }: ServerContext): ClientInfo => ({
      auth: auth ?? http?.authInfo,
      owner: http?.authInfo?.clientId,
    });
  };
  return {
    outputs: 'anything',
    hasSessions: false,
    isReplaying: replayed !== undefined,

    attach(client) {
      const { server } = attachClient(client, infoFrom(client));
      const changes = client.tools.onListChanged(() => void server.sendToolListChanged().catch(() => undefined));
      return () => changes.unsubscribe();
    },

    async connectStdio(client, streams) {
      let current: Server | undefined;
      const transport = new OrderedStdioTransport(streams.stdin, streams.stdout, streams.onClosed);
      const handle = serveStdio(
        () => {
          const { target, server } = attachClient(client, infoFrom(client));
          current = server;
          return target;
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
        return attachClient(client, () => connection.info).target;
      });
      return connection;
    },

    close: () => roundTrips.close(),
  };
}
