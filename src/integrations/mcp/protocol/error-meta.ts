import {
  type ErrorCode,
  errorCodes,
  errorFromInfo,
  infoForModel,
  RateLimitError,
  ToolError,
  type ToolErrorOptions,
  ValidationError,
  type ValidationIssue,
} from '../../../base/errors/errors.js';
import { toJsonValue } from '../../../call/response/json-value.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/**
 * The key that holds the error code and its details, in the `_meta` of a result or the `data` of a protocol error: the
 * protocol itself has only a text. Other clients ignore the key (specification 2025-11-25, basic, `_meta`).
 */
const errorMetaKey = 'toolwright/error';

/** Converts an error to `_meta`: the data that a model may read, and the delay before the next attempt. */
export function errorMeta(error: ToolError): Record<string, unknown> {
  const { details, ...info } = infoForModel(error);
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
 * Reads the error that a peer describes; returns undefined if the peer describes none or one with an unknown code. The
 * code
 * `interrupted` is ignored: it means that the call was cancelled locally, which a peer cannot know.
 */
export function errorFromMeta(meta: unknown, options: ToolErrorOptions): ToolError | undefined {
  const info = isRecord(meta) ? meta[errorMetaKey] : undefined;
  if (!isRecord(info) || !isKnown(info.code) || typeof info.message !== 'string') return undefined;
  const { code, message, retryAfterMs } = info;
  const details = isRecord(info.details) ? info.details : undefined;
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
