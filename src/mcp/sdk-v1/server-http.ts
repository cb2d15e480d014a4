import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { McpVisitor } from '../http/authorization.js';
import type { IncomingHttp, McpHttpConnection } from '../http/connection.js';
import { ResponsePace } from '../http/response-pace.js';
import type { HttpBinding } from '../server/binder.js';
import type { ToolServer } from '../server/tool-server.js';
import type { HandlerExtra, RequestContext } from './server-exchange.js';

// How long a client waits before it comes back for the rest of a stream, in milliseconds.
const retryMs = 1_000;

/** What a request that came over HTTP is known by: its id. */
type RequestId = string | number;

/** One client of the SDK's Streamable HTTP transport. */
export class StreamableConnection implements McpHttpConnection {
  readonly transport: StreamableHTTPServerTransport;
  readonly #tools: ToolServer;
  readonly #auth: unknown;
  /** The requests that are being answered. */
  readonly #contexts = new Map<RequestId, RequestContext>();

  constructor(tools: ToolServer, auth: unknown, { sessionId, eventStore, onOpened, onClosed }: HttpBinding) {
    this.#tools = tools;
    this.#auth = auth;
    this.transport = new StreamableHTTPServerTransport({
      ...(sessionId === undefined ? {} : { sessionIdGenerator: () => sessionId, onsessioninitialized: onOpened }),
      ...(eventStore === undefined ? {} : { eventStore: eventStore as EventStore, retryInterval: retryMs }),
    });
    this.transport.onclose = onClosed;
  }

  /** Gives the facts about a request that the SDK does not provide. */
  contextOf({ requestId }: HandlerExtra): RequestContext {
    return this.#contexts.get(requestId) ?? { auth: this.#auth, gone: undefined };
  }

  async handle({ request, response, body, visitor, signal }: IncomingHttp): Promise<void> {
    const ids = requestIdsIn(body);
    const pace = new ResponsePace(response);
    const context = { auth: visitor?.auth, gone: signal, taken: () => pace.taken() };
    for (const id of ids) this.#contexts.set(id, context);
    response.once('close', () => {
      for (const id of ids) if (this.#contexts.get(id) === context) this.#contexts.delete(id);
    });
    const authorized = visitor === undefined ? request : Object.assign(request, { auth: authInfoOf(visitor) });
    await this.transport.handleRequest(authorized, response, body);
  }

  drain(deadlineMs: number): Promise<void> {
    return this.#tools.drain(deadlineMs);
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

function requestIdsIn(body: unknown): readonly RequestId[] {
  return [body].flat().flatMap((message) => {
    const { id, method } = isRecord(message) ? message : {};
    return (typeof id === 'string' || typeof id === 'number') && method !== undefined ? [id] : [];
  });
}

/** A visitor, as resources and prompts of the application's own expect it from the SDK. */
function authInfoOf({ token, subject, scopes, expiresAt, auth }: McpVisitor) {
  return {
    token,
    clientId: subject,
    scopes: [...scopes],
    ...(expiresAt === undefined ? {} : { expiresAt }),
    extra: { auth },
  };
}
