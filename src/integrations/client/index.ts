/**
 * A client for browsers and servers, which calls the tools of a server over HTTP.
 *
 * @module
 */

export type {
  ClientArguments,
  ClientCallOptions,
  ClientDecision,
  ClientOptions,
  ClientTool,
  ToolClient,
  ToolPart,
  ToolTypes,
  UntypedTools,
} from './client-types.js';
export { createClient } from './create-client.js';
export {
  type DeferredToolCall,
  ToolCallError,
  type ToolCallErrorParts,
  type ToolCallIssue,
} from './tool-call-error.js';
