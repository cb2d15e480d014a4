/**
 * Tools that send HTTP requests. This module requires the package undici.
 *
 * @module
 */

export type { OutboundOptions } from '../outbound-rules.js';
export type { ArgumentPlacement, OperationOptions, RestBodyOptions } from './create-operation.js';
export type { ParameterLocation, ParameterStyle } from './operation.js';
export { type RestLimits, type RestToolOptions, restTool } from './rest-tool.js';
