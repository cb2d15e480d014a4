/**
 * The tools of a toolkit or session in Mastra, version 1.
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export { followGroups, type MastraStep, type MastraStepChanges } from './follow-groups.js';
export type {
  MastraContentPart,
  MastraContext,
  MastraModelOutput,
  MastraOutput,
  MastraSchema,
  MastraTool,
  MastraToolSet,
  MastraWriter,
} from './mastra-tool.js';
export { mastraTools } from './tools.js';
