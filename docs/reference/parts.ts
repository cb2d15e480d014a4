/**
 * Types that are parts of other types. The package does not export their names: an app reaches them by indexed access, as in
 * `ToolkitOptions['maskErrors']` or `Parameters<Toolkit['addSkills']>[1]`.
 *
 * @module parts
 */

export type { JsonSchemaType } from '../../src/base/json/json-schema.js';
export type { StandardIssue, StandardResult } from '../../src/base/json/standard-schema.js';
export type { CallRequestParts } from '../../src/call/call-request.js';
export type {
  Denial,
  Postponement,
  RememberApproval,
  RememberCalls,
  RememberOrigins,
} from '../../src/call/client/approver.js';
export type { ClientSample } from '../../src/call/client/call-client.js';
export type { ArgumentCondition, ConditionValue, PermissionMatch } from '../../src/call/client/permission-match.js';
export type {
  BlockOptions,
  ContentAnnotations,
  ContentLiteral,
  FileOptions,
  ResourceContents,
} from '../../src/call/response/content.js';
export type { MediaData, MediaKind, MediaLocation } from '../../src/call/response/media.js';
export type { ResponseParts } from '../../src/call/response/tool-response.js';
export type { ToolResultFields } from '../../src/call/response/tool-result.js';
export type { UnregisterOptions } from '../../src/facade/toolkit.js';
export type { AgentInput } from '../../src/features/agents/agent-tool.js';
export type { AgentBudget } from '../../src/features/agents/call-budget.js';
export type { ApprovalTokenOptions } from '../../src/features/approval/approval-token.js';
export type { PermissionAction } from '../../src/features/approval/permission-rules.js';
export type { RememberedOrigin } from '../../src/features/approval/remembered-approvals.js';
export type { BackgroundToolOptions } from '../../src/features/background/task-tools.js';
export type { FlowDecision } from '../../src/features/flow/flow-session.js';
export type { SavedFlow } from '../../src/features/flow/saved-flow.js';
export type { FinishToolOptions } from '../../src/features/meta/finish-tool.js';
export type { MetaToolOptions } from '../../src/features/meta/meta-tools.js';
export type { EmbedTexts, RerankTools } from '../../src/features/search/search-options.js';
export type { SkillOptions } from '../../src/features/skills/add-skills.js';
export type { RefStyle } from '../../src/format/export-refs.js';
export type { FormatArguments, FormatOptionsOf, FormatSupport, RefOptions } from '../../src/format/tool-format.js';
export type { WarningOptions } from '../../src/format/warnings.js';
export type { FormatCallOptions, ModelClient } from '../../src/sdks/agent-loop/tool-formatter.js';
export type {
  FieldFlow,
  FlowLabel,
  ParamFlow,
  Readers,
  ReadersRule,
  ToolFlow,
  Trust,
  TrustRule,
} from '../../src/tool/metadata/flow-options.js';
export type { BindTarget, ParamKeywords, ToolInfo, VerifyEffect } from '../../src/tool/metadata/tool-options.js';
export type { CallToolsOptions, ExecuteOptions } from '../../src/toolkit/call-runner.js';
export type { EnabledQuery, Postprocess } from '../../src/toolkit/entry/tool-entry.js';
export type { UnsupportedOptions } from '../../src/toolkit/export-each.js';
export type { CostOptions } from '../../src/toolkit/exporter.js';
export type { CallHistoryOptions, CallQuery } from '../../src/toolkit/pipeline/call-history.js';
export type { MaskErrors } from '../../src/toolkit/pipeline/mask-errors.js';
export type {
  ChunkEvent,
  CompletedEvent,
  DegradedEvent,
  EndedEvent,
  FailedEvent,
  FlowNote,
  PendingEvent,
  ProgressEvent,
  RetriedEvent,
  StartedEvent,
  SuspendedEvent,
} from '../../src/toolkit/pipeline/tool-event.js';
export type { BackgroundOptions, OriginOptions } from '../../src/toolkit/pipeline/toolkit-call-options.js';
export type { DuplicatePolicy } from '../../src/toolkit/resolve-duplicates.js';
export type { Cost, GroupCost, Tokenizer, ToolCost } from '../../src/toolkit/tool-cost.js';
export type { SourceGroup } from '../../src/toolkit/tool-source.js';
export type { NamesInput } from '../../src/tools/objects/object-tools.js';
export type { SearchedText, SearchMode } from '../../src/tools/strings/find-matches.js';
