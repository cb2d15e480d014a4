import { type EraLoaders, selectEras } from '../server/load-eras.js';
import { createHandler, type McpHandler } from '../server/mcp-handler.js';
import { attachWith, type McpAttachOptions, serveWith } from '../server/serve.js';
import type {
  McpAttachment,
  McpHandlerOptions,
  McpSdkServer,
  McpServeOptions,
  McpServing,
} from '../server/serve-options.js';
import type { McpAttached } from '../server/served-session.js';
import type { McpServed } from '../server/served-toolkit.js';
import { serverBinder } from './server-binder.js';

const loaders: EraLoaders = { '2025-11-25': async () => serverBinder };

/** Serves tools over MCP with `@modelcontextprotocol/sdk`, like `serveMcp` of `toolwright/mcp`. */
export async function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveWith(selectEras(loaders, options.era), served, options);
}

/** Attaches tools to a server of `@modelcontextprotocol/sdk`, like `attachMcp` of `toolwright/mcp`. */
export async function attachMcp(
  served: McpAttached,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  return attachWith(serverBinder, { served, server }, options);
}

/** Creates an MCP endpoint with `@modelcontextprotocol/sdk`, like `mcpHandler` of `toolwright/mcp`. */
export function mcpHandler(served: McpServed, options: McpHandlerOptions = {}): McpHandler {
  return createHandler(selectEras(loaders, options.era), served, options);
}
