import { checkOptionNames } from '../../../base/options/check-options.js';
import { type EraLoaders, selectEras } from '../server/load-eras.js';
import { createHandler, type McpHandler } from '../server/mcp-handler.js';
import { attachNames, attachWith, type McpAttachOptions, serveWith } from '../server/serve.js';
import type {
  McpAttachment,
  McpHandlerOptions,
  McpSdkServer,
  McpServeOptions,
  McpServing,
} from '../server/serve-options.js';
import type { McpAttached } from '../server/served-session.js';
import type { McpServed } from '../server/served-toolkit.js';
import { createServerBinder } from './server-binder.js';

const loaders: EraLoaders = { '2026-07-28': async (options) => createServerBinder(options) };

/** Serves tools over MCP with `@modelcontextprotocol/server`. HTTP requests are stateless: there are no sessions. */
export async function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveWith(selectEras(loaders, options.era), served, options);
}

/** Attaches tools to a server of `@modelcontextprotocol/server`, like `attachMcp` of `toolwright/mcp`. */
export async function attachMcp(
  served: McpAttached,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  checkOptionNames(options, attachNames, 'attachMcp');
  return attachWith(createServerBinder(options), { served, server }, options);
}

/** Creates an MCP endpoint with `@modelcontextprotocol/server`, like `mcpHandler` of `toolwright/mcp`. */
export function mcpHandler(served: McpServed, options: McpHandlerOptions = {}): McpHandler {
  return createHandler(selectEras(loaders, options.era), served, options);
}
