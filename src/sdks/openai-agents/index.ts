/**
 * The tools of a toolkit or session in the OpenAI Agents SDK (the package `@openai/agents`).
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export { agentInstructions } from './agent-instructions.js';
export type { AgentsOutputPart } from './results.js';
export {
  type AgentsCallDetails,
  type AgentsRunContext,
  type AgentsTool,
  type AgentToolsOptions,
  agentTools,
} from './tools.js';
