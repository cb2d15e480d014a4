import {
  AuthenticationError,
  errorFromInfo,
  markForeign,
  markLike,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ToolError,
  type ToolErrorOptions,
  ToolExecutionError,
} from '../base/errors/errors.js';
import { inspectText } from '../base/text/inspect-text.js';
import { messageForReaders } from '../base/text/path-text.js';
import { previewValue } from '../base/values/value-preview.js';
import type { CallPlan } from './call-plan.js';
import { collectSecrets, redactData, redactText } from './redact-secrets.js';
import type { ToolState } from './state/tool-state.js';

/** The place of a failure: the tool, and the objects whose secrets must be redacted. */
export interface FailureSite {
  readonly toolName: string;
  /** The objects that may hold secrets. */
  readonly secretsIn: readonly object[];
}

/**
 * Returns the FailureSite of a call. It covers the secrets of the state at the start of the call and now, because a
 * tool may have renewed a secret and failed with the old one. It also covers the secrets that the bindings themselves
 * hold.
 *
 * @param roots - The roots of the state at the start of the call.
 */
export function failureSite({ toolName, args }: CallPlan, state: ToolState, roots: readonly object[]): FailureSite {
  return { toolName, secretsIn: [...roots, ...state.roots(), args.boundDefaults] };
}

/**
 * Converts any value that a tool threw to a ToolError. A ToolError is preserved. HTTP statuses and Node's network error
 * codes select the subclass. Anything else becomes a ToolExecutionError. Secrets are redacted.
 */
export function toToolError(thrown: unknown, site: FailureSite): ToolError {
  try {
    return readError(thrown, site, collectSecrets(site.secretsIn));
  } catch {
    // A getter that throws, a revoked proxy: anything can be thrown.
    return new ToolExecutionError(`'${site.toolName}' failed with an error that cannot be read.`, {
      toolName: site.toolName,
    });
  }
}

function readError(thrown: unknown, site: FailureSite, secrets: readonly string[]): ToolError {
  if (ToolError.is(thrown)) return redactedError(thrown, secrets);
  const message = redactText(readMessage(thrown, site.toolName), secrets);
  const options: ToolErrorOptions = {
    toolName: site.toolName,
    cause: showsSecret(thrown, secrets) ? undefined : thrown,
  };
  const status = statusOf(thrown);
  const mapped = status === undefined ? undefined : byStatus(status, { message, thrown, options });
  const ErrorClass = isNetworkFailure(thrown) ? NetworkError : ToolExecutionError;
  return markForeign(mapped ?? new ErrorClass(message, options));
}

// The codes of Node and of its HTTP client undici: https://nodejs.org/api/errors.html#common-system-errors
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

// A real chain of causes is short. A longer one is a loop.
const maxCauses = 8;

function isNetworkFailure(thrown: unknown): boolean {
  let at: unknown = thrown;
  for (let depth = 0; depth < maxCauses && isRecord(at); depth++) {
    if (typeof at.code === 'string' && networkCodes.has(at.code)) return true;
    at = at.cause;
  }
  return false;
}

function statusOf(thrown: unknown): number | undefined {
  if (!isRecord(thrown)) return undefined;
  const { status, statusCode, response } = thrown;
  const candidates = [status, statusCode, isRecord(response) ? response.status : undefined];
  return candidates.find((one): one is number => typeof one === 'number');
}

interface StatusFailure {
  readonly message: string;
  readonly thrown: unknown;
  readonly options: ToolErrorOptions;
}

function byStatus(status: number, { message, thrown, options }: StatusFailure): ToolError | undefined {
  if (status === 401) return new AuthenticationError(message, options);
  if (status === 403) return new PermissionError(message, options);
  if (status === 404) return new NotFoundError(message, options);
  if (status === 429) return new RateLimitError(message, { ...options, retryAfterMs: retryAfterOf(thrown) });
  return status >= 500 && status <= 599 ? new ServerError(message, options) : undefined;
}

/** Returns the delay that the service requests before the next attempt, in milliseconds (RFC 9110, section 10.2.3). */
export function retryAfterOf(thrown: unknown): number | undefined {
  if (!isRecord(thrown)) return undefined;
  if (typeof thrown.retryAfterMs === 'number') return thrown.retryAfterMs;
  const header =
    headerOf(thrown.headers) ?? (isRecord(thrown.response) ? headerOf(thrown.response.headers) : undefined);
  if (header === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  // Date.parse accepts almost anything, but an HTTP date always has a time of day.
  const waitMs = /\d:\d/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

function headerOf(headers: unknown): string | undefined {
  if (!isRecord(headers)) return undefined;
  const value: unknown =
    typeof headers.get === 'function' ? headers.get('retry-after') : (headers['retry-after'] ?? headers['Retry-After']);
  return value === undefined || value === null ? undefined : String(value).trim();
}

function readMessage(thrown: unknown, toolName: string): string {
  if (isRecord(thrown) && typeof thrown.message === 'string') {
    const message = messageForReaders({ message: thrown.message, path: thrown.path, dest: thrown.dest });
    return message === '' ? `'${toolName}' failed with ${String(thrown.name ?? 'an error')} and no message.` : message;
  }
  if (typeof thrown === 'string' && thrown !== '') return messageForReaders({ message: thrown });
  return `'${toolName}' failed with ${previewValue(thrown)}.`;
}

/** Returns the error itself if it shows no secret, else a redacted error of the same class. */
function redactedError(error: ToolError, secrets: readonly string[]): ToolError {
  const info = error.toJSON();
  const shown = error.toText();
  const isClean =
    !showsSecret(error, secrets) && !showsSecret(info, secrets, Infinity) && redactText(shown, secrets) === shown;
  if (isClean) return error;
  const { toolName } = error;
  const { code, message, retryable, details } = redactData(info, secrets);
  const { retryAfterMs } = error as { readonly retryAfterMs?: unknown };
  if (code === 'rate_limit' && typeof retryAfterMs === 'number') {
    return markLike(new RateLimitError(message, { toolName, details, retryAfterMs }), error);
  }
  const copy = { code, message, retryable, ...(details === undefined ? {} : { details }) };
  return markLike(errorFromInfo(copy, toolName), error);
}

// Deep enough for the errors of HTTP clients: config, headers, Authorization.
const shownDepth = 6;

/** Checks whether a log entry of the value would contain a secret. */
function showsSecret(value: unknown, secrets: readonly string[], depth = shownDepth): boolean {
  if (secrets.length === 0) return false;
  const shown = inspectText(value, depth);
  return secrets.some((secret) => shown.includes(secret));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
