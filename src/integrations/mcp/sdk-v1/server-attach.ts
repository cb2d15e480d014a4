import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ServerResult,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { appsExtension } from '../protocol/app-capability.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { OfferMethod } from '../server/offer-server.js';
import { checkAttachable, handlesMethod, lowLevelServerOf } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ToolServer } from '../server/tool-server.js';
import { attachOffers } from './offer-attach.js';
import { type HandlerExtra, type RequestContext, toExchange } from './server-exchange.js';

/** The settings for attaching tools. */
export interface AttachParts {
  readonly server: McpSdkServer;
  /** The tools whose changes are announced to the only client of the server; undefined if it has several clients. */
  readonly changes: ToolServer | undefined;
  /** The methods for resources, prompts and completion that the server has. */
  readonly offered: readonly OfferMethod[];
  /** Whether tools have views. */
  readonly offersApps: boolean;
  /** Returns the context of a request. Undefined if the request has been cancelled. */
  readonly contextOf: (extra: HandlerExtra) => RequestContext | undefined;
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
export function attachTools({ server: target, changes, offered, offersApps, contextOf }: AttachParts): () => void {
  const server = lowLevelServerOf<Server>(target);
  checkAttachable(server, '@modelcontextprotocol/sdk');
  server.registerCapabilities({
    tools: { listChanged: changes !== undefined },
    ...(offersApps && { extensions: { [appsExtension]: {} } }),
  });
  const pendingContext = (extra: HandlerExtra): RequestContext => {
    const context = contextOf(extra);
    if (context === undefined) throw new McpProtocolError(rpcErrorCodes.refused, 'The request was cancelled.');
    return context;
  };
  server.setRequestHandler(listTools, async ({ params }, extra) => {
    const context = pendingContext(extra);
    const capabilities = changes === undefined ? undefined : server.getClientCapabilities();
    return (await context.tools.listTools(params, { ...context, capabilities })) as ServerResult;
  });
  // The application's own server may handle the log level. In that case it sends the log messages of the tools.
  const sendsLogs = handlesMethod(server, 'logging/setLevel');
  // A server without sessions could not find the result of an earlier request.
  const readsResources = changes?.offers.hasResults === true && !handlesMethod(server, 'resources/read');
  const stopWatching = attachOffers({ server, changes, offered, pendingContext, sendsLogs });
  server.setRequestHandler(callTool, async ({ params }, extra) => {
    const context = pendingContext(extra);
    // A server with several clients does not know whose capabilities it has.
    const capabilities = changes === undefined ? undefined : server.getClientCapabilities();
    const exchange = toExchange(server, extra, { ...context, sendsLogs, capabilities, readsResources });
    return (await context.tools.callTool(params, exchange)) as ServerResult;
  });
  if (!sendsLogs) {
    server.registerCapabilities({ logging: {} });
    server.setRequestHandler(setLevel, ({ params }, extra) => pendingContext(extra).tools.setLevel(params));
  }
  const stopAnnouncing = changes === undefined ? () => {} : announceChanges(server, changes);
  return () => {
    stopWatching();
    stopAnnouncing();
  };
}

/** Notifies the client of changes to the list of tools. Returns a function that stops it. */
function announceChanges(server: Server, tools: ToolServer): () => void {
  const subscription = tools.onListChanged(() => {
    // A client that has not been initialised has no list that could have changed.
    if (server.getClientCapabilities() === undefined) return;
    const { offers } = tools;
    const sent = [
      server.sendToolListChanged(),
      ...(offers.has('prompts/list') ? [server.sendPromptListChanged()] : []),
      ...(offers.has('resources/list') ? [server.sendResourceListChanged()] : []),
    ];
    for (const one of sent) one.catch(() => undefined);
  });
  const detach = (): void => subscription.unsubscribe();
  const { onclose } = server;
  server.onclose = () => {
    detach();
    onclose?.();
  };
  return detach;
}
