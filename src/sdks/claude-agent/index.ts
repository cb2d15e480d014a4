/**
 * The tools of a toolkit or session in the Claude Agent SDK (`@anthropic-ai/claude-agent-sdk`).
 *
 * @module
 */
export { type ClaudeToolServer, type ToolServerOptions, toolServer } from './tool-server.js';
