import { ToolExecutionError } from '../../base/errors/errors.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, checkAgentCalls } from '../shared/agent-options.js';
import { runCall } from '../shared/run-calls.js';

/** A call that the AI SDK cannot parse, with the error that explains why. */
export interface AiRepairRequest<Call> {
  readonly toolCall: Call;
  readonly error: Error;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A call as the model of the AI SDK emitted it: its arguments are JSON text. */
export interface AiModelCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
}

/**
 * Creates the `repairToolCall` function with which a toolkit or session answers the calls that the AI SDK rejects. Malformed
 * arguments are repaired or rejected by the toolkit. A call of an unknown tool ends with the toolkit's error, which lists
 * similar names.
 *
 * In version 6, pass it as `experimental_repairToolCall`.
 */
export function repairToolCall(
  scope: ToolScope,
  options: AgentCallOptions = {},
): <Call extends AiModelCall>(request: AiRepairRequest<Call>) => Promise<Call | null> {
  checkScope(scope, 'repairToolCall');
  checkAgentCalls(options, 'repairToolCall');
  return async ({ toolCall, error, abortSignal }) => {
    const { toolCallId: id, toolName: name, input } = toolCall;
    // The text becomes the input of the tool, which the toolkit repairs.
    if (error.name === 'AI_InvalidToolInputError') return { ...toolCall, input: JSON.stringify(input) };
    if (error.name !== 'AI_NoSuchToolError') return null;
    const response = await runCall(scope, { id, name, input }, { ...options, signal: abortSignal ?? options.signal });
    // The SDK passes the message to the model.
    throw new ToolExecutionError(response.toText(), { toolName: name });
  };
}
