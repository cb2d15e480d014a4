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
import type { ToolState } from '../state/tool-state.js';
import { previewValue } from '../value-preview.js';
import { messageForReaders, redactData, redactText, secretTexts } from './redact.js';

/** Where a failure happened. */
export interface FailureSite {
  readonly toolName: string;
  readonly state: ToolState;
}

/**
 * Makes a ToolError of whatever a tool threw. A ToolError stays itself; HTTP statuses and Node's network codes say what
 * kind of failure it was; all else is the tool's own failure. Secrets of the call's state never show.
 */
export function toToolError(thrown: unknown, site: FailureSite): ToolError {
  const secrets = secretTexts(site.state);
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
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

function headerOf(headers: unknown): string | undefined {
  if (!isRecord(headers)) return undefined;
  const value: unknown = typeof headers.get === 'function' ? headers.get('retry-after') : headers['retry-after'];
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

function redactedError(error: ToolError, secrets: readonly string[]): ToolError {
  const info = error.toJSON();
  const shown = redactData(info, secrets);
  if (secrets.length === 0 || JSON.stringify(shown) === JSON.stringify(info)) return error;
  return errorFromInfo(shown, error.toolName);
}

function shows(thrown: unknown, secrets: readonly string[]): boolean {
  const text = thrown instanceof Error ? `${thrown.message}\n${thrown.stack ?? ''}` : previewValue(thrown);
  return secrets.some((secret) => text.includes(secret));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
