/**
 * A sandbox for code that models write: programs in a JavaScript engine of their own, with limits.
 *
 * @module
 */

export type { CodeBudgets, DeclarationOptions } from '../../features/code-mode/code-options.js';
export type { CodeOutput } from '../../features/code-mode/program-output.js';
export {
  OpaqueReference,
  OpaqueValue,
  type PendingCall as SandboxPendingCall,
  pause,
  type ResumeRequest,
  type SandboxAnswer,
  type SandboxAnswers,
  type SandboxCall,
  type SandboxDone,
  type SandboxEngine,
  type SandboxErrorDetails,
  type SandboxFailed,
  type SandboxFunction,
  type SandboxLimits,
  type SandboxLog,
  type SandboxPaused,
  type SandboxReason,
  type SandboxReport,
  type SandboxRequest,
  type SandboxResult,
  type SandboxUsage,
} from '../../features/code-mode/sandbox-engine.js';
export {
  MemorySnapshotStore,
  type SnapshotLimits,
  type SnapshotStore,
} from '../../features/code-mode/snapshot-store.js';
export type { OpaqueNode } from '../../toolkit/opaque-node.js';
export type { AllowedFunction } from './code-executor.js';
export { CodeTools, type CodeToolsOptions } from './code-tools.js';
export { FolderSnapshotStore } from './folder-snapshot-store.js';
export { type CodeOptions, type FromCodeOptions, fromCode } from './from-code.js';
export { QuickJsEngine, type QuickJsEngineOptions } from './quickjs-engine.js';
export { unsafeFromCode } from './unsafe-from-code.js';
