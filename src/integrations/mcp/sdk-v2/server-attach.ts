import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ListToolsResult,
  McpServer,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { McpRequestInfo } from '../http/request-info.js';
import { appsExtension } from '../protocol/app-capability.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { CallRounds } from '../server/call-rounds.js';
import type { McpExchange } from '../server/exchange.js';
import type { McpLogMessage } from '../server/log-messages.js';
import { offerCapabilities, offerExtensions } from '../server/offer-server.js';
import { offerTrip, toolTrip } from '../server/offer-trip.js';
import type { ReplayedInput } from '../server/replayed-call.js';
import { checkAttachable, handlesMethod, lowLevelServerOf } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ToolServer } from '../server/tool-server.js';

/**
 * A schema that leaves the params of a call as they are, once the SDK has validated them: the SDK's own copy would lack
 * `__proto__`, which must be rejected.
 */
const rawParams: StandardSchemaV1<unknown, Readonly<Record<string, unknown>>> = {
  '~standard': { version: 1, vendor: 'toolwright', validate: (value) => ({ value: isRecord(value) ? value : {} }) },
};

/** The information about a client that the SDK does not provide. */
export interface ClientInfo {
  readonly auth: unknown;
  /** The HTTP request; undefined for other transports. */
  readonly http?: McpRequestInfo | undefined;
  /** The client that the calls belong to. */
  readonly owner: string | undefined;
}

/** A server with tools attached. */
export interface AttachedServer {
  /** The server that the SDK serves. */
  readonly target: McpServer | Server;
  /** The low-level server within. */
  readonly server: Server;
}

/** The settings for attaching tools. */
export interface AttachParts {
  readonly tools: ToolServer;
  readonly server: McpSdkServer;
  readonly rounds: CallRounds;
  readonly infoOf: (context: ServerContext) => ClientInfo;
}

/**
 * Attaches tools to a server of the SDK that is not connected yet.
 *
 * @throws DefinitionError if the server is connected or has its own tools.
 */
export function attachTools({ tools, server: target, rounds, infoOf }: AttachParts): AttachedServer {
  const server = lowLevelServerOf<Server>(target);
  checkAttachable(server, '@modelcontextprotocol/server');
  server.registerCapabilities({ tools: { listChanged: true }, logging: {} });
  if (tools.offersApps) server.registerCapabilities({ extensions: { [appsExtension]: {} } });
  server.setRequestHandler('tools/list', async ({ params }, context) => {
    const { auth, http } = infoOf(context);
    const capabilities = capabilitiesIn(context.mcpReq) ?? server.getClientCapabilities();
    return (await tools.listTools(params, { auth, http, capabilities })) as ListToolsResult;
  });
  const readsResources = tools.offers.hasResults && !handlesMethod(server, 'resources/read');
  attachOffers(server, { tools, rounds, infoOf });
  server.setRequestHandler('tools/call', { params: rawParams }, async (params, context) => {
    const info = infoOf(context);
    const { owner } = info;
    const { inputResponses: answers } = context.mcpReq;
    const requestState: unknown = context.mcpReq.requestState();
    const exchange = { ...toExchange(server, context, info), readsResources };
    // A server without a subject has one client.
    const trip = toolTrip({ tools, params, exchange, owner, client: `subject ${owner}` });
    const response = await rounds.handle({ ...trip, answers, requestState });
    if (response.kind === 'input_required') return toInputRequired(response);
    if (response.kind === 'task') throw new McpProtocolError(rpcErrorCodes.internalError, 'Internal error.');
    // A server that is connected manually may serve a client of an older version, which expects the older format.
    return server.projectCallToolResult(
      response.result as CallToolResult,
      tools.session.get(String(params.name), { auth: info.auth })?.outputSchema,
    );
  });
  if (!(target instanceof McpServer)) return { target: server, server };
  // The SDK needs the schemas to compare arguments with headers (SEP-2243), and only has those of its own tools.
  target.toolInputSchemaJson = (name) => tools.inputSchemaOf(name);
  return { target, server };
}

/** Attaches the methods for resources, prompts and completion that the server does not handle itself. */
function attachOffers(server: Server, { tools, rounds, infoOf }: Omit<AttachParts, 'server'>): void {
  const { offers } = tools;
  const methods = offers.methods.filter((method) => !handlesMethod(server, method));
  server.registerCapabilities(offerCapabilities(methods, true));
  const extensions = offerExtensions(methods);
  if (Object.keys(extensions).length > 0) {
    server.registerCapabilities({ extensions } as Parameters<Server['registerCapabilities']>[0]);
  }
  for (const method of methods) {
    server.setRequestHandler(method, { params: rawParams }, async (params, context) => {
      const info = infoOf(context);
      const { owner } = info;
      const exchange = { ...toExchange(server, context, info), readsResources: false };
      const { inputResponses: answers } = context.mcpReq;
      const requestState: unknown = context.mcpReq.requestState();
      const call = { tools, method, params, exchange, owner, client: `subject ${owner}` };
      const response = await rounds.handle({ ...offerTrip(call), answers, requestState });
      if (response.kind === 'input_required') return toInputRequired(response);
      if (response.kind === 'task') throw new McpProtocolError(rpcErrorCodes.internalError, 'Internal error.');
      return response.result;
    });
  }
}

function toExchange(
  server: Server,
  { mcpReq }: ServerContext,
  { auth, http }: ClientInfo,
): Omit<McpExchange, 'request' | 'readsResources'> {
  return {
    signal: mcpReq.signal,
    auth,
    http,
    meta: mcpReq._meta,
    capabilities: capabilitiesIn(mcpReq) ?? server.getClientCapabilities(),
    progressToken: mcpReq._meta?.progressToken,
    refusesUndeclared: mcpReq.envelope !== undefined,
    notify: (method, params) => send(mcpReq, method, params),
  };
}

function send(
  mcpReq: ServerContext['mcpReq'],
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (method !== 'notifications/message') return mcpReq.notify({ method, params: { ...params } });
  // The SDK sends only the levels that the request asks for: no messages unless it names a level.
  const { level, data, logger } = params as unknown as McpLogMessage;
  return mcpReq.log(level, data, logger);
}

/**
 * Reads the client capabilities that each request of 2026-07-28 declares. The SDK's server stores them only over HTTP.
 */
function capabilitiesIn({ envelope }: ServerContext['mcpReq']): Readonly<Record<string, unknown>> | undefined {
  const declared = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return isRecord(declared) ? declared : undefined;
}

function toInputRequired({ inputRequests, requestState }: ReplayedInput): InputRequiredResult {
  type Requests = NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>;
  return inputRequired({ inputRequests: inputRequests as Requests, requestState });
}
