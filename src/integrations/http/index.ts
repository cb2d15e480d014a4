/**
 * The tools of a toolkit as HTTP routes, for the server of an application: to list and call them, to stream their responses,
 * and to decide on deferred calls.
 *
 * @module
 */

export type { RouteApprovalCall, RouteApprovalOptions } from '../shared/route-approvals.js';
export type { ToolRequest } from '../shared/route-request.js';
export type { ToolHandlerOptions } from './handler-options.js';
export { type ToolHandler, toolHandler } from './tool-handler.js';
