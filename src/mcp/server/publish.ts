import { DefinitionError } from '../../index.js';
import type { McpBinder } from './binder.js';
import { attachThrough, type McpAttachOptions, serveThrough } from './serve.js';
import type { McpAttachment, McpSdkServer, McpServeOptions, McpServing } from './serve-options.js';
import type { McpServed } from './served-toolkit.js';

/**
 * Gives tools out to clients of the Model Context Protocol: over standard input and output to one, or over HTTP to many.
 * Each client has a session of its own over the toolkit. Needs the package `@modelcontextprotocol/sdk`.
 *
 * @param served - A toolkit; or a registry, specs or a function, whose tools are all active.
 * @throws DefinitionError on options that make no sense, and where the package is missing.
 * @example
 * ```ts
 * const serving = await serveMcp(toolkit, { transport: 'http', port: 3000 });
 * console.error(`Tools are at ${serving.url}`);
 * ```
 */
export async function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveThrough(await loadBinder(), served, options);
}

/**
 * Attaches tools to an SDK's server that has resources and prompts of its own, before it connects. Such a server talks to
 * one client, which gets a session of its own over the toolkit.
 *
 * @throws DefinitionError on a server that is connected or has tools already.
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
  return attachThrough(await loadBinder(), { served, server }, options);
}

// Loaded when first needed: the SDK is optional.
async function loadBinder(): Promise<McpBinder> {
  try {
    const { serverBinder } = await import('../sdk-v1/server-binder.js');
    return serverBinder;
  } catch (cause) {
    if (!String(cause).includes('@modelcontextprotocol/sdk')) throw cause;
    throw new DefinitionError(
      'Giving tools out needs the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk',
      { cause },
    );
  }
}
