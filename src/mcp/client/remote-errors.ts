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
} from '../../errors.js';
import { errorFromMeta } from '../protocol/error-meta.js';
import { connectionClosed, localErrorOf } from './local-errors.js';

/** A server gave more than it may. The limit that it broke, by the name of its option, is in `details`. */
export class McpLimitError extends ToolExecutionError {
  /** @param limit - The option that sets the limit, and its value. */
  constructor(message: string, limit: { readonly limit: string; readonly value: number }) {
    super(message, { details: limit });
  }

  override get name(): string {
    return 'McpLimitError';
  }
}

/** What a failed request is called in messages. */
export interface RequestSite {
  /** The source, as its user named it. */
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
 * What went wrong with a request, as a ToolError: errors of the protocol by their codes, refusals of HTTP by their status,
 * and a connection that has ended as a NetworkError. What is none of them is given back as it came.
 */
export function toRequestError(thrown: unknown, site: RequestSite): unknown {
  if (ToolError.is(thrown)) return thrown;
  const network = networkCodeOf(thrown);
  if (network !== undefined) {
    const message = `'${site.server}' could not be reached (${network}).`;
    return new NetworkError(message, { toolName: site.toolName, cause: thrown });
  }
  if (!isCoded(thrown)) return thrown;
  const options: ToolErrorOptions = { toolName: site.toolName, cause: thrown };
  const local = localErrorOf(thrown);
  if (local?.toolwright === 'limit') return limitError(site.server, local);
  if (local?.toolwright === 'malformed') {
    return new OutputValidationError(`'${site.server}' answered with something that is no result.`, options);
  }
  if (local !== undefined || isConnectionEnd(thrown)) {
    return new NetworkError(`The connection to '${site.server}' was lost before it answered.`, options);
  }
  return thrown.code < 0 ? byRpcCode(thrown, options) : byHttpStatus(thrown, site, options);
}

/** Whether a server refused a request because it does not know the session any more. Nothing was run then. */
export function isStaleSession(thrown: unknown): boolean {
  if (!isCoded(thrown)) return false;
  // 404 by the specification; 400 by many servers that keep sessions in memory and were restarted.
  return thrown.code === 404 || (thrown.code === 400 && /session/i.test(thrown.message));
}

function byRpcCode(error: CodedError, options: ToolErrorOptions): ToolError {
  const told = errorFromMeta(error.data, options);
  if (told !== undefined) return told;
  const message = withoutPrefix(error.message);
  const details = { rpcCode: error.code };
  if (error.code === invalidParams && /unknown tool|tool .*not found/i.test(message)) {
    return new ToolNotFoundError(message, { ...options, details });
  }
  if (error.code === invalidParams) return new ValidationError(message, { ...options, details });
  if (error.code === methodNotFound) return new NotFoundError(message, { ...options, details });
  if (error.code === internalError) return new ServerError(message, { ...options, details });
  return new ToolExecutionError(message, { ...options, details });
}

function byHttpStatus(error: CodedError, { server }: RequestSite, options: ToolErrorOptions): unknown {
  const { code: status } = error;
  const refused = `'${server}' refused the request with the HTTP status ${status}`;
  if (status === 401) return new AuthenticationError(`${refused}. Give it valid credentials.`, options);
  if (status === 403) return new PermissionError(`${refused}.`, options);
  if (status === 404) return new NotFoundError(`${refused}.`, options);
  if (status === 429) return new RateLimitError(`${refused}.`, options);
  return status >= 500 && status <= 599 ? new ServerError(`${refused}.`, options) : error;
}

// The SDKs put their code before the server's own words.
function withoutPrefix(message: string): string {
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

/** The code of the operating system, or of Node's HTTP client, by which a connection could not be made or held. */
function networkCodeOf(thrown: unknown): string | undefined {
  let at = thrown;
  for (let depth = 0; depth < maxCauses && typeof at === 'object' && at !== null; depth++) {
    const { code, cause } = at as { readonly code?: unknown; readonly cause?: unknown };
    if (typeof code === 'string' && /^(E[A-Z_]+|UND_ERR_(?!INVALID|ABORTED|ARGS)\w+)$/.test(code)) return code;
    at = cause;
  }
  return undefined;
}

function isCoded(thrown: unknown): thrown is CodedError {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message } = thrown as Partial<CodedError>;
  return typeof code === 'number' && typeof message === 'string';
}
