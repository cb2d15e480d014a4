/**
 * A module for NestJS: the `@Tool()` methods of providers and controllers become the tools of a toolkit, and run through
 * the guards, pipes, interceptors and exception filters of the application. Requires `@nestjs/common` and `@nestjs/core`.
 *
 * @module
 */

export type { RouteApprovalCall, RouteApprovalOptions } from '../shared/route-approvals.js';
export type { PlaceholderRequest } from './execution/placeholder-request.js';
export { ToolExecutionContext, toolContextType } from './execution/tool-execution-context.js';
export type {
  ArgumentValidation,
  DevRouteOptions,
  McpRouteOptions,
  RouteOptions,
  StateValues,
  ToolkitFeatureOptions,
  ToolkitModuleAsyncOptions,
  ToolkitModuleOptions,
  ToolkitModuleSettings,
  ToolkitModuleStructure,
  ToolRouteOptions,
} from './options/module-options.js';
export { getToolkitSessionToken, getToolkitToken, InjectToolkit, InjectToolkitSession } from './options/tokens.js';
export { HideUnauthorized } from './runtime/hide-unauthorized.js';
export { createToolkitContext, type ToolkitContext, type ToolkitContextOptions } from './toolkit-context.js';
export { type ToolkitHealth, ToolkitHealthIndicator } from './toolkit-health.js';
export { ToolkitModule } from './toolkit-module.js';
export { ScriptedModel, type ScriptedStep, ToolkitTestingModule } from './toolkit-testing.js';
