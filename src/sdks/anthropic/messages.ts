import type { AnthropicToolResult } from '../../call/response/tool-message.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { readToolCalls } from '../agent-loop/read-tool-calls.js';
import { type AgentCallOptions, checkAgentCalls } from '../shared/agent-options.js';
import { runCalls } from '../shared/run-calls.js';
import { toolResultBlock } from './results.js';

/**
 * Runs the tool calls of a message of Anthropic's Messages API at the same time, and returns their results in the order of
 * the calls. They are the content of the next message of the user.
 *
 * @throws DefinitionError if `message` is not such a message.
 */
export async function toolResults(
  scope: ToolScope,
  message: object,
  options: AgentCallOptions = {},
): Promise<AnthropicToolResult[]> {
  checkScope(scope, 'toolResults');
  checkAgentCalls(options, 'toolResults');
  return (await runCalls(scope, readToolCalls(message), options)).map(toolResultBlock);
}
