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
import { createStatelessBinder } from '../stateless/server-binder.js';
import { SdkApplicationServers } from './application-servers.js';
import { createServerAttacher } from './server-attacher.js';

const loaders: EraLoaders = {
  '2026-07-28': (options) => createStatelessBinder(options, async (rounds) => new SdkApplicationServers(rounds)),
};

/** Serves tools over protocol version 2026-07-28. HTTP requests are stateless: there are no sessions. */
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
  return attachWith(createServerAttacher(options), { served, server }, options);
}

/** Creates an MCP endpoint for protocol version 2026-07-28, like `mcpHandler` of `toolwright/mcp`. */
export function mcpHandler(served: McpServed, options: McpHandlerOptions = {}): McpHandler {
  return createHandler(selectEras(loaders, options.era), served, options);
}
