import { createMcpHandler, type McpHttpHandler, type McpServer, type Server } from '@modelcontextprotocol/server';
import type { Subscription } from 'rxjs';
import type { IncomingHttp, McpHttpConnection } from '../http/connection.js';
import { ResponseBackpressure } from '../http/response-backpressure.js';
import type { BoundClient } from '../server/binder.js';
import { sendWebResponse, toWebRequest } from './fetch-bridge.js';
import type { ClientInfo } from './server-attach.js';

/** The connection of one HTTP request to the SDK. From protocol version 2026-07-28 on, requests are stateless. */
export class RequestConnection implements McpHttpConnection {
  readonly #client: BoundClient;
  readonly #handler: McpHttpHandler;
  readonly #changes: Subscription;
  /** The information about the client that the SDK does not provide. */
  info: ClientInfo;

  constructor(client: BoundClient, createServer: () => McpServer | Server) {
    this.#client = client;
    this.info = { auth: client.auth, owner: undefined };
    this.#handler = createMcpHandler(createServer, { legacy: 'reject', onerror: () => undefined });
    // This serves a request that subscribes to changes. Any other request ends before a change matters.
    this.#changes = client.tools.onListChanged(() => this.#handler.notify.toolsChanged());
  }

  async handle({ request, response, info, body, client, principal, signal }: IncomingHttp): Promise<void> {
    const backpressure = new ResponseBackpressure(response);
    const auth = principal?.auth ?? this.#client.auth;
    this.info = {
      auth,
      http: info,
      owner: principal?.subject,
      client,
      whenWritable: () => backpressure.whenWritable(),
    };
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
