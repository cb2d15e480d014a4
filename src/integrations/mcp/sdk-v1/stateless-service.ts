import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { headerOf } from '../http/endpoint-request.js';
import { type EndpointResponse, onResponseEnd } from '../http/endpoint-response.js';
import type { McpHttpService } from '../http/http-service.js';
import { HttpRefusal } from '../http/refusal.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import type { BoundClient, HttpServiceParts } from '../server/binder.js';
import { type OfferMethod, offerMethods } from '../server/offer-server.js';
import { serverArguments } from '../server/sdk-server.js';
import type { ToolServer } from '../server/tool-server.js';
import { HttpConnection } from './http-connection.js';
import { checkVersion } from './http-rules.js';
import { attachTools } from './server-attach.js';
import { isInitialize } from './session-service.js';

/** The service for clients without sessions: each request is handled on its own. */
export class StatelessService implements McpHttpService {
  readonly #parts: HttpServiceParts;
  readonly #running = new Set<ToolServer>();
  #shared: Promise<HttpConnection> | undefined;

  constructor(parts: HttpServiceParts) {
    this.#parts = parts;
  }

  async handle(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { request, body } = admitted;
    // Without sessions there are no streams to open or to end.
    if (request.method !== 'POST') {
      throw new HttpRefusal(405, 'Method not allowed: this server has no sessions.', { headers: { allow: 'POST' } });
    }
    if (!isInitialize(body)) checkVersion(request);
    const client = await this.#parts.bind(admitted, undefined);
    const isOwn = client.createServer !== undefined || isInitialize(body);
    const connection = isOwn
      ? await this.#connect(client, client.tools.offers.methodsWithoutSession)
      : await this.#share(client);
    this.#running.add(client.tools);
    const end = (): void => {
      this.#running.delete(client.tools);
      if (isOwn) connection.close().catch(this.#parts.onError);
    };
    try {
      const version = headerOf(request, 'mcp-protocol-version');
      const response = await connection.post({ admitted, tools: client.tools, version });
      onResponseEnd(response, end);
      return response;
    } catch (error) {
      end();
      throw error;
    }
  }

  async drain(deadlineMs: number): Promise<void> {
    await Promise.all([...this.#running].map((tools) => tools.drain(deadlineMs)));
  }

  async close(): Promise<void> {
    await (await this.#shared)?.close();
  }

  /**
   * Returns the connection that all requests share, because creating a server of the SDK takes longer than most calls.
   * Requests that would leave something in the server have their own.
   */
  #share(client: BoundClient): Promise<HttpConnection> {
    // It serves all clients, also after something was registered.
    this.#shared ??= this.#connect({ ...client, createServer: undefined }, offerMethods);
    return this.#shared;
  }

  async #connect(client: BoundClient, offered: readonly OfferMethod[]): Promise<HttpConnection> {
    const { calls, onError } = this.#parts;
    const connection = new HttpConnection({ calls, onError, observer: client.observer });
    const server = client.createServer?.() ?? new Server(...serverArguments(client));
    attachTools({
      server,
      contextOf: (extra) => connection.contextOf(extra),
      changes: undefined,
      offered,
      offersApps: client.tools.offersApps,
    });
    await connection.connect(server, () => {});
    return connection;
  }
}
