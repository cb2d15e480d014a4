/**
 * The Model Context Protocol: giving tools out to its clients. Needs the package `@modelcontextprotocol/sdk`.
 *
 * @module
 */
export type { McpAuthorization, McpMessageFacts, McpTokenInfo } from './http/authorization.js';
export { type McpEventStore, type McpMessage, MemoryEventStore } from './http/event-store.js';
export type { ProtectedResource } from './http/protected-resource.js';
export type { McpRequestInfo } from './http/request-info.js';
export { attachMcp, serveMcp } from './server/give-out.js';
export type { McpAttachOptions } from './server/serve.js';
export type {
  McpAttachment,
  McpHttpOptions,
  McpSdkServer,
  McpServeOptions,
  McpServerOptions,
  McpServing,
  McpSessionLimits,
  McpSessionState,
  McpStdioOptions,
  McpToolOptions,
} from './server/serve-options.js';
export type { McpServed } from './server/served-toolkit.js';
