import { type AnthropicToolResult, type MessageSource, toToolMessage } from '../../call/response/tool-message.js';

/**
 * Creates the block of a result or a final response for Anthropic's Messages API, with the images and files that it
 * accepts. A failed call has `is_error`.
 */
export function toolResultBlock(result: MessageSource): AnthropicToolResult {
  return toToolMessage(result, 'anthropic');
}
