import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';

/**
 * Creates the `instructions` of an agent of the OpenAI Agents SDK: in each turn, the instructions of the groups that are
 * active then, after the agent's own.
 *
 * @param own - The agent's own instructions. @default none
 */
export function agentInstructions(scope: ToolScope, own = ''): () => string {
  checkScope(scope, 'agentInstructions');
  return () => [own, scope.getGroupInstructions()].filter((part) => part !== '').join('\n\n');
}
