import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  ListRootsResultSchema,
  type LoggingMessageNotification,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { longestTimerMs } from '../../longest-timer.js';
import type { McpExchange } from '../server/exchange.js';

/** The SDK's second argument of a request handler. */
export type HandlerExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The facts about a request that the SDK does not provide. */
export interface RequestContext {
  readonly auth: unknown;
  /** Fires when the client has gone. */
  readonly gone: AbortSignal | undefined;
  /** Resolves when what was sent to the client has been taken; undefined where the transport waits for that itself. */
  readonly taken?: (() => Promise<void>) | undefined;
}

const resultSchemas = {
  'elicitation/create': ElicitResultSchema,
  'sampling/createMessage': CreateMessageResultSchema,
  'roots/list': ListRootsResultSchema,
} as const;

/** One request of the SDK's, as the handlers take it. */
export function toExchange(
  server: Server,
  extra: HandlerExtra,
  { auth, gone, taken, sendsLogs }: RequestContext & { readonly sendsLogs: boolean },
): McpExchange {
  return {
    signal: gone === undefined ? extra.signal : AbortSignal.any([extra.signal, gone]),
    auth,
    capabilities: server.getClientCapabilities(),
    progressToken: extra._meta?.progressToken,
    notify: async (method, params) => {
      if (sendsLogs && method === 'notifications/message') {
        return server.sendLoggingMessage(params as LoggingMessageNotification['params'], extra.sessionId);
      }
      await extra.sendNotification({ method, params } as ServerNotification);
      await taken?.();
    },
    refusesUndeclared: false,
    request: ({ method, params }, signal) => {
      const request = (params === undefined ? { method } : { method, params }) as ServerRequest;
      // The SDK gives a client a minute to answer; a person may take longer.
      return extra.sendRequest(request, resultSchemas[method], { signal, timeout: longestTimerMs });
    },
  };
}
