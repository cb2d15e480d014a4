import {
  AuthenticationError,
  NetworkError,
  NotFoundError,
  OutputValidationError,
  PermissionError,
  RateLimitError,
  ServerError,
  ToolError,
  type ToolErrorOptions,
  ToolExecutionError,
  ToolNotFoundError,
  ValidationError,
} from '../../../../base/errors/errors.js';
import { errorFromMeta } from '../../protocol/error-meta.js';
import { connectionClosed, localErrorOf } from './local-errors.js';
import { toVersionError } from './version-error.js';

/** Thrown when a server exceeds a limit. `details` holds the name and the value of the option that sets the limit. */
export class McpLimitError extends ToolExecutionError {
  /** @param limit - The name and the value of the option that sets the limit. */
  constructor(message: string, limit: { readonly limit: string; readonly value: number }) {
    super(message, { details: limit });
  }

  override get name(): string {
    return 'McpLimitError';
  }
}

/** The names that identify a failed request in messages. */
export interface RequestSite {
  /** The name of the source. */
  readonly server: string;
  readonly toolName?: string | undefined;
}

// JSON-RPC 2.0, section 5.1.
const invalidParams = -32_602;
const methodNotFound = -32_601;
const internalError = -32_603;

interface CodedError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Converts the failure of a request to a ToolError: protocol errors by their codes, HTTP errors by their status, a closed
 * connection and a web page to a NetworkError, and a protocol version that does not fit to an McpVersionError. Returns any
 * other value unchanged.
 */
export function toRequestError(thrown: unknown, site: RequestSite): unknown {
  // An SDK wraps the errors of the transport, and of the functions that the transport calls.
  const own = findInCauses(thrown, (one) => (ToolError.is(one) ? one : undefined));
  if (own !== undefined) return own;
  const version = toVersionError(thrown, site.server, { toolName: site.toolName });
  if (version !== undefined) return version;
  const network = networkCodeOf(thrown);
  if (network !== undefined) {
    const message = `'${site.server}' could not be reached (${network}).`;
    return new NetworkError(message, { toolName: site.toolName, cause: thrown });
  }
  const contentType = findContentType(thrown);
  if (contentType !== undefined) {
    const message = `'${site.server}' answered with the content type ${contentType}, which an MCP server does not use.`;
    return new NetworkError(message, { toolName: site.toolName, cause: thrown });
  }
  if (!isCoded(thrown)) return thrown;
  const options: ToolErrorOptions = { toolName: site.toolName, cause: thrown };
  const local = localErrorOf(thrown);
  if (local?.toolwright === 'limit') return limitError(site.server, local);
  if (local?.toolwright === 'malformed') {
    return new OutputValidationError(`'${site.server}' answered with something that is not a result.`, options);
  }
  if (local !== undefined || isConnectionEnd(thrown)) {
    return new NetworkError(`The connection to '${site.server}' was lost before it answered.`, options);
  }
  return thrown.code < 0 ? fromRpcCode(thrown, options) : fromHttpStatus(thrown, site, options);
}

/** Whether a server rejected a request, without running it, because it no longer has the session. */
export function isStaleSession(thrown: unknown): boolean {
  if (!isCoded(thrown)) return false;
  // 404 by the specification; 400 by many servers that keep sessions in memory and were restarted.
  return thrown.code === 404 || (thrown.code === 400 && /session/i.test(thrown.message));
}

function fromRpcCode(error: CodedError, options: ToolErrorOptions): ToolError {
  const described = errorFromMeta(error.data, options);
  if (described !== undefined) return described;
  const message = stripPrefix(error.message);
  const details = { rpcCode: error.code };
  if (error.code === invalidParams && /unknown tool|tool .*not found/i.test(message)) {
    return new ToolNotFoundError(message, { ...options, details });
  }
  if (error.code === invalidParams) return new ValidationError(message, { ...options, details });
  if (error.code === methodNotFound) return new NotFoundError(message, { ...options, details });
  if (error.code === internalError) return new ServerError(message, { ...options, details });
  return new ToolExecutionError(message, { ...options, details });
}

function fromHttpStatus(error: CodedError, { server }: RequestSite, options: ToolErrorOptions): unknown {
  const { code: status } = error;
  const refused = `'${server}' refused the request with the HTTP status ${status}`;
  if (status === 401) return new AuthenticationError(`${refused}. Provide valid credentials.`, options);
  if (status === 403) return new PermissionError(`${refused}.`, options);
  if (status === 404) return new NotFoundError(`${refused}.`, options);
  if (status === 429) return new RateLimitError(`${refused}.`, options);
  return status >= 500 && status <= 599 ? new ServerError(`${refused}.`, options) : error;
}

// The SDKs put the error code in front of the server's message.
function stripPrefix(message: string): string {
  return message.replace(/^MCP error -?\d+: /, '');
}

function isConnectionEnd({ code, message }: CodedError): boolean {
  return code === connectionClosed && /connection closed/i.test(message);
}

function limitError(server: string, { limit, value }: { readonly limit: string; readonly value: number }): ToolError {
  return new McpLimitError(`'${server}' answered with more than ${value} bytes (${limit}).`, { limit, value });
}

// A chain of causes is short; a longer one is a loop.
const maxCauses = 8;

/** Returns the error code of the operating system or of Node's HTTP client for a failed connection; else undefined. */
function networkCodeOf(thrown: unknown): string | undefined {
  return findInCauses(thrown, ({ code }: { readonly code?: unknown }) => {
    // An SDK wraps the error in one of its own, with the code ERA_NEGOTIATION_FAILED.
    const isNetworkCode =
      typeof code === 'string' && /^(E(?!RA_)[A-Z_]+|UND_ERR_(?!INVALID|ABORTED|ARGS)\w+)$/.test(code);
    return isNetworkCode ? code : undefined;
  });
}

/** Returns the content type of a response, such as a web page, that an SDK has rejected. Undefined for other failures. */
function findContentType(thrown: unknown): string | undefined {
  return findInCauses(thrown, ({ message }: { readonly message?: unknown }) =>
    // The server is not trusted.
    typeof message === 'string'
      ? /\bunexpected content type: ([\w.+-]{1,50}\/[\w.+-]{1,50})/i.exec(message)?.[1]
      : undefined,
  );
}

/** Returns the first result of `read` for an error and its causes. */
function findInCauses<T>(thrown: unknown, read: (error: object) => T | undefined): T | undefined {
  let at = thrown;
  for (let depth = 0; depth < maxCauses && typeof at === 'object' && at !== null; depth++) {
    const found = read(at);
    if (found !== undefined) return found;
    at = (at as { readonly cause?: unknown }).cause;
  }
  return undefined;
}

function isCoded(thrown: unknown): thrown is CodedError {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message } = thrown as Partial<CodedError>;
  return typeof code === 'number' && typeof message === 'string';
}
