/**
 * What toolkits know of data: where it comes from, who may read it, and what may be done with it.
 *
 * @module
 */

export type { CallConcern } from '../../call/client/call-concern.js';
export type { ExplainedArgument, FlowExplanation } from './explain.js';
export type { FlowOptions, SourceFlowPolicy, ToolFlowPolicy } from './flow-options.js';
export { type FlowReport, flowReport, type ReportedFlow, type ReportedTool } from './flow-report.js';
export type { SeenData } from './flow-session.js';
export type { Extract, ExtractRequest } from './handles/extract-tool.js';
export type { FlowOrigin } from './labels/origin.js';
