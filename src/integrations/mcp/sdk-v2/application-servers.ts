import {
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { type EndpointResponse, onResponseEnd } from '../http/endpoint-response.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import { toEndpointResponse, toWebRequest } from '../http/web-response.js';
import { tasksExtension } from '../protocol/task-capability.js';
import type { BoundClient, StdioStreams } from '../server/binder.js';
import type { CallRounds } from '../server/call-rounds.js';
import { observeTransport } from '../server/observed-transport.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { handlesMethod, lowLevelServerOf, serverArguments, watchStreams } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ApplicationServers } from '../stateless/application-servers.js';
import { type AttachedServer, attachTools, type ClientInfo } from './server-attach.js';

/** The servers of `@modelcontextprotocol/server` that an application creates, with the served tools attached. */
export class SdkApplicationServers implements ApplicationServers {
  readonly #rounds: CallRounds;
  readonly #open = new Set<McpHttpHandler>();

  constructor(rounds: CallRounds) {
    this.#rounds = rounds;
  }

  async forward(admitted: AdmittedRequest, client: BoundClient): Promise<EndpointResponse> {
    const { request, body, auth, info, subject } = admitted;
    const owner = { auth: auth ?? client.auth, http: info, owner: subject };
    const create = (): McpServer | Server => {
      const { target, server } = this.#attach(client, owner);
      // Their methods are not those of the application's server, which describes itself.
      if (client.tools.offersTasks) server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
      return target;
    };
    const handler = createMcpHandler(create, { legacy: 'reject', onerror: () => undefined });
    this.#open.add(handler);
    const close = (): void => {
      this.#open.delete(handler);
      handler.close().catch(client.onError);
    };
    try {
      const response = await toEndpointResponse(await handler.fetch(toWebRequest(request), { parsedBody: body }));
      onResponseEnd(response, close);
      return response;
    } catch (error) {
      close();
      throw error;
    }
  }

  readsResults(client: BoundClient): boolean {
    return !handlesMethod(lowLevelServerOf<Server>(createServer(client)), 'resources/read');
  }

  async connectStdio(client: BoundClient, streams: StdioStreams): Promise<() => Promise<void>> {
    let current: Server | undefined;
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    const { OrderedStdioTransport } = await import('./server-stdio.js');
    const transport = new OrderedStdioTransport(streams.stdin, streams.stdout, streams.onClosed);
    const create = (): McpServer | Server => {
      const { target, server } = this.#attach(client, { auth: client.auth, owner: undefined });
      current = server;
      return target;
    };
    const observed = observeTransport<Transport>(transport, client.observer);
    const handle = serveStdio(create, { legacy: 'reject', transport: observed, onerror: client.onError });
    const changes = client.tools.onListChanged(() => void current?.sendToolListChanged().catch(() => undefined));
    const unwatch = watchStreams(streams);
    return async () => {
      await transport.hangUp(flushTimeoutMs);
      unwatch();
      changes.unsubscribe();
      await handle.close();
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((handler) => handler.close()));
  }

  #attach(client: BoundClient, info: ClientInfo): AttachedServer {
    return attachTools({ tools: client.tools, server: createServer(client), rounds: this.#rounds, infoOf: () => info });
  }
}

function createServer(client: BoundClient): McpSdkServer {
  return client.createServer?.() ?? new McpServer(...serverArguments(client));
}
