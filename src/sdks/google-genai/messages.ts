import type { ToolCall } from '../../call/call-options.js';
import type { GeminiFunctionResponse } from '../../call/response/tool-message.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { toGeminiName } from '../../format/to-gemini.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, checkAgentCalls } from '../shared/agent-options.js';
import { runCalls } from '../shared/run-calls.js';
import { functionResponse } from './results.js';

/** A call of Gemini: an item of `response.functionCalls`. */
export interface GeminiFunctionCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Runs the function calls of a response of Gemini at the same time, and returns their parts in the order of the calls. They
 * are the parts of the next content of the user.
 *
 * @param calls - The value of `response.functionCalls`, which is undefined if there are none.
 */
export async function functionResponses(
  scope: ToolScope,
  calls: readonly GeminiFunctionCall[] | undefined,
  options: AgentCallOptions = {},
): Promise<GeminiFunctionResponse[]> {
  checkScope(scope, 'functionResponses');
  checkAgentCalls(options, 'functionResponses');
  const known = calls ?? [];
  const names = new Map(
    scope.list({ auth: options.auth, hostRequest: options.hostRequest }).map(({ name }) => [toGeminiName(name), name]),
  );
  const responses = await runCalls(
    scope,
    known.map((call) => toCall(call, names)),
    options,
  );
  return responses.map((response, index) => {
    // Gemini expects the name of its call.
    return functionResponse({ ...response, toolName: known[index]?.name ?? response.toolName });
  });
}

function toCall({ id, name = '', args = {} }: GeminiFunctionCall, names: ReadonlyMap<string, string>): ToolCall {
  return { ...(id === undefined ? {} : { id }), name: names.get(name) ?? name, input: args };
}
