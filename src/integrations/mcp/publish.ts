import { loadPackage } from '../../base/runtime/load-package.js';
import { type McpEra, packageOfEra } from './protocol/era.js';
import { type EraLoaders, selectEras } from './server/load-eras.js';
import { createHandler, type McpHandler } from './server/mcp-handler.js';
import { attachWith, type McpAttachOptions, serveWith } from './server/serve.js';
import type {
  McpAttachment,
  McpHandlerOptions,
  McpSdkServer,
  McpServeOptions,
  McpServing,
} from './server/serve-options.js';
import type { McpAttached } from './server/served-session.js';
import type { McpServed } from './server/served-toolkit.js';

/**
 * Serves tools over MCP: over standard input and output to one client, or over HTTP to many. Each client has its own
 * session over the toolkit. Requires `@modelcontextprotocol/sdk` for clients of version 2025-11-25 and older ones.
 *
 * @param served - A toolkit; or a registry, specs or a function, whose tools are all active.
 * @throws DefinitionError if an option is invalid, or if a package that it requires is not installed.
 * @example
 * ```ts
 * const serving = await serveMcp(toolkit, { transport: 'http', port: 3000 });
 * console.error(`Tools are at ${serving.url}`);
 * ```
 */
export async function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveWith(selectEras(eraLoaders, options.era), served, options);
}

/**
 * Creates an MCP endpoint for the HTTP server of an application. It serves clients of versions 2025-11-25 and 2026-07-28
 * on one path, the older ones if `@modelcontextprotocol/sdk` is installed.
 *
 * @param served - A toolkit; or a registry, specs or a function, whose tools are all active.
 * @throws DefinitionError if an option is invalid.
 * @example
 * ```ts
 * const mcp = mcpHandler(toolkit, { allowedHosts: ['tools.example.com'] });
 * export default { fetch: (request: Request) => mcp.fetch(request) };
 * ```
 */
export function mcpHandler(served: McpServed, options: McpHandlerOptions = {}): McpHandler {
  return createHandler(selectEras(eraLoaders, options.era), served, options);
}

/**
 * Attaches tools to an SDK's server that has its own resources and prompts, before it connects. Such a server has one
 * client, which gets its own session over the toolkit, or uses the session that is passed. Requires the package
 * `@modelcontextprotocol/sdk`.
 *
 * @param served - A toolkit; a session, whose groups, state and events are those of the client; or a registry, specs or
 *   a function, whose tools are all active.
 * @throws DefinitionError if the server is connected or already has tools, or if the package is not installed.
 * @example
 * ```ts
 * const server = new McpServer({ name: 'shop', version: '1.0.0' });
 * await attachMcp(toolkit, server);
 * await server.connect(transport);
 * ```
 */
export async function attachMcp(
  served: McpAttached,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  const { serverBinder } = await loadSdk('2025-11-25', () => import('./sdk-v1/server-binder.js'));
  return attachWith(serverBinder, { served, server }, options);
}

/** The loaders of both eras. The SDKs are optional: each is loaded on first use. Version 2026-07-28 requires none. */
export const eraLoaders: EraLoaders = {
  '2025-11-25': async () => {
    return (await loadSdk('2025-11-25', () => import('./sdk-v1/server-binder.js'))).serverBinder;
  },
  '2026-07-28': async (options) => {
    const { createStatelessBinder } = await import('./stateless/server-binder.js');
    return createStatelessBinder(options, async (rounds) => {
      const { SdkApplicationServers } = await loadSdk('2026-07-28', () => import('./sdk-v2/application-servers.js'));
      return new SdkApplicationServers(rounds);
    });
  },
};

function loadSdk<T>(era: McpEra, load: () => Promise<T>): Promise<T> {
  return loadPackage(load, 'Serving tools over MCP', packageOfEra[era]);
}
