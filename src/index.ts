/**
 * The core of toolwright: decorators, registries, specs, state, responses and toolkits.
 *
 * @module
 */

export type { CallerCapability } from './base/errors/errors.js';
export {
  AuthenticationError,
  DefinitionError,
  DeniedError,
  type ErrorCode,
  errorCodes,
  InterruptedError,
  MissingCapabilityError,
  NetworkError,
  NotFoundError,
  OutputValidationError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ToolError,
  type ToolErrorInfo,
  type ToolErrorOptions,
  ToolExecutionError,
  ToolInactiveError,
  ToolNotFoundError,
  UnboundStateError,
  ValidationError,
  type ValidationIssue,
} from './base/errors/errors.js';
export type { JsonSchema } from './base/json/json-schema.js';
export type { StandardSchema } from './base/json/standard-schema.js';
export type { Validation } from './call/argument-plan.js';
export type { CallOptions, LogLevel, ToolCall, ToolLogEntry, ToolProgress, ToolRetry } from './call/call-options.js';
export { type CallRequest, createCallRequest, forwardableHeaders } from './call/call-request.js';
export type { Approval, ApprovalDecision, ApprovalRequest, Approver, FinalDecision } from './call/client/approver.js';
export type { CallClient, ClientAnswer, ClientRoot, SampleResult, VisitAnswer } from './call/client/call-client.js';
export { type PendingApproval, pendingApprovalOf, pendingApprovalsOf } from './call/client/pending-approval.js';
export type { AwaitableResponses, MiddlewareAnswer } from './call/response/awaitable-responses.js';
export type { Accumulate } from './call/response/chunk-accumulator.js';
export type { ResourceContents } from './call/response/content.js';
export {
  type AudioBlock,
  audio,
  type ContentBlock,
  type FileBlock,
  file,
  type ImageBlock,
  image,
  type MediaLinkBlock,
  type ResourceBlock,
  type ResourceLinkBlock,
  resource,
  resourceLink,
  type TextBlock,
  text,
  type VideoBlock,
  video,
} from './call/response/content.js';
export type { MessageSource, ToolMessage, ToolMessages } from './call/response/tool-message.js';
export { type ResponseState, respond, type ToolResponse } from './call/response/tool-response.js';
export { ToolResult } from './call/response/tool-result.js';
export type { Binding } from './call/state/binding.js';
export { Secret, secret } from './call/state/secret.js';
export { type StateChange, ToolState } from './call/state/tool-state.js';
export { type SSEOptions, sseHeaders, toSSE } from './call/to-sse.js';
export { ToolContext } from './call/tool-context.js';
export type { ToolArguments, ToolExecutor } from './call/tool-executor.js';
export type { ScopeState } from './facade/scope-state.js';
export type { ToolScope } from './facade/tool-scope.js';
export type { AllToolsOf, OpenTools, ToolsOf, ToolTypes, TypesOf, toolTypes } from './facade/tool-types.js';
export { Toolkit } from './facade/toolkit.js';
export type { ToolkitOptions } from './facade/toolkit-options.js';
export { type SessionOptions, ToolkitSession } from './facade/toolkit-session.js';
export type { AgentRunOptions } from './features/agents/agent-executor.js';
export { type AgentToolOptions, agentTool } from './features/agents/agent-tool.js';
export type { ApprovalOptions } from './features/approval/approval.js';
export type { ApprovalKey } from './features/approval/approval-token.js';
export { claimWith } from './features/approval/claim-with.js';
export type { PermissionRule } from './features/approval/permission-rules.js';
export type { RememberedApproval, RememberedApprovals } from './features/approval/remembered-approvals.js';
export type { BackgroundTasks } from './features/background/background-tasks.js';
export { type ClientToolOptions, clientTool } from './features/client-tools/client-tool.js';
export type { SuppliedResult } from './features/client-tools/supply-result.js';
export type { CodeModeOptions } from './features/code-mode/code-options.js';
export type { TaskServingOptions } from './features/durable/worker/serve-tasks.js';
export { serveTasks, type TaskServing } from './features/durable/worker/serve-tasks.js';
// What methods of toolkits and specs return, which the declarations of a library have to name.
export type { FlowExplanation } from './features/flow/explain.js';
export type { OfferDefinition, OfferSource } from './features/offers/define-offer.js';
export { definePrompt, defineResource } from './features/offers/define-offer.js';
export type { PromptMessage, PromptResult } from './features/offers/get-prompt.js';
export type { ListedPrompt, ListedResource, ListedResources, ListedTemplate } from './features/offers/list-offers.js';
export { type OffloadOptions, offload } from './features/offload/offload.js';
export type { OffloadedResult } from './features/offload/offloaded-results.js';
export type { SharedSessionOptions } from './features/shared-sessions/shared-session.js';
export { type SharedSession, shareSession } from './features/shared-sessions/shared-session.js';
export type { Skill } from './features/skills/skill.js';
export type { AnthropicTool } from './format/to-anthropic.js';
export type { GeminiFunctionDeclaration } from './format/to-gemini.js';
export type { FunctionJsonSchema } from './format/to-json-schema.js';
export type { McpTool } from './format/to-mcp.js';
export type { OpenAIChatTool, OpenAIResponsesTool } from './format/to-openai.js';
export type { ToolDescriptor } from './format/tool-descriptor.js';
export type { ExportOptions, HostedDefinition, ToolProviderName } from './format/tool-format.js';
export { readToolCalls } from './sdks/agent-loop/read-tool-calls.js';
export type { FormattedTools } from './sdks/agent-loop/tool-formatter.js';
export { type OutputStrategy, ToolFormatter, type ToolStrategy } from './sdks/agent-loop/tool-formatter.js';
export type { TaskStore } from './stores/task-store.js';
export { Bind } from './tool/decorators/bind.js';
export { Ctx } from './tool/decorators/ctx.js';
export { Field, type FieldDecorator } from './tool/decorators/field.js';
export { Param } from './tool/decorators/param.js';
export type { CheckedParamDecorator, ParamDecorator } from './tool/decorators/param-types.js';
export type { OfferDecorator } from './tool/decorators/resource.js';
export { Complete, Prompt, Resource } from './tool/decorators/resource.js';
export { type CheckedToolDecorator, Tool, type ToolDecorator } from './tool/decorators/tool.js';
export type * from './tool/metadata/app-types.js';
export { Bound } from './tool/metadata/bound.js';
export type { ProviderOptions, ToolCaller } from './tool/metadata/provider-options.js';
export type { SchemaInput, SchemaOutput } from './tool/metadata/schema-types.js';
export type {
  ApprovalContext,
  BindOptions,
  Class,
  Concurrency,
  EffectContext,
  EffectVerdict,
  FieldOptions,
  NeedsApproval,
  ParamOptions,
  ParamType,
  PathReading,
  RetryOptions,
  SchemaSource,
  StateVisibility,
  ToolAnnotations,
  ToolDescription,
  ToolExample,
  ToolIcon,
  ToolMiddleware,
  ToolMiddlewareCall,
  ToolOptions,
} from './tool/metadata/tool-options.js';
export type { ToolAudience, ToolUi, ToolUiOptions } from './tool/metadata/tool-ui.js';
export type { ToolView } from './tool/metadata/tool-view.js';
export { ToolRegistry } from './tool/registry/tool-registry.js';
export { type MethodName, type ToolSpecs, toolSpecsOf } from './tool/registry/tool-specs-of.js';
export type { SpecDefinition } from './tool/spec/spec-definition.js';
export { tool } from './tool/spec/tool.js';
export type { ToolData } from './tool/spec/tool-data.js';
export {
  type ExecutorToolOptions,
  type FunctionToolOptions,
  type SpecChanges,
  ToolSpec,
} from './tool/spec/tool-spec.js';
export type { BackgroundTask } from './toolkit/background-task.js';
export { type HostedTool, hostedTool } from './toolkit/entry/hosted-tool.js';
export type { Middleware, MiddlewareCall, NextHandler } from './toolkit/entry/middleware.js';
export type { ToolGroup, ToolGroupOptions } from './toolkit/entry/tool-group.js';
export { CallHistory, type CallRecord } from './toolkit/pipeline/call-history.js';
export { type PendingCall, pendingCallOf } from './toolkit/pipeline/pending-call.js';
export type { ToolEvent } from './toolkit/pipeline/tool-event.js';
export type { ToolkitCallOptions } from './toolkit/pipeline/toolkit-call-options.js';
export type { RegisterOptions, ToolOverrides, ToolProvider } from './toolkit/registration.js';
export type { ToolkitCost } from './toolkit/tool-cost.js';
export type { ExportFilter, ToolFilter } from './toolkit/tool-filter.js';
export type { ToolSource } from './toolkit/tool-source.js';
export type { ToolVersions } from './toolkit/tool-versions.js';
