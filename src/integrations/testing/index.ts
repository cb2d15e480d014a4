/**
 * What tests of tools and agents need: recorded calls, expectations of a tool, a scripted model, and MCP without a port.
 *
 * @module
 */

export { linkMcp, type McpLinkOptions } from 'toolwright/mcp';
export { type ExpectedIssue, expectTool, type IssueFields, type ToolExpectations } from './expect-tool.js';
export { type RecordOptions, type ReplayOptions, record, replay } from './recordings.js';
export type { ScriptedApi } from './scripted-answer.js';
export {
  type ModelScript,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedTurn,
  scriptedModel,
} from './scripted-model.js';
