import type { McpBinder } from '../server/binder.js';
import { CallRounds } from '../server/call-rounds.js';
import type { BinderOptions } from '../server/serve-options.js';
import type { ApplicationServers } from './application-servers.js';
import { RequestService } from './http-service.js';
import { RequestServer } from './request-server.js';
import { StdioConnection } from './stdio-connection.js';

/** Loads the servers that an application creates, which require an SDK. */
export type LoadApplicationServers = (rounds: CallRounds) => Promise<ApplicationServers>;

/**
 * Creates the binder that serves protocol version 2026-07-28. It requires an SDK only for servers of the application.
 *
 * @throws DefinitionError on an invalid limit of waiting calls, and on invalid options of rounds.
 */
export async function createStatelessBinder(options: BinderOptions, load: LoadApplicationServers): Promise<McpBinder> {
  const rounds = new CallRounds(options);
  const application = options.server === undefined ? undefined : await load(rounds);
  const server = new RequestServer(rounds);
  return {
    era: '2026-07-28',
    outputs: 'anything',
    isReplaying: rounds.isReplaying,
    connectStdio: async (client, streams) => {
      if (application !== undefined) return application.connectStdio(client, streams);
      const connection = new StdioConnection({ server, client, streams });
      return () => connection.close();
    },
    createHttpService: (parts) => new RequestService({ ...parts, server, application }),
    close: () => rounds.close(),
  };
}
