import {
  createRequestStateCodec,
  McpServer,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SigningKeys } from '../../../base/runtime/signing-keys.js';
import type { BoundClient, McpBinder } from '../server/binder.js';
import { checkCluster } from '../server/cluster/cluster-options.js';
import { createHeldStateCodec } from '../server/cluster/held-state.js';
import { MultiRoundTrips } from '../server/multi-round-trips.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { createReplayedRounds } from '../server/replayed-rounds.js';
import { serverArguments, watchStreams } from '../server/sdk-server.js';
import type { RoundOptions } from '../server/serve-options.js';
import { RequestService } from './request-service.js';
import {
  type AttachedServer,
  type AttachParts,
  attachTools,
  type ClientInfo,
  type RequestState,
} from './server-attach.js';

/**
 * Creates the binder that serves tools with `@modelcontextprotocol/server`: protocol version 2026-07-28.
 *
 * @throws DefinitionError on an invalid limit of waiting calls, and on invalid options of rounds.
 */
export function createServerBinder({ waitingCalls, transport, ...rounds }: RoundOptions = {}): McpBinder {
  const cluster = checkCluster(rounds);
  const roundTrips = new MultiRoundTrips(waitingCalls, cluster);
  const replayed = createReplayedRounds(rounds, transport);
  let codec: RequestStateCodec<RequestState> | undefined =
    cluster?.rounds && createHeldStateCodec(new SigningKeys(rounds.key, 'key'));
  const attachClient = (client: BoundClient, infoOf: AttachParts['infoOf']): AttachedServer => {
    const { tools, server = new McpServer(...serverArguments(client.identity)) } = client;
    // Without a cluster, the key belongs to this process, because the calls that the state identifies wait only here. It is
    // created with the first client, because Workers generate no random values before the first request.
    codec ??= createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) });
    return attachTools({ tools, server, roundTrips, replayed, codec, infoOf });
  };
  const infoFrom = ({ auth }: BoundClient) => {
    return ({ http }: ServerContext): ClientInfo => ({
      auth: auth ?? http?.authInfo,
      owner: http?.authInfo?.clientId,
    });
  };
  return {
    era: '2026-07-28',
    outputs: 'anything',
    isReplaying: replayed !== undefined,

    attach(client) {
      const { server } = attachClient(client, infoFrom(client));
      const changes = client.tools.onListChanged(() => void server.sendToolListChanged().catch(() => undefined));
      return () => changes.unsubscribe();
    },

    async connectStdio(client, streams) {
      let current: Server | undefined;
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
      const { OrderedStdioTransport } = await import('./server-stdio.js');
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

    createHttpService: (parts) => {
      return new RequestService(parts, (client, info) => attachClient(client, () => info).target);
    },

    close: () => roundTrips.close(),
  };
}
