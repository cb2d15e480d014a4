import { attachThrough, type McpAttachOptions, serveThrough } from '../server/serve.js';
import type { McpAttachment, McpSdkServer, McpServeOptions, McpServing } from '../server/serve-options.js';
import type { McpServed } from '../server/served-toolkit.js';
import { createServerBinder } from './server-binder.js';

/** `serveMcp` of `toolwright/mcp`, with this SDK. Over HTTP each request stands alone: there are no sessions. */
export function serveMcp(served: McpServed, options: McpServeOptions): Promise<McpServing> {
  return serveThrough(createServerBinder(), served, options);
}

/** `attachMcp` of `toolwright/mcp`, with this SDK. */
export function attachMcp(
  served: McpServed,
  server: McpSdkServer,
  options: McpAttachOptions = {},
): Promise<McpAttachment> {
  return attachThrough(createServerBinder(), { served, server }, options);
}
