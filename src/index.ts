/**
 * The core of toolwright: decorators, registries, specs, state, responses and toolkits.
 *
 * @module
 */
export { readToolCalls } from './agent-loop/read-tool-calls.js';
export {
  type FormatCallOptions,
  type FormattedTools,
  type ModelClient,
  type OutputStrategy,
  ToolFormatter,
  type ToolStrategy,
} from './agent-loop/tool-formatter.js';
export {
  AuthenticationError,
  type CallerCapability,
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
export type { JsonSchema, JsonSchemaType } from './base/json/json-schema.js';
export type { StandardIssue, StandardResult, StandardSchema } from './base/json/standard-schema.js';
export { Bind } from './decorators/bind.js';
export { Ctx } from './decorators/ctx.js';
export { Field, type FieldDecorator } from './decorators/field.js';
export { Param, type ParamDecorator } from './decorators/param.js';
export { Tool, type ToolDecorator } from './decorators/tool.js';
export type { Validation } from './execution/argument-plan.js';
export type {
  CallOptions,
  LogLevel,
  ToolCall,
  ToolLogEntry,
  ToolProgress,
  ToolRetry,
} from './execution/call-options.js';
export {
  type CallRequest,
  type CallRequestParts,
  createCallRequest,
  forwardableHeaders,
} from './execution/call-request.js';
export type {
  Approval,
  ApprovalDecision,
  ApprovalRequest,
  Approver,
  Denial,
  FinalDecision,
  Postponement,
  RememberApproval,
} from './execution/client/approver.js';
export type {
  AskOptions,
  CallClient,
  ClientAnswer,
  ClientQuestion,
  ClientReply,
  ClientRoot,
  SampleMessage,
  SampleRequest,
  SampleResult,
} from './execution/client/call-client.js';
export type { ArgumentCondition, ConditionValue, PermissionMatch } from './execution/client/permission-match.js';
export { type SSEOptions, sseHeaders, toSSE } from './execution/to-sse.js';
export { ToolContext } from './execution/tool-context.js';
export type { ToolArguments, ToolExecutor } from './execution/tool-executor.js';
export { type CacheOptions, cache } from './features/middleware/cache.js';
export { type CallLimitOptions, type CallLimitScope, callLimit } from './features/middleware/call-limit.js';
export { type CircuitBreakerOptions, circuitBreaker } from './features/middleware/circuit-breaker.js';
export { type GuardDecision, type GuardOptions, type GuardVerdict, guard } from './features/middleware/guard.js';
export { type CallLogEntry, type Logger, type LoggingOptions, logging } from './features/middleware/logging.js';
export { type MaxOutputOptions, maxOutput } from './features/middleware/max-output.js';
export { type RateLimitOptions, rateLimit } from './features/middleware/rate-limit.js';
export { type RedactOptions, redact } from './features/middleware/redact.js';
export { type RepairLimitOptions, repairLimit } from './features/middleware/repair-limit.js';
export type { RedactPattern, TextCleaner } from './features/middleware/text-cleaner.js';
export { timing } from './features/middleware/timing.js';
export type { RefStyle } from './format/export-refs.js';
export type { GeminiSchema } from './format/gemini-schema.js';
export { type AnthropicCaller, type AnthropicOptions, type AnthropicTool, toAnthropic } from './format/to-anthropic.js';
export { type GeminiFunctionDeclaration, toGemini } from './format/to-gemini.js';
export { type FunctionJsonSchema, type JsonSchemaOptions, toJsonSchema } from './format/to-json-schema.js';
export { type McpIcon, type McpObjectSchema, type McpTool, toMcp } from './format/to-mcp.js';
export {
  type OpenAIChatTool,
  type OpenAIFormatOptions,
  type OpenAIOptions,
  type OpenAIResponsesTool,
  toOpenAI,
  toOpenAIChat,
} from './format/to-openai.js';
export { toPrompt } from './format/to-prompt.js';
export type { ToolDescriptor } from './format/tool-descriptor.js';
export type {
  ExportOptions,
  FormatArguments,
  FormatContext,
  FormatOptions,
  FormatOptionsOf,
  FormatSupport,
  HostedDefinition,
  RefOptions,
  ToolFormat,
  ToolProviderName,
} from './format/tool-format.js';
export type { WarningOptions } from './format/warnings.js';
export {
  defineToolSchemas,
  type GeneratedParam,
  type GeneratedSchema,
  type GeneratedTool,
  type GeneratedTools,
  type GeneratedToolsFactory,
} from './metadata/generated-tools.js';
export type {
  AnthropicCacheControl,
  AnthropicToolOptions,
  GeminiToolOptions,
  OpenAIToolOptions,
  ProviderOptions,
  ToolCaller,
} from './metadata/provider-options.js';
export type {
  ApprovalContext,
  BindOptions,
  BindTarget,
  Class,
  Concurrency,
  EffectContext,
  EffectVerdict,
  FieldOptions,
  NeedsApproval,
  ParamKeywords,
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
  ToolInfo,
  ToolMiddleware,
  ToolMiddlewareCall,
  ToolOptions,
  VerifyEffect,
} from './metadata/tool-options.js';
export { ToolRegistry } from './registry/tool-registry.js';
export { type MethodName, type ToolSpecs, toolSpecsOf } from './registry/tool-specs-of.js';
export type { AwaitableResponses, MiddlewareAnswer } from './response/awaitable-responses.js';
export type { Accumulate } from './response/chunk-accumulator.js';
export {
  type AudioBlock,
  audio,
  type BlockOptions,
  type ContentAnnotations,
  type ContentBlock,
  type ContentLiteral,
  type FileBlock,
  type FileOptions,
  file,
  type ImageBlock,
  image,
  type MediaLinkBlock,
  type ResourceBlock,
  type ResourceContents,
  type ResourceLinkBlock,
  resource,
  resourceLink,
  type TextBlock,
  text,
  type VideoBlock,
  video,
} from './response/content.js';
export type { MediaData, MediaKind, MediaLocation } from './response/media.js';
export type {
  AnthropicDocument,
  AnthropicImageType,
  AnthropicResultPart,
  AnthropicUrl,
  GeminiMedia,
  OpenAIOutputItem,
} from './response/provider-media.js';
export type {
  AnthropicToolResult,
  GeminiFunctionResponse,
  MessageSource,
  OpenAIFunctionCallOutput,
  OpenAIToolMessage,
  ToolMessage,
  ToolMessages,
} from './response/tool-message.js';
export { type ResponseParts, type ResponseState, respond, type ToolResponse } from './response/tool-response.js';
export { ToolResult, type ToolResultFields } from './response/tool-result.js';
export type { SpecDefinition } from './spec/spec-definition.js';
export type { ToolData } from './spec/tool-data.js';
export { type ExecutorToolOptions, type FunctionToolOptions, type SpecChanges, ToolSpec } from './spec/tool-spec.js';
export type { Binding } from './state/binding.js';
export { Secret, secret } from './state/secret.js';
export { type StateChange, ToolState } from './state/tool-state.js';
export {
  type EffectClaim,
  type EffectClaimOptions,
  type EffectLog,
  MemoryEffectLog,
  RecordEffectLog,
} from './stores/effect-log.js';
export { type EventBus, MemoryEventBus, type Unsubscribe } from './stores/event-bus.js';
export { MemoryRecordStore, type MemoryStoreLimits } from './stores/memory-record-store.js';
export {
  type RecordChange,
  type RecordStore,
  type StoredRecord,
  type StoreLimits,
  storeDefaults,
} from './stores/record-store.js';
export { type HeldRound, MemoryRoundStore, RecordRoundStore, type RoundStore } from './stores/round-store.js';
export {
  MemorySessionStore,
  RecordSessionStore,
  type SessionStore,
  type StoredSession,
} from './stores/session-store.js';
export {
  MemoryTaskStore,
  RecordTaskStore,
  type StoredTask,
  type TaskRecord,
  type TaskStatus,
  type TaskStore,
} from './stores/task-store.js';
export type { AgentRunOptions } from './toolkit/agents/agent-executor.js';
export { type AgentInput, type AgentToolOptions, agentTool } from './toolkit/agents/agent-tool.js';
export type { AgentBudget } from './toolkit/agents/call-budget.js';
export type { ApprovalOptions } from './toolkit/approval/approval.js';
export {
  type ApprovalKey,
  type ApprovalTokenOptions,
  type PendingApproval,
  pendingApprovalOf,
  pendingApprovalsOf,
} from './toolkit/approval/approval-token.js';
export { claimWith } from './toolkit/approval/claim-with.js';
export type { PermissionAction, PermissionRule } from './toolkit/approval/permission-rules.js';
export type { RememberedApproval, RememberedApprovals } from './toolkit/approval/remembered-approvals.js';
export type { BackgroundOptions, ToolkitCallOptions } from './toolkit/background/background-call.js';
export type { BackgroundTask } from './toolkit/background/background-task.js';
export type { BackgroundTasks } from './toolkit/background/background-tasks.js';
export type { BackgroundToolOptions } from './toolkit/background/task-tools.js';
export { type ClientToolOptions, clientTool } from './toolkit/client-tools/client-tool.js';
export type { SuppliedResult } from './toolkit/client-tools/supply-result.js';
export type { CodeBudgets, CodeModeOptions, DeclarationOptions } from './toolkit/code-mode/code-options.js';
export type { CodeOutput } from './toolkit/code-mode/program-output.js';
export type {
  PendingCall as SandboxPendingCall,
  ResumeRequest,
  SandboxAnswer,
  SandboxAnswers,
  SandboxCall,
  SandboxDone,
  SandboxEngine,
  SandboxErrorDetails,
  SandboxFailed,
  SandboxFunction,
  SandboxLimits,
  SandboxLog,
  SandboxPaused,
  SandboxReason,
  SandboxReport,
  SandboxRequest,
  SandboxResult,
  SandboxUsage,
} from './toolkit/code-mode/sandbox-engine.js';
export { MemorySnapshotStore, type SnapshotLimits, type SnapshotStore } from './toolkit/code-mode/snapshot-store.js';
export { serveTasks, type TaskServing, type TaskServingOptions } from './toolkit/durable/serve-tasks.js';
export type { UnsupportedOptions } from './toolkit/export-each.js';
export { type HostedTool, hostedTool } from './toolkit/hosted-tool.js';
export type { FinishToolOptions } from './toolkit/meta/finish-tool.js';
export type { MetaToolOptions } from './toolkit/meta/meta-tools.js';
export { type OffloadOptions, offload } from './toolkit/offload/offload.js';
export type { OffloadedResult } from './toolkit/offload/offloaded-results.js';
export type { ResultStore, StoredResult } from './toolkit/offload/result-store.js';
export {
  CallHistory,
  type CallHistoryOptions,
  type CallQuery,
  type CallRecord,
} from './toolkit/pipeline/call-history.js';
export type { MaskErrors } from './toolkit/pipeline/mask-outcome.js';
export type { Middleware, MiddlewareCall, NextHandler } from './toolkit/pipeline/middleware.js';
export { type PendingCall, pendingCallOf } from './toolkit/pipeline/pending-call.js';
export type { RegisterOptions, ToolOverrides, ToolProvider } from './toolkit/registration.js';
export type { DuplicatePolicy } from './toolkit/resolve-duplicates.js';
export type { ScopeState } from './toolkit/scope-state.js';
export { type SharedSession, type SharedSessionOptions, shareSession } from './toolkit/shared-session.js';
export type { SkillOptions } from './toolkit/skills/add-skills.js';
export type { Skill } from './toolkit/skills/skill.js';
export type { Cost, GroupCost, Tokenizer, ToolCost, ToolkitCost } from './toolkit/tool-cost.js';
export type { EnabledQuery, Postprocess } from './toolkit/tool-entry.js';
export type {
  ChunkEvent,
  CompletedEvent,
  EndedEvent,
  FailedEvent,
  PendingEvent,
  ProgressEvent,
  RetriedEvent,
  StartedEvent,
  SuspendedEvent,
  ToolEvent,
} from './toolkit/tool-event.js';
export type { CostOptions, ToolExports } from './toolkit/tool-exports.js';
export type { ExportFilter, ToolFilter } from './toolkit/tool-filter.js';
export type { ToolGroup, ToolGroupOptions } from './toolkit/tool-group.js';
export type { CallToolsOptions, ExecuteOptions, ToolScope } from './toolkit/tool-scope.js';
export type { SourceGroup, ToolSource } from './toolkit/tool-source.js';
export type { ToolVersions } from './toolkit/tool-versions.js';
export type { ToolView } from './toolkit/tool-view.js';
export { Toolkit, type ToolkitOptions, type UnregisterOptions } from './toolkit/toolkit.js';
export { type SessionOptions, ToolkitSession } from './toolkit/toolkit-session.js';
