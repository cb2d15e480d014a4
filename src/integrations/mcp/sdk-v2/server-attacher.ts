import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpAttacher } from '../server/binder.js';
import { CallRounds } from '../server/call-rounds.js';
import type { RoundOptions } from '../server/serve-options.js';
import { attachTools, type ClientInfo } from './server-attach.js';

/**
 * Creates the object that attaches tools to servers of `@modelcontextprotocol/server`.
 *
 * @throws DefinitionError on an invalid limit of waiting calls, and on invalid options of rounds.
 */
export function createServerAttacher(options: RoundOptions = {}): McpAttacher {
  const rounds = new CallRounds(options);
  return {
    outputs: 'anything',
    isReplaying: rounds.isReplaying,
    attach({ tools, auth }, target) {
      const infoOf = ({ http }: ServerContext): ClientInfo => ({
        auth: auth ?? http?.authInfo,
        owner: http?.authInfo?.clientId,
      });
      const { server } = attachTools({ tools, server: target, rounds, infoOf });
      const changes = tools.onListChanged(() => void server.sendToolListChanged().catch(() => undefined));
      return () => changes.unsubscribe();
    },
    close: () => rounds.close(),
  };
}
