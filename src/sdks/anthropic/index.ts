/**
 * The tools of a toolkit or session in Anthropic's SDK (the package `@anthropic-ai/sdk`).
 *
 * @module
 */

export type {
  AnthropicDocument,
  AnthropicImageType,
  AnthropicResultPart,
  AnthropicUrl,
} from '../../call/response/provider-media.js';
export type { AnthropicToolResult } from '../../call/response/tool-message.js';
export type { AnthropicCaller, AnthropicOptions } from '../../format/to-anthropic.js';
export type { AnthropicCacheControl, AnthropicToolOptions } from '../../tool/metadata/provider-options.js';
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export { toolResults } from './messages.js';
export { toolResultBlock } from './results.js';
export { type AnthropicRunContext, type AnthropicRunnableTool, betaTools } from './tools.js';
