/**
 * The tools of a toolkit or session in Anthropic's SDK (the package `@anthropic-ai/sdk`).
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../agent-sdk/agent-options.js';
export { toolResults } from './messages.js';
export { toolResultBlock } from './results.js';
export { type AnthropicRunContext, type AnthropicRunnableTool, betaTools } from './tools.js';
