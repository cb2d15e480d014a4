import { attachWith, type McpAttachOptions, serveWith } from '../server/serve.js';
import type { McpAttachment, McpSdkServer, McpServeOptions, McpServing } from '../server/serve-options.js';
import type { McpServed } from '../server/served-toolkit.js';
import { createServerBinder } from './server-binder.js';

/** Serves tools over MCP with `@modelcontextprotocol/server`. HTTP requests are stateless: there are no sessions. */
export function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveWith(createServerBinder(options), served, options);
}

/** Attaches tools to a server of `@modelcontextprotocol/server`, like `attachMcp` of `toolwright/mcp`. */
export function attachMcp(
  served: McpServed,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  return attachWith(createServerBinder(options), { served, server }, options);
}
