import type { ErrorCode } from '../../base/errors/errors.js';
import { pendingApprovalOf, type ToolResult } from '../../index.js';

const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_parameters: 400,
  unbound_state: 400,
  authentication: 401,
  permission: 403,
  denied: 403,
  tool_not_found: 404,
  tool_inactive: 404,
  not_found: 404,
  rate_limit: 429,
  interrupted: 499,
  execution: 500,
  invalid_output: 500,
  definition: 500,
  server: 502,
  network: 502,
  timeout: 504,
};

/** Returns the HTTP status of a result: 202 if its call waits for approval, else 200 or that of its error. */
export function statusOf(result: ToolResult): number {
  if (pendingApprovalOf(result) !== undefined) return 202;
  return result.error === undefined ? 200 : statusOfCode(result.error.code);
}

/** Returns the HTTP status of an error. */
export function statusOfCode(code: ErrorCode): number {
  return statuses[code];
}
