import type { ToolMessage } from '@langchain/core/messages';
import { DefinitionError } from '../../base/errors/errors.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, checkAgentCalls } from '../shared/agent-options.js';
import { askForApproval } from './approval.js';
import { openCalls } from './open-calls.js';
import type { LangChainConfig } from './run-config.js';
import { createTool, ToolRunner } from './tools.js';

/** The state of a graph whose messages a node reads. */
export interface MessagesState {
  // biome-ignore lint/suspicious/noExplicitAny: the classes of messages belong to LangChain.
  readonly messages: readonly any[];
}

/** A node of a graph that answers the calls of the last message of a model. */
export type ToolNode = (state: MessagesState, config?: object) => Promise<{ messages: ToolMessage[] }>;

/**
 * Creates a node for LangGraph that runs the calls of the last message of a model with a toolkit or session. It runs the
 * calls at the same time, and answers each, also those of unknown and inactive tools. Bind the tools of each turn with
 * `model.bindTools(langchainTools(scope))`.
 *
 * Calls that need approval interrupt the graph before any call runs, unless the toolkit, the session or `options` has an
 * approver. Resume it with `new Command({ resume: { decisions: [{ type: 'approve' }] } })`.
 *
 * @example
 * ```ts
 * graph.addNode('tools', toolNode(toolkit));
 * ```
 */
export function toolNode(scope: ToolScope, options: AgentCallOptions = {}): ToolNode {
  checkScope(scope, 'toolNode');
  checkAgentCalls(options, 'toolNode');
  return async ({ messages }, config: LangChainConfig = {}) => {
    if (!Array.isArray(messages)) throw new DefinitionError('toolNode: the state has no messages.');
    const calls = openCalls(messages);
    const approvers = await askForApproval(scope, calls, { options, config });
    const answers = calls.map(({ id = '', name, input }, index) => {
      const tool = createTool({ name, schema: {} }, new ToolRunner(scope, { ...options, approver: approvers[index] }));
      return tool.invoke({ id, name, args: input, type: 'tool_call' }, config);
    });
    return { messages: await Promise.all(answers) };
  };
}
