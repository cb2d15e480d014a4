import { attachWith, type McpAttachOptions, serveWith } from '../server/serve.js';
import type { McpAttachment, McpSdkServer, McpServeOptions, McpServing } from '../server/serve-options.js';
import type { McpServed } from '../server/served-toolkit.js';
import { serverBinder } from './server-binder.js';

/** Serves tools over MCP with `@modelcontextprotocol/sdk`, like `serveMcp` of `toolwright/mcp`. */
export function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveWith(serverBinder, served, options);
}

/** Attaches tools to a server of `@modelcontextprotocol/sdk`, like `attachMcp` of `toolwright/mcp`. */
export function attachMcp(
  served: McpServed,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  return attachWith(serverBinder, { served, server }, options);
}
