/**
 * The tools of a toolkit or session in OpenAI's SDK (the package `openai`, versions 6 and 7).
 *
 * @module
 */

export type { OpenAIOutputItem } from '../../call/response/provider-media.js';
export type { OpenAIFunctionCallOutput, OpenAIToolMessage } from '../../call/response/tool-message.js';
export type { OpenAIFormatOptions, OpenAIOptions } from '../../format/to-openai.js';
export type { OpenAIToolOptions } from '../../tool/metadata/provider-options.js';
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export { chatToolMessages, responsesToolOutputs } from './messages.js';
export { responsesToolOutput, toolMessage } from './results.js';
export { type OpenAIRunnableTool, type OpenAIRunner, runnableTools } from './tools.js';
