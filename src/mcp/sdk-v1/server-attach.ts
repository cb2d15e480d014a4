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

/** The parts that tools are attached with. */
export interface AttachParts {
  readonly tools: ToolServer;
  readonly server: McpSdkServer;
  /** Whether the client is notified of changes to the list. Without a session, no client can be. */
  readonly announcesChanges: boolean;
  readonly contextOf: (extra: HandlerExtra) => RequestContext;
}

// The method alone is read here: the handlers judge the rest, and answer in the words of the protocol. What the SDK
// makes of the whole would be a copy without `__proto__`, which is to be refused.
const listTools = ListToolsRequestSchema.pick({ method: true }).loose();
const callTool = CallToolRequestSchema.pick({ method: true }).loose();
const setLevel = SetLevelRequestSchema.pick({ method: true }).loose();

/**
 * Attaches tools to a server of the SDK that is not connected yet; the function that it gives stops telling the client
 * of changes.
 *
 * @throws DefinitionError on a server that is connected or has tools of its own.
 */
export function attachTools({ tools, server: target, announcesChanges, contextOf }: AttachParts): () => void {
  const server = lowLevelServerOf<Server>(target);
  checkAttachable(server, '@modelcontextprotocol/sdk');
  server.registerCapabilities({ tools: { listChanged: announcesChanges } });
  server.setRequestHandler(listTools, ({ params }, extra) => {
    return tools.listTools(params, contextOf(extra)) as ServerResult;
  });
  // The application's own server may look after the level of logging: then it sends what tools note.
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
    // Before a client has said who it is, it has no list that could have changed.
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
