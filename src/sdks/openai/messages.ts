import type { OpenAIFunctionCallOutput, OpenAIToolMessage } from '../../call/response/tool-message.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { readToolCalls } from '../agent-loop/read-tool-calls.js';
import { type AgentCallOptions, checkAgentCalls } from '../shared/agent-options.js';
import { runCalls } from '../shared/run-calls.js';
import { responsesToolOutput, toolMessage } from './results.js';

/**
 * Runs the tool calls of an answer of the Chat Completions API at the same time, and returns their messages in the order
 * of the calls. Append them to `messages` after the message of the model.
 *
 * @param answer - A completion, or its message.
 * @throws DefinitionError if `answer` is neither.
 */
export async function chatToolMessages(
  scope: ToolScope,
  answer: object,
  options: AgentCallOptions = {},
): Promise<OpenAIToolMessage[]> {
  checkScope(scope, 'chatToolMessages');
  checkAgentCalls(options, 'chatToolMessages');
  const calls = readToolCalls(isChatMessage(answer) ? { choices: [{ message: answer }] } : answer);
  return (await runCalls(scope, calls, options)).map(toolMessage);
}

function isChatMessage(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && ('role' in answer || 'tool_calls' in answer);
}

/**
 * Runs the function calls of a response of the Responses API at the same time, and returns their outputs in the order of
 * the calls. They are items of `input` of the next request.
 *
 * @param response - A response, or the items of its `output`.
 * @throws DefinitionError if `response` is neither.
 */
export async function responsesToolOutputs(
  scope: ToolScope,
  response: object,
  options: AgentCallOptions = {},
): Promise<OpenAIFunctionCallOutput[]> {
  checkScope(scope, 'responsesToolOutputs');
  checkAgentCalls(options, 'responsesToolOutputs');
  const calls = readToolCalls(Array.isArray(response) ? { output: response } : response);
  return (await runCalls(scope, calls, options)).map(responsesToolOutput);
}
