/**
 * The tools of a toolkit or session in the SDK of Gemini (the package `@google/genai`).
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../agent-sdk/agent-options.js';
export { functionResponses, type GeminiFunctionCall } from './messages.js';
export { functionResponse } from './results.js';
export { type CallableToolOptions, callableTool, type GeminiCallableTool } from './tools.js';
