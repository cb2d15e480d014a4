import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from '../../../base/async/once.js';
import { checkOptionNames } from '../../../base/options/check-options.js';
import type { McpRequestOptions } from '../http/caller.js';
import { fromFetchRequest } from '../http/fetch-bridge.js';
import { fromNodeRequest, sendNodeResponse } from '../http/node-bridge.js';
import { applicationInfo } from '../protocol/application-info.js';
import type { EraLoaders } from './load-eras.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { handlerNames, requestNames } from './serve-option-names.js';
import { type McpHandlerOptions, serveDefaults } from './serve-options.js';
import { type McpServed, servedToolkit, warnOfError } from './served-toolkit.js';

/** An MCP endpoint for the HTTP server of an application. */
export interface McpHandler {
  /**
   * Responds to a web `Request`: for Hono, Next.js, Workers, Deno and Bun.
   *
   * @param options - The caller, if the application has authenticated it, and the body, if it has been parsed.
   */
  readonly fetch: (request: Request, options?: McpRequestOptions) => Promise<Response>;
  /**
   * Responds to a request of Node.js: for `node:http`, Express and Fastify. A body that a framework has parsed as
   * `request.body` is used.
   *
   * @param options - The caller, if the application has authenticated it, and the body, if it has been parsed.
   */
  readonly node: (request: IncomingMessage, response: ServerResponse, options?: McpRequestOptions) => Promise<void>;
  /**
   * Loads what serves each protocol version, which is otherwise loaded with the first request. Rejects with a
   * DefinitionError if a package that an option requires is not installed.
   */
  readonly load: () => Promise<void>;
  /**
   * Rejects new requests, waits up to `closeTimeoutMs` for pending calls, cancels the others, and closes all streams.
   * Every call of `close` waits until the handler has closed.
   */
  readonly close: () => Promise<void>;
}

/** Creates an MCP endpoint that serves the eras of the loaders, and loads their SDKs. */
export function createHandler(loaders: EraLoaders, served: McpServed, options: McpHandlerOptions): McpHandler {
  const handler = createLazyHandler(loaders, served, options);
  // A missing SDK is reported now, and not with the first request.
  handler.load().catch(options.onError ?? warnOfError);
  return handler;
}

/** Creates an MCP endpoint that serves the eras of the loaders, and loads an SDK with the first request that needs it. */
export function createLazyHandler(loaders: EraLoaders, served: McpServed, options: McpHandlerOptions): McpHandler {
  checkOptionNames(options, handlerNames, 'mcpHandler');
  const { closeTimeoutMs = serveDefaults.closeTimeoutMs, onError = warnOfError } = options;
  const info = applicationInfo();
  const identity = { name: options.name ?? info.name, version: options.version ?? info.version };
  const endpoint = new McpEndpoint(servedToolkit(served), loaders, { ...options, ...identity, onError });
  return Object.freeze<McpHandler>({
    fetch: async (request, requestOptions = {}) => {
      checkOptionNames(requestOptions, requestNames, 'fetch of mcpHandler');
      const exchange = fromFetchRequest(request, requestOptions);
      return exchange.toResponse(await endpoint.respond(exchange.request));
    },
    node: async (request, response, requestOptions = {}) => {
      checkOptionNames(requestOptions, requestNames, 'node of mcpHandler');
      sendNodeResponse(response, await endpoint.respond(fromNodeRequest(request, response, requestOptions)));
    },
    load: () => endpoint.load(),
    close: once(async () => {
      await endpoint.drain(closeTimeoutMs);
      await endpoint.close();
    }),
  });
}
