import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isInitializeRequest,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { McpPrincipal } from '../http/authorization.js';
import type { IncomingHttp, McpHttpConnection } from '../http/connection.js';
import { HttpRefusal } from '../http/refusal.js';
import { ResponseBackpressure } from '../http/response-backpressure.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { HttpBinding } from '../server/binder.js';
import type { ToolServer } from '../server/tool-server.js';
import type { HandlerExtra, RequestContext } from './server-exchange.js';

// The delay before a client resumes a stream, in milliseconds.
const retryMs = 1_000;

/** The JSON-RPC ID of a request. */
type RequestId = string | number;

/** The connection of one client over the SDK's Streamable HTTP transport. */
export class StreamableConnection implements McpHttpConnection {
  readonly transport: StreamableHTTPServerTransport;
  readonly #tools: ToolServer;
  readonly #auth: unknown;
  /** The contexts of pending requests, by request ID. */
  readonly #contexts = new Map<RequestId, RequestContext>();
  /** The protocol version of the session; undefined for a stateless request. */
  #negotiated: string | undefined;

  constructor(tools: ToolServer, auth: unknown, { sessionId, eventStore, onOpened, onClosed }: HttpBinding) {
    this.#tools = tools;
    this.#auth = auth;
    this.transport = new StreamableHTTPServerTransport({
      ...(sessionId === undefined ? {} : { sessionIdGenerator: () => sessionId, onsessioninitialized: onOpened }),
      ...(eventStore === undefined ? {} : { eventStore: eventStore as EventStore, retryInterval: retryMs }),
    });
    this.transport.onclose = onClosed;
  }

  /** Returns the information about a request that the SDK does not provide. */
  contextOf({ requestId }: HandlerExtra): RequestContext {
    return this.#contexts.get(requestId) ?? { auth: this.#auth, http: undefined, disconnectSignal: undefined };
  }

  async handle({ request, response, info, body, principal, signal }: IncomingHttp): Promise<void> {
    this.#negotiated ??= negotiatedIn(body);
    if (Array.isArray(body)) checkBatch(this.#negotiated ?? request.headers['mcp-protocol-version']);
    const ids = requestIdsIn(body);
    const backpressure = new ResponseBackpressure(response);
    const context = {
      auth: principal?.auth,
      http: info,
      disconnectSignal: signal,
      whenWritable: () => backpressure.whenWritable(),
    };
    for (const id of ids) this.#contexts.set(id, context);
    response.once('close', () => {
      for (const id of ids) if (this.#contexts.get(id) === context) this.#contexts.delete(id);
    });
    const authorized = principal === undefined ? request : Object.assign(request, { auth: authInfoOf(principal) });
    await this.transport.handleRequest(authorized, response, body);
  }

  drain(deadlineMs: number): Promise<void> {
    return this.#tools.drain(deadlineMs);
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

/** Returns the version that the SDK negotiates in response to an `initialize` request. */
function negotiatedIn(body: unknown): string | undefined {
  if (!isInitializeRequest(body)) return undefined;
  const { protocolVersion } = body.params;
  return SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION;
}

/** Throws an HttpRefusal if a protocol version has no batches. They were removed in 2025-06-18. */
function checkBatch(version: string | readonly string[] = DEFAULT_NEGOTIATED_PROTOCOL_VERSION): void {
  if (String(version) < '2025-06-18') return;
  throw new HttpRefusal(400, `Version ${version} of the protocol has no batches. Send one message at a time.`, {
    code: rpcErrorCodes.invalidRequest,
  });
}

function requestIdsIn(body: unknown): readonly RequestId[] {
  return [body].flat().flatMap((message) => {
    const { id, method } = isRecord(message) ? message : {};
    return (typeof id === 'string' || typeof id === 'number') && method !== undefined ? [id] : [];
  });
}

/** Converts a principal to the SDK's `authInfo`, for the application's own resources and prompts. */
function authInfoOf({ token, subject, scopes, expiresAt, auth }: McpPrincipal) {
  return {
    token,
    clientId: subject,
    scopes: [...scopes],
    ...(expiresAt === undefined ? {} : { expiresAt }),
    extra: { auth },
  };
}
