/**
 * The Model Context Protocol: the tools of its servers brought in. Needs the package `@modelcontextprotocol/sdk`, or
 * `@modelcontextprotocol/client`, which is loaded when the first server is connected to.
 *
 * @module
 */
export type { RestartOptions } from './client/backoff.js';
export type { DriftPolicy } from './client/drift.js';
export { type FromMcpOptions, fromMcp } from './client/from-mcp.js';
export type { SdkVersion } from './client/load-binder.js';
export { type McpSource, mcpSource } from './client/mcp-source.js';
export {
  type McpConfig,
  type McpServerConfig,
  type McpSources,
  type McpSourcesOptions,
  mcpSources,
} from './client/mcp-sources.js';
export { McpLimitError } from './client/remote-errors.js';
export type { RemoteHandlers, RemoteRoot, RequestHandler } from './client/remote-link.js';
export type { RemoteSpecOptions } from './client/remote-spec.js';
export type { McpSourceOptions } from './client/source-options.js';
export type { ServerCommand } from './client/stdio/server-process.js';
export type { QuarantinedTool } from './client/tool-intake.js';
export type {
  HttpEndpoint,
  OAuthProvider,
  SdkClient,
  SourceTransport,
  StdioCommand,
} from './client/transport-options.js';
export type { McpWarning, WarningListener } from './client/warnings.js';
export type { RemoteServer, RemoteTool } from './protocol/remote-tool.js';
