import { attachThrough, type McpAttachOptions, serveThrough } from '../server/serve.js';
import type { McpAttachment, McpSdkServer, McpServeOptions, McpServing } from '../server/serve-options.js';
import type { McpServed } from '../server/served-toolkit.js';
import { serverBinder } from './server-binder.js';

/** `serveMcp` of `toolwright/mcp`, with this SDK. */
export function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveThrough(serverBinder, served, options);
}

/** `attachMcp` of `toolwright/mcp`, with this SDK. */
export function attachMcp(
  served: McpServed,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  return attachThrough(serverBinder, { served, server }, options);
}
