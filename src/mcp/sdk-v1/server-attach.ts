import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ServerResult,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { checkAttachable, handlesMethod, lowLevelServerOf } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ToolServer } from '../server/tool-server.js';
import { type HandlerExtra, type RequestContext, toExchange } from './server-exchange.js';

/** The settings for attaching tools. */
export interface AttachParts {
  readonly tools: ToolServer;
  readonly server: McpSdkServer;
  /** Whether the client is notified of changes to the list, which requires a session. */
  readonly announcesChanges: boolean;
  readonly contextOf: (extra: HandlerExtra) => RequestContext;
}

// The SDK parses only the method: the handlers validate the rest and respond with protocol errors. If the SDK parsed
// the entire request, its copy would lack `__proto__`, which must be rejected.
const listTools = ListToolsRequestSchema.pick({ method: true }).loose();
const callTool = CallToolRequestSchema.pick({ method: true }).loose();
const setLevel = SetLevelRequestSchema.pick({ method: true }).loose();

/**
 * Attaches tools to a server of the SDK that is not connected yet. Returns a function that stops notifying the client
 * of changes to the list.
 *
 * @throws DefinitionError if the server is connected or has its own tools.
 */
export function attachTools({ tools, server: target, announcesChanges, contextOf }: AttachParts): () => void {
  const server = lowLevelServerOf<Server>(target);
  checkAttachable(server, '@modelcontextprotocol/sdk');
  server.registerCapabilities({ tools: { listChanged: announcesChanges } });
  server.setRequestHandler(listTools, async ({ params }, extra) => {
    return (await tools.listTools(params, contextOf(extra))) as ServerResult;
  });
  // The application's own server may handle the log level. In that case it sends the log messages of the tools.
  const sendsLogs = handlesMethod(server, 'logging/setLevel');
  server.setRequestHandler(callTool, async ({ params }, extra) => {
    const exchange = toExchange(server, extra, { ...contextOf(extra), sendsLogs });
    return (await tools.callTool(params, exchange)) as ServerResult;
  });
  if (!sendsLogs) {
    server.registerCapabilities({ logging: {} });
    server.setRequestHandler(setLevel, ({ params }) => tools.setLevel(params));
  }
  if (!announcesChanges) return () => {};
  const subscription = tools.onListChanged(() => {
    // A client that has not been initialised has no list that could have changed.
    if (server.getClientCapabilities() !== undefined) server.sendToolListChanged().catch(() => undefined);
  });
  const detach = (): void => subscription.unsubscribe();
  const { onclose } = server;
  server.onclose = () => {
    detach();
    onclose?.();
  };
  return detach;
}
