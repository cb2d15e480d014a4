/**
 * The tools of a toolkit or session in the AI SDK (the package `ai`, versions 6 and 7), and tools of the AI SDK in a
 * toolkit.
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export type { AiCallOptions, AiContentPart, AiModelOutput, AiOutput, AiTool, AiToolSet } from './ai-tool.js';
export { type AiStep, type AiStepChanges, followGroups } from './follow-groups.js';
export { type AiSdkTool, fromAiSdk } from './from-ai-sdk.js';
export { type AiModelCall, type AiRepairRequest, repairToolCall } from './repair-tool-call.js';
export { aiTools } from './tools.js';
