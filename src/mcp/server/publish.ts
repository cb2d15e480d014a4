import { DefinitionError } from '../../index.js';
import type { McpBinder } from './binder.js';
import { attachWith, type McpAttachOptions, serveWith } from './serve.js';
import type { McpAttachment, McpSdkServer, McpServeOptions, McpServing } from './serve-options.js';
import type { McpServed } from './served-toolkit.js';

/**
 * Serves tools over MCP: over standard input and output to one client, or over HTTP to many. Each client has its own
 * session over the toolkit. Requires the package `@modelcontextprotocol/sdk`.
 *
 * @param served - A toolkit; or a registry, specs or a function, whose tools are all active.
 * @throws DefinitionError if an option is invalid or the package is not installed.
 * @example
 * ```ts
 * const serving = await serveMcp(toolkit, { transport: 'http', port: 3000 });
 * console.error(`Tools are at ${serving.url}`);
 * ```
 */
export async function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveWith(await loadBinder(), served, options);
}

/**
 * Attaches tools to an SDK's server that has its own resources and prompts, before it connects. Such a server has one
 * client, which gets its own session over the toolkit. Requires the package `@modelcontextprotocol/sdk`.
 *
 * @throws DefinitionError if the server is connected or already has tools, or if the package is not installed.
 * @example
 * ```ts
 * const server = new McpServer({ name: 'shop', version: '1.0.0' });
 * await attachMcp(toolkit, server);
 * await server.connect(transport);
 * ```
 */
export async function attachMcp(
  served: McpServed,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  return attachWith(await loadBinder(), { served, server }, options);
}

// The SDK is optional: it is loaded on first use.
async function loadBinder(): Promise<McpBinder> {
  try {
    const { serverBinder } = await import('../sdk-v1/server-binder.js');
    return serverBinder;
  } catch (cause) {
    if (!String(cause).includes('@modelcontextprotocol/sdk')) throw cause;
    throw new DefinitionError('Serving tools over MCP requires a package. Run: npm install @modelcontextprotocol/sdk', {
      cause,
    });
  }
}
