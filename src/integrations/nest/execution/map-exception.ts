import {
  AuthenticationError,
  DeniedError,
  markForeign,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type ToolError,
  type ToolErrorOptions,
  ToolExecutionError,
  ValidationError,
} from '../../../base/errors/errors.js';

/** The step of a run in which an error occurs. */
export type RunStep = 'guards' | 'pipes' | 'method';

/** The place of an exception. */
export interface ExceptionSite {
  readonly toolName: string;
  /** The step in which it occurred. */
  readonly step: RunStep;
}

/** An HttpException of any copy of @nestjs/common. */
interface HttpExceptionLike {
  getStatus(): number;
  getResponse(): unknown;
  readonly message: string;
}

/**
 * Converts an HttpException to a ToolError with its messages. Anything else is returned unchanged. A guard that refuses
 * the call is a DeniedError or an AuthenticationError.
 */
export function toToolError(thrown: unknown, site: ExceptionSite): unknown {
  if (!isHttpException(thrown)) return thrown;
  return createStatusError(
    { status: thrown.getStatus(), messages: readMessages(thrown.getResponse(), thrown.message), cause: thrown },
    site,
  );
}

/** A failure with an HTTP status. */
export interface StatusFailure {
  readonly status: number;
  readonly messages: readonly string[];
  readonly cause?: unknown;
}

/** The statuses of errors that their callers have caused, for the routes. Several of them have the same code. */
const statuses = new WeakMap<ToolError, number>();

/** Returns the HTTP status from 400 to 499 from which an error was created. Returns undefined for any other error. */
export function exceptionStatusOf(error: ToolError | undefined): number | undefined {
  return error && statuses.get(error);
}

/** Creates the ToolError of an HTTP status. Several messages are also in `details.messages`. */
export function createStatusError(failure: StatusFailure, site: ExceptionSite): ToolError {
  const error = errorOfStatus(failure, site);
  if (failure.status >= 400 && failure.status <= 499) statuses.set(error, failure.status);
  return error;
}

function errorOfStatus({ status, messages, cause }: StatusFailure, site: ExceptionSite): ToolError {
  const message = messages.join('; ');
  const details = messages.length > 1 ? { messages } : undefined;
  const options: ToolErrorOptions = { toolName: site.toolName, cause, ...(details === undefined ? {} : { details }) };
  if (status === 401) return new AuthenticationError(message, options);
  if (status === 403) return new (site.step === 'guards' ? DeniedError : PermissionError)(message, options);
  if (status === 404) return new NotFoundError(message, options);
  if (status === 429) return new RateLimitError(message, options);
  if (status >= 500) return markForeign(new ServerError(message, options));
  if (site.step === 'pipes' && (status === 400 || status === 422)) return new ValidationError(message, options);
  return new ToolExecutionError(message, options);
}

/** Reads the messages of the body of an HttpException, which are one text, several texts, or missing. */
export function readMessages(body: unknown, otherwise: string): readonly string[] {
  if (typeof body === 'string') return [body];
  const message: unknown = (body as { readonly message?: unknown } | null | undefined)?.message;
  if (typeof message === 'string') return [message];
  if (!Array.isArray(message) || message.length === 0) return [otherwise];
  return message.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

function isHttpException(thrown: unknown): thrown is HttpExceptionLike {
  const { getStatus, getResponse }: Partial<HttpExceptionLike> =
    typeof thrown === 'object' && thrown !== null ? thrown : {};
  return typeof getStatus === 'function' && typeof getResponse === 'function';
}
