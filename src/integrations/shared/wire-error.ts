import { errorCodes, errorFromInfo, ToolExecutionError } from '../../base/errors/errors.js';
import { toJsonValue } from '../../call/response/json-value.js';
import {
  RateLimitError,
  type ToolError,
  type ToolErrorInfo,
  ValidationError,
  type ValidationIssue,
} from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

/** An error in a message: without its stack and its cause. */
export interface WireError extends ToolErrorInfo {
  /** The delay before the next attempt, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Converts an error for a message. Details without a JSON form are omitted. */
export function toWireError(error: ToolErrorInfo & { readonly retryAfterMs?: unknown }): WireError {
  const { code, message, retryable, details, retryAfterMs } = error;
  const json = jsonOf(details);
  return {
    code,
    message,
    retryable,
    ...(json === undefined ? {} : { details: json }),
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
  };
}

/** Creates the error that a message describes. */
export function fromWireError(wire: unknown, toolName: string): ToolError {
  if (!isRecord(wire) || typeof wire.message !== 'string') {
    return new ToolExecutionError(`'${toolName}' failed without a message.`, { toolName });
  }
  const { code, message, retryAfterMs } = wire;
  const details = isRecord(wire.details) ? wire.details : undefined;
  const options = { toolName, details };
  if (code === 'rate_limit') {
    const delay = retryAfterMs ?? details?.retryAfterMs;
    const waitMs = typeof delay === 'number' && delay >= 0 ? delay : undefined;
    return new RateLimitError(message, { ...options, retryAfterMs: waitMs });
  }
  if (code === 'invalid_parameters') return new ValidationError(message, { ...options, issues: issuesIn(details) });
  const known = errorCodes.find((one) => one === code) ?? 'execution';
  const info = { code: known, message, retryable: false, ...(details === undefined ? {} : { details }) };
  return errorFromInfo(info, toolName);
}

function issuesIn(details: Readonly<Record<string, unknown>> | undefined): readonly ValidationIssue[] {
  const issues: readonly unknown[] = Array.isArray(details?.issues) ? details.issues : [];
  return issues.filter((issue): issue is ValidationIssue => {
    return isRecord(issue) && [issue.path, issue.message, issue.rule].every((word) => typeof word === 'string');
  });
}

function jsonOf(details: object | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const json = details === undefined ? undefined : toJsonValue(details);
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
