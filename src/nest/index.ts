/**
 * A module for NestJS: the `@Tool()` methods of providers and controllers become the tools of a toolkit, and run through
 * the guards, pipes, interceptors and exception filters of the application. Requires `@nestjs/common` and `@nestjs/core`.
 *
 * @module
 */
export type { PlaceholderRequest } from './execution/placeholder-request.js';
export { HideUnauthorized } from './hide-unauthorized.js';
export type {
  ArgumentValidation,
  McpRouteOptions,
  RouteOptions,
  StateValues,
  ToolkitFeatureOptions,
  ToolkitModuleAsyncOptions,
  ToolkitModuleOptions,
  ToolkitModuleSettings,
  ToolkitModuleStructure,
  ToolRouteOptions,
} from './module-options.js';
export type { RouteApprovalCall, RouteApprovalOptions } from './routes/route-approvals.js';
export { getToolkitSessionToken, getToolkitToken, InjectToolkit, InjectToolkitSession } from './tokens.js';
export { ToolExecutionContext, toolContextType } from './tool-execution-context.js';
export { createToolkitContext, type ToolkitContext, type ToolkitContextOptions } from './toolkit-context.js';
export { type ToolkitHealth, ToolkitHealthIndicator } from './toolkit-health.js';
export { ToolkitModule } from './toolkit-module.js';
export { ScriptedModel, type ScriptedStep, ToolkitTestingModule } from './toolkit-testing.js';
