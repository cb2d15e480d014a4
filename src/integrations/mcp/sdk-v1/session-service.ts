import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { headerOf } from '../http/endpoint-request.js';
import type { EndpointResponse } from '../http/endpoint-response.js';
import { eventsOfSession, type McpEventStore } from '../http/event-store.js';
import type { McpHttpService } from '../http/http-service.js';
import { HttpRefusal } from '../http/refusal.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import { SessionTable, type SessionTableOptions } from '../http/session-table.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { HttpServiceParts } from '../server/binder.js';
import { StreamableSession } from './streamable-session.js';

/** The service for clients that have sessions. */
export class SessionService implements McpHttpService {
  readonly #sessions: SessionTable;

  constructor(
    { bind, calls, onError }: HttpServiceParts,
    { limits, eventStore }: { readonly limits: SessionTableOptions; readonly eventStore: McpEventStore | undefined },
  ) {
    this.#sessions = new SessionTable(async (admitted, binding) => {
      const { sessionId } = binding;
      const store = eventStore === undefined ? undefined : eventsOfSession(eventStore, sessionId);
      const client = await bind(admitted, sessionId);
      return StreamableSession.open(client, { calls, sessionId, eventStore: store, onError }, binding);
    }, limits);
  }

  async handle(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const sessionId = headerOf(admitted.request, 'mcp-session-id');
    if (sessionId !== undefined) return this.#sessions.proceed(sessionId, admitted);
    if (isInitialize(admitted.body)) return this.#sessions.begin(admitted);
    throw new HttpRefusal(400, 'The Mcp-Session-Id header is required. Initialize first.', {
      code: rpcErrorCodes.invalidRequest,
    });
  }

  async drain(deadlineMs: number): Promise<void> {
    await Promise.all(this.#sessions.connections.map((connection) => connection.drain(deadlineMs)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.connections.map((connection) => connection.close()));
  }
}

/** Whether a request begins a session. In a batch, `initialize` does not (specification 2025-03-26, basic/lifecycle). */
export function isInitialize(body: unknown): boolean {
  return isRecord(body) && body.method === 'initialize';
}
