/**
 * OpenTelemetry for tool calls. Requires the package `@opentelemetry/api`.
 *
 * @module
 */
export type { CaptureOptions } from './call-attributes.js';
export { type Telemetry, type TelemetryOptions, telemetry } from './telemetry.js';
