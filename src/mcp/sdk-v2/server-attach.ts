import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ListToolsResult,
  McpServer,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { McpExchange } from '../server/exchange.js';
import type { McpLogMessage } from '../server/log-messages.js';
import type { InputRequired, MultiRoundTrips } from '../server/multi-round-trips.js';
import { checkAttachable, lowLevelServerOf } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ToolServer } from '../server/tool-server.js';

/** The facts about a client that the SDK does not provide. */
export interface ClientInfo {
  readonly auth: unknown;
  /** The client that the calls belong to. */
  readonly owner: string | undefined;
  /** Resolves when what was sent to the client has been taken; undefined where the transport waits for that itself. */
  readonly taken?: (() => Promise<void>) | undefined;
}

/** The state that a client sends back: the call that its answers belong to, and the number of the round trip. */
export type RequestState = Pick<InputRequired, 'callId' | 'round'>;

/** A server with tools attached. */
export interface AttachedServer {
  /** The server that the SDK serves. */
  readonly whole: McpServer | Server;
  /** The low-level server within. */
  readonly server: Server;
}

/** The parts that tools are attached with. */
export interface AttachParts {
  readonly tools: ToolServer;
  readonly server: McpSdkServer;
  readonly roundTrips: MultiRoundTrips;
  /** Signs the state that a client sends back. */
  readonly codec: RequestStateCodec<RequestState>;
  readonly infoOf: (context: ServerContext) => ClientInfo;
}

/**
 * Attaches tools to a server of the SDK that is not connected yet.
 *
 * @throws DefinitionError on a server that is connected or has tools of its own.
 */
export function attachTools({ tools, server: target, roundTrips, codec, infoOf }: AttachParts): AttachedServer {
  const server = lowLevelServerOf<Server>(target);
  checkAttachable(server, '@modelcontextprotocol/server');
  server.registerCapabilities({ tools: { listChanged: true }, logging: {} });
  server.setRequestHandler('tools/list', ({ params }, context) => {
    return tools.listTools(params, infoOf(context)) as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const info = infoOf(context);
    const { owner } = info;
    const { inputResponses: answers } = context.mcpReq;
    const callId = await callIdIn(context, codec);
    const exchange = toExchange(server, context, info);
    const response = await roundTrips.handle({ tools, params, exchange, owner, callId, answers });
    if (response.kind === 'input_required') return toInputRequired(response, codec);
    // A client of an older version, where a server is connected by hand, gets it as that version has it.
    return server.projectCallToolResult(
      response.result as CallToolResult,
      tools.session.get(params.name)?.outputSchema,
    );
  });
  if (!(target instanceof McpServer)) return { whole: server, server };
  // By these the SDK compares arguments with the headers that they travel in too (SEP-2243). It knows its own tools alone.
  target.toolInputSchemaJson = (name) => tools.inputSchemaOf(name);
  return { whole: target, server };
}

function toExchange(
  server: Server,
  { mcpReq }: ServerContext,
  { auth, taken }: ClientInfo,
): Omit<McpExchange, 'request'> {
  return {
    signal: mcpReq.signal,
    auth,
    capabilities: capabilitiesIn(mcpReq) ?? server.getClientCapabilities(),
    progressToken: mcpReq._meta?.progressToken,
    refusesUndeclared: mcpReq.envelope !== undefined,
    notify: async (method, params) => {
      await send(mcpReq, method, params);
      await taken?.();
    },
  };
}

function send(
  mcpReq: ServerContext['mcpReq'],
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (method !== 'notifications/message') return mcpReq.notify({ method, params: { ...params } });
  // The SDK sends as much as the request asks for: nothing, unless it names a level.
  const { level, data, logger } = params as unknown as McpLogMessage;
  return mcpReq.log(level, data, logger);
}

/** Each request of 2026-07-28 tells them; the SDK's server remembers them over HTTP alone. */
function capabilitiesIn({ envelope }: ServerContext['mcpReq']): Readonly<Record<string, unknown>> | undefined {
  const told = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return isRecord(told) ? told : undefined;
}

async function callIdIn(context: ServerContext, codec: RequestStateCodec<RequestState>): Promise<string | undefined> {
  const state: unknown = context.mcpReq.requestState();
  if (state === undefined) return undefined;
  try {
    return (await codec.verify(String(state), context)).callId;
  } catch {
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'Invalid or expired requestState.');
  }
}

async function toInputRequired(
  { inputRequests, callId, round }: InputRequired,
  codec: RequestStateCodec<RequestState>,
): Promise<InputRequiredResult> {
  type Requests = NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>;
  const requestState = await codec.mint({ callId, round });
  return inputRequired({ inputRequests: inputRequests as Requests, requestState });
}
