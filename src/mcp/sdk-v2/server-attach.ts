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
import type { InputRequired, Rounds } from '../server/rounds.js';
import { checkAttachable, lowLevelServerOf } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ToolServer } from '../server/tool-server.js';

/** What is known of a client beside what the SDK tells. */
export interface ClientFacts {
  readonly auth: unknown;
  /** Whose calls they are. */
  readonly owner: string | undefined;
  /** Resolves when what was sent to the client has been taken; undefined where the transport waits for that itself. */
  readonly taken?: (() => Promise<void>) | undefined;
}

/** What a client brings back: whose answers they are, and to which of its rounds. */
export type RoundState = Pick<InputRequired, 'callId' | 'round'>;

/** A server with tools attached. */
export interface AttachedServer {
  /** What the SDK's ways of serving take. */
  readonly whole: McpServer | Server;
  /** The low-level server within. */
  readonly server: Server;
}

/** How tools are attached. */
export interface AttachParts {
  readonly tools: ToolServer;
  readonly server: McpSdkServer;
  readonly rounds: Rounds;
  /** Signs what a client brings back. */
  readonly codec: RequestStateCodec<RoundState>;
  readonly factsOf: (context: ServerContext) => ClientFacts;
}

/**
 * Attaches tools to a server of the SDK that is not connected yet.
 *
 * @throws DefinitionError on a server that is connected or has tools of its own.
 */
export function attachTools({ tools, server: target, rounds, codec, factsOf }: AttachParts): AttachedServer {
  const server = lowLevelServerOf<Server>(target);
  checkAttachable(server, '@modelcontextprotocol/server');
  server.registerCapabilities({ tools: { listChanged: true }, logging: {} });
  server.setRequestHandler('tools/list', ({ params }, context) => {
    return tools.listTools(params, factsOf(context)) as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const facts = factsOf(context);
    const { owner } = facts;
    const { inputResponses: answers } = context.mcpReq;
    const callId = await callIdIn(context, codec);
    const exchange = toExchange(server, context, facts);
    const end = await rounds.play({ tools, params, exchange, owner, callId, answers });
    if (end.kind === 'input_required') return toInputRequired(end, codec);
    // A client of an older version, where a server is connected by hand, gets it as that version has it.
    return server.projectCallToolResult(end.result as CallToolResult, tools.session.get(params.name)?.outputSchema);
  });
  if (!(target instanceof McpServer)) return { whole: server, server };
  // By these the SDK compares arguments with the headers that they travel in too (SEP-2243). It knows its own tools alone.
  target.toolInputSchemaJson = (name) => tools.inputSchemaOf(name);
  return { whole: target, server };
}

function toExchange(
  server: Server,
  { mcpReq }: ServerContext,
  { auth, taken }: ClientFacts,
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

async function callIdIn(context: ServerContext, codec: RequestStateCodec<RoundState>): Promise<string | undefined> {
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
  codec: RequestStateCodec<RoundState>,
): Promise<InputRequiredResult> {
  type Requests = NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>;
  const requestState = await codec.mint({ callId, round });
  return inputRequired({ inputRequests: inputRequests as Requests, requestState });
}
