import { createMcpHandler, type McpHttpHandler, type McpServer, type Server } from '@modelcontextprotocol/server';
import type { Subscription } from 'rxjs';
import type { IncomingHttp, McpHttpConnection } from '../http/connection.js';
import { ResponsePace } from '../http/response-pace.js';
import type { BoundClient } from '../server/binder.js';
import { sendWebResponse, toWebRequest } from './fetch-bridge.js';
import type { ClientInfo } from './server-attach.js';

/** One HTTP request to the SDK: from protocol version 2026-07-28 on, each stands alone. */
export class RequestConnection implements McpHttpConnection {
  readonly #client: BoundClient;
  readonly #handler: McpHttpHandler;
  readonly #changes: Subscription;
  /** The facts about the client that the SDK does not provide. */
  info: ClientInfo;

  constructor(client: BoundClient, createServer: () => McpServer | Server) {
    this.#client = client;
    this.info = { auth: client.auth, owner: undefined };
    this.#handler = createMcpHandler(createServer, { legacy: 'reject', onerror: () => undefined });
    // For a request that listens for changes; for any other it is over before there are some.
    this.#changes = client.tools.onListChanged(() => this.#handler.notify.toolsChanged());
  }

  async handle({ request, response, body, visitor, signal }: IncomingHttp): Promise<void> {
    const pace = new ResponsePace(response);
    const auth = visitor?.auth ?? this.#client.auth;
    this.info = { auth, owner: visitor?.subject, taken: () => pace.taken() };
    const answer = await this.#handler.fetch(toWebRequest(request, signal), { parsedBody: body });
    await sendWebResponse(response, answer);
  }

  drain(deadlineMs: number): Promise<void> {
    return this.#client.tools.drain(deadlineMs);
  }

  async close(): Promise<void> {
    this.#changes.unsubscribe();
    await this.#handler.close();
  }
}
