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
import { longestTimerMs } from '../../../base/async/longest-timer.js';
import type { McpRequestInfo } from '../http/request-info.js';
import type { McpExchange } from '../server/exchange.js';
import type { ToolServer } from '../server/tool-server.js';

/** The SDK's second argument of a request handler. */
export type HandlerExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The information about a request that the SDK does not provide. */
export interface RequestContext {
  /** The tools of the client that sent the request. */
  readonly tools: ToolServer;
  readonly auth: unknown;
  /** The HTTP request; undefined for other transports. */
  readonly http: McpRequestInfo | undefined;
  /** Waits until the client has read enough; undefined if the transport itself applies backpressure. */
  readonly whenWritable?: (() => Promise<void>) | undefined;
}

/** The facts about the server that a request depends on. */
export interface ExchangeOptions {
  /** Whether the application's own server sends the log messages of the tools. */
  readonly sendsLogs: boolean;
  readonly capabilities: McpExchange['capabilities'];
  readonly readsResources: boolean;
}

const resultSchemas = {
  'elicitation/create': ElicitResultSchema,
  'sampling/createMessage': CreateMessageResultSchema,
  'roots/list': ListRootsResultSchema,
} as const;

/** Converts a request of the SDK to the exchange that the handlers accept. */
export function toExchange(
  server: Server,
  extra: HandlerExtra,
  { auth, http, whenWritable, sendsLogs, capabilities, readsResources }: RequestContext & ExchangeOptions,
): McpExchange {
  return {
    signal: extra.signal,
    auth,
    http,
    meta: extra._meta,
    capabilities,
    progressToken: extra._meta?.progressToken,
    notify: async (method, params) => {
      if (sendsLogs && method === 'notifications/message') {
        return server.sendLoggingMessage(params as LoggingMessageNotification['params'], extra.sessionId);
      }
      await extra.sendNotification({ method, params } as ServerNotification);
      await whenWritable?.();
    },
    refusesUndeclared: false,
    readsResources,
    request: ({ method, params }, signal) => {
      const request = (params === undefined ? { method } : { method, params }) as ServerRequest;
      // The SDK's default time limit is a minute. A person may take longer to answer.
      return extra.sendRequest(request, resultSchemas[method], { signal, timeout: longestTimerMs });
    },
  };
}
