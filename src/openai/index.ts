/**
 * The tools of a toolkit or session in OpenAI's SDK (the package `openai`, versions 6 and 7).
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../agent-sdk/agent-options.js';
export { chatToolMessages, responsesToolOutputs } from './messages.js';
export { responsesToolOutput, toolMessage } from './results.js';
export { type OpenAIRunnableTool, type OpenAIRunner, runnableTools } from './tools.js';
