import {
  type ErrorCode,
  errorCodes,
  errorFromInfo,
  RateLimitError,
  ToolError,
  type ToolErrorOptions,
  ValidationError,
  type ValidationIssue,
} from '../../errors.js';
import { toJsonValue } from '../../response/json-value.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

/**
 * Under which the `_meta` of a result, or the `data` of a protocol error, says what kind of failure it was: the protocol
 * itself has the words alone. Other clients leave it alone (specification 2025-11-25, basic, `_meta`).
 */
const errorMetaKey = 'toolwright/error';

/** A failure as `_meta` has it: what {@link ToolError.toJSON} says, and how long to wait before the next try. */
export function errorMeta(error: ToolError): Record<string, unknown> {
  const { details, ...info } = error.toJSON();
  const { retryAfterMs } = error as { readonly retryAfterMs?: unknown };
  const json = details === undefined ? undefined : jsonOf(details);
  return {
    [errorMetaKey]: {
      ...info,
      ...(json === undefined ? {} : { details: json }),
      ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    },
  };
}

/**
 * The error that a peer told of; undefined if it told of none, or of a kind that is not known here. A peer cannot say that
 * we have stopped a call: `interrupted` is not taken.
 */
export function errorFromMeta(meta: unknown, options: ToolErrorOptions): ToolError | undefined {
  const told = isRecord(meta) ? meta[errorMetaKey] : undefined;
  if (!isRecord(told) || !isKnown(told.code) || typeof told.message !== 'string') return undefined;
  const { code, message, retryAfterMs } = told;
  const details = isRecord(told.details) ? told.details : undefined;
  const all = { ...options, details };
  if (code === 'rate_limit') return new RateLimitError(message, { ...all, retryAfterMs: waitOf(retryAfterMs) });
  if (code === 'invalid_parameters') return new ValidationError(message, { ...all, issues: issuesIn(details) });
  const retryable = false;
  return errorFromInfo({ code, message, retryable, ...(details === undefined ? {} : { details }) }, options.toolName);
}

function isKnown(code: unknown): code is ErrorCode {
  return code !== 'interrupted' && errorCodes.some((known) => known === code);
}

function waitOf(ms: unknown): number | undefined {
  return typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function issuesIn(details: Readonly<Record<string, unknown>> | undefined): readonly ValidationIssue[] {
  const issues = Array.isArray(details?.issues) ? details.issues : [];
  return issues.filter((issue): issue is ValidationIssue => {
    return isRecord(issue) && [issue.path, issue.message, issue.rule].every((word) => typeof word === 'string');
  });
}

function jsonOf(details: object): unknown {
  try {
    return toJsonValue(details);
  } catch {
    return undefined;
  }
}
