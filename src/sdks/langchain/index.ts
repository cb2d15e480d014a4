/**
 * The tools of a toolkit or session in LangChain and LangGraph, version 1, and tools of LangChain in a toolkit.
 *
 * @module
 */
export type { AgentCallOptions, AgentOptions } from '../shared/agent-options.js';
export type { ActionDecision, ActionRequest, ApprovalInterrupt, ApprovalResume } from './approval.js';
export { fromLangChain, type LangChainTool } from './from-langchain.js';
export { type MessagesState, type ToolNode, toolNode } from './tool-node.js';
export {
  type LangChainModelRequest,
  type LangChainSystemMessage,
  type LangChainToolRequest,
  type ToolkitMiddleware,
  toolkitMiddleware,
} from './toolkit-middleware.js';
export { type LangChainChunk, langchainTools } from './tools.js';
