/**
 * The tools of a toolkit or session in the SDK of Gemini (the package `@google/genai`).
 *
 * @module
 */

export type { GeminiMedia } from '../../call/response/provider-media.js';
export type { GeminiFunctionResponse } from '../../call/response/tool-message.js';
export type { GeminiSchema } from '../../format/gemini-schema.js';
export type { GeminiToolOptions } from '../../tool/metadata/provider-options.js';
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export { functionResponses, type GeminiFunctionCall } from './messages.js';
export { functionResponse } from './results.js';
export { type CallableToolOptions, callableTool, type GeminiCallableTool } from './tools.js';
