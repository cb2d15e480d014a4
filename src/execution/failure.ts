import { inspect } from 'node:util';
import {
  AuthenticationError,
  errorFromInfo,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ToolError,
  type ToolErrorOptions,
  ToolExecutionError,
} from '../errors.js';
import { messageForReaders } from '../path-text.js';
import type { ToolState } from '../state/tool-state.js';
import { previewValue } from '../value-preview.js';
import type { CallPlan } from './call-plan.js';
import { redactData, redactText, secretTexts } from './redact.js';

/** Where a failure happened. */
export interface FailureSite {
  readonly toolName: string;
  /** The objects that may hold secrets. */
  readonly secretsIn: readonly object[];
}

/**
 * Where a call fails. Secrets are those of the state as it was and as it is: a tool may have renewed one and failed with
 * the old; and those that the bindings hold themselves.
 *
 * @param roots - What the state held when the call began.
 */
export function failureSite({ toolName, args }: CallPlan, state: ToolState, roots: readonly object[]): FailureSite {
  return { toolName, secretsIn: [...roots, ...state.roots(), args.boundDefaults] };
}

/**
 * Makes a ToolError of whatever a tool threw. A ToolError stays itself; HTTP statuses and Node's network codes say what
 * kind of failure it was; all else is the tool's own failure. Secrets never show.
 */
export function toToolError(thrown: unknown, site: FailureSite): ToolError {
  try {
    return readError(thrown, site, secretTexts(site.secretsIn));
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
  const options: ToolErrorOptions = { toolName: site.toolName, cause: shows(thrown, secrets) ? undefined : thrown };
  const status = statusOf(thrown);
  if (status !== undefined) {
    const mapped = byStatus(status, { message, thrown, options });
    if (mapped !== undefined) return mapped;
  }
  return isNetworkFailure(thrown) ? new NetworkError(message, options) : new ToolExecutionError(message, options);
}

// Of Node and of its HTTP client undici: https://nodejs.org/api/errors.html#common-system-errors
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

// A chain of causes is short; a longer one is a loop.
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

/** What the other side says of the next try, in milliseconds (RFC 9110, section 10.2.3). */
function retryAfterOf(thrown: unknown): number | undefined {
  if (!isRecord(thrown)) return undefined;
  if (typeof thrown.retryAfterMs === 'number') return thrown.retryAfterMs;
  const header =
    headerOf(thrown.headers) ?? (isRecord(thrown.response) ? headerOf(thrown.response.headers) : undefined);
  if (header === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  // Date.parse makes a date of nearly anything; one that is meant as such has a time of day.
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

/** The error itself, or one of its kind that shows no secret where it does. */
function redactedError(error: ToolError, secrets: readonly string[]): ToolError {
  const [info, words] = [error.toJSON(), error.toText()];
  const isClean = !shows(error, secrets) && !shows(info, secrets, Infinity) && redactText(words, secrets) === words;
  if (isClean) return error;
  const { toolName } = error;
  const { code, message, retryable, details } = redactData(info, secrets);
  const { retryAfterMs } = error as { readonly retryAfterMs?: unknown };
  if (code === 'rate_limit' && typeof retryAfterMs === 'number') {
    return new RateLimitError(message, { toolName, details, retryAfterMs });
  }
  return errorFromInfo({ code, message, retryable, ...(details === undefined ? {} : { details }) }, toolName);
}

// Deep enough for what an HTTP client puts into its errors: config, headers, Authorization.
const shownDepth = 6;

/** Whether a log of the value would show a secret. */
function shows(value: unknown, secrets: readonly string[], depth = shownDepth): boolean {
  if (secrets.length === 0) return false;
  const shown = inspect(value, { depth, maxStringLength: null, maxArrayLength: null, breakLength: Infinity });
  return secrets.some((secret) => shown.includes(secret));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
