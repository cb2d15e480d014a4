/**
 * The Model Context Protocol, in both directions: serve tools to MCP clients, and import the tools of MCP servers. This
 * module loads an official SDK on first use: `@modelcontextprotocol/sdk`, or `@modelcontextprotocol/client`. Serving protocol
 * version 2026-07-28 requires none.
 *
 * @module
 */

export type {
  McpObservation,
  McpObservedAnswer,
  McpObservedRequest,
  McpObserver,
} from '../../base/network/mcp-observer.js';
export type { OutboundOptions } from '../../base/network/outbound-rules.js';
export type {
  AskOptions,
  ClientQuestion,
  ClientReply,
  ClientVisit,
  SampleMessage,
  SampleRequest,
  VisitOptions,
} from '../../call/client/call-client.js';
export type { McpIcon, McpObjectSchema } from '../../format/to-mcp.js';
export type { ImportLimits } from '../../schema/imported/import-limits.js';
export type { CopyLimits } from '../../schema/values/limits.js';
export { approvalView } from './apps/approval-view.js';
export type { ViewOptions, ViewPermissions } from './apps/create-view.js';
export { view } from './apps/view.js';
export type { ViewPolicy } from './apps/view-policy.js';
export type { McpAuth, OAuthProvider } from './client/auth/auth-option.js';
export type {
  ClientCredentialsAuth,
  EnterpriseAuth,
  IdentityProvider,
  McpAuthCallback,
  McpAuthScheme,
  McpCredential,
  McpCredentialText,
  McpSigningAlgorithm,
  WorkloadIdentityAuth,
} from './client/auth/auth-scheme.js';
export type { RestartOptions } from './client/backoff.js';
export type { CallMetaOption, MetaEntries } from './client/call-meta.js';
export type { DriftPolicy } from './client/drift.js';
export type {
  HttpEndpoint,
  SdkClient,
  SourceTransport,
  StdioCommand,
} from './client/endpoint/transport-options.js';
export { McpLimitError } from './client/errors/remote-errors.js';
export { McpVersionError } from './client/errors/version-error.js';
export { type FromMcpOptions, fromMcp } from './client/from-mcp.js';
export type { HeadersOption, SentHeaders } from './client/http/outgoing-headers.js';
export type { OutgoingCall, OutgoingState } from './client/http/remote-call.js';
export type {
  RemoteHandlers,
  RemotePrompt,
  RemoteQuestion,
  RemoteRoot,
  RemoteVisit,
  RemoteVisitAnswer,
  RequestHandler,
  RequestOrigin,
} from './client/link/remote-link.js';
export type { SdkVersion } from './client/load-binder.js';
export { type McpSource, mcpSource } from './client/mcp-source.js';
export {
  type McpConfig,
  type McpServerConfig,
  type McpSources,
  type McpSourcesOptions,
  mcpSources,
} from './client/mcp-sources.js';
export type { McpOfferImport } from './client/offer-options.js';
export type { RemoteSpecOptions } from './client/remote-spec.js';
export type { McpSourceOptions } from './client/source-options.js';
export type { ServerCommand } from './client/stdio/server-process.js';
export type { McpTaskWaiting } from './client/tasks/task-options.js';
export type { QuarantinedTool } from './client/tool-importer.js';
export type { McpWarning, WarningListener } from './client/warnings.js';
export type { McpAuthorization, McpMessageFacts, McpTokenInfo } from './http/authorization.js';
export type { McpRequestOptions } from './http/caller.js';
export { type McpEventStore, type McpMessage, MemoryEventStore } from './http/event-store.js';
export type { ProtectedResource } from './http/protected-resource.js';
export type { McpRequestInfo } from './http/request-info.js';
export type { McpServerCard } from './http/server-card.js';
export { linkMcp, type McpLinkOptions } from './link-mcp.js';
export type { McpEra } from './protocol/era.js';
export type { RemoteServer, RemoteTool } from './protocol/remote-tool.js';
export { attachMcp, mcpHandler, serveMcp } from './publish.js';
export type { McpCluster } from './server/cluster/cluster-options.js';
export type { McpHandler } from './server/mcp-handler.js';
export { ReplayError, type ReplayFailure } from './server/replay-error.js';
export type { McpRequestState, McpRequestStateOptions } from './server/request-state.js';
export type { McpAttachOptions } from './server/serve.js';
export type {
  McpAttachment,
  McpHandlerOptions,
  McpHttpOptions,
  McpSdkServer,
  McpServeOptions,
  McpServerOptions,
  McpServing,
  McpSessionLimits,
  McpSessionState,
  McpStdioOptions,
  McpToolOptions,
  McpWaitingLimits,
} from './server/serve-options.js';
export type { McpAttached } from './server/served-session.js';
export type { McpServed } from './server/served-toolkit.js';
export type { McpTaskLimits } from './server/task-limits.js';
