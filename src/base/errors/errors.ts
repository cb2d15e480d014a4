import { brandClass, brands, hasBrand } from '../values/brand.js';

/** Every code a {@link ToolError} can carry. Stable: programs may branch on it. */
export const errorCodes = [
  'invalid_parameters',
  'unbound_state',
  'tool_not_found',
  'tool_inactive',
  'timeout',
  'network',
  'authentication',
  'permission',
  'not_found',
  'rate_limit',
  'server',
  'execution',
  'invalid_output',
  'interrupted',
  'denied',
  'definition',
] as const;

/** The stable code of a {@link ToolError}, which says what kind of failure it is. */
export type ErrorCode = (typeof errorCodes)[number];

/** A {@link ToolError} as plain data, for responses, logs and JSON. */
export interface ToolErrorInfo {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether the same call may succeed when made again. */
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The options of every {@link ToolError} constructor. */
export interface ToolErrorOptions {
  /** The tool whose call failed. */
  readonly toolName?: string | undefined;
  /** The underlying error. It is never shown to a model. */
  readonly cause?: unknown;
  /** JSON data that helps a program to handle the error. A model may see it, so it must not contain secrets. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The base class of all errors of this package. A tool may throw one of its subclasses to classify a failure. Anything
 * else that a tool throws becomes a {@link ToolExecutionError}, or the subclass that matches its HTTP status or network
 * error code.
 */
export abstract class ToolError extends Error {
  abstract readonly code: ErrorCode;
  /** Whether the same call may succeed when made again. */
  abstract readonly retryable: boolean;
  readonly toolName: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    if (new.target === ToolError) {
      throw new TypeError(
        'ToolError is abstract. Create an error of a subclass, such as ToolExecutionError or ServerError.',
      );
    }
    this.toolName = options.toolName;
    this.details = options.details;
  }

  /**
   * Checks whether `value` is an error of this class, including one created by another copy of this package:
   * `ToolError.is(value)` for any error of the package, `DefinitionError.is(value)` for a DefinitionError.
   */
  static is<E extends ToolError>(
    this: (abstract new (...args: never[]) => E) & { readonly prototype: E },
    value: unknown,
  ): value is E {
    if (!hasBrand(value, brands.error)) return false;
    if ((this as unknown) === ToolError) return true;
    // An error of another copy has another prototype, but the same name.
    return value instanceof this || (value as { readonly name?: unknown }).name === this.prototype.name;
  }

  /**
   * Makes `instanceof ToolError` recognize errors of another copy of this package. For subclasses, `instanceof` compares
   * prototypes.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ToolError ? ToolError.is(value) : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /** Returns the error as plain data, without its stack and cause. */
  toJSON(): ToolErrorInfo {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }

  /** Returns the text that a model may read, which is only the message. */
  toText(): string {
    return this.message;
  }
}
brandClass(ToolError, brands.error);

/** Marks an error whose message was written by other code, because it was converted from a value that is no ToolError. */
export function markForeign<E extends ToolError>(error: E): E {
  return Object.defineProperty(error, brands.foreignError, { value: true });
}

/** Checks whether the message of an error was written by other code, in any copy of this package. */
export function isForeign(error: ToolError): boolean {
  return hasBrand(error, brands.foreignError);
}

/** Marks `error` if the error from which it was derived is marked. */
export function markLike<E extends ToolError>(error: E, source: ToolError): E {
  return isForeign(source) ? markForeign(error) : error;
}

/** One problem with the arguments of a call. */
export interface ValidationIssue {
  /** The location, as a JSON Pointer (RFC 6901) into the arguments. `''` is the arguments object itself. */
  readonly path: string;
  /** What was expected and what was received, as a phrase that may follow the path. */
  readonly message: string;
  /** The JSON Schema keyword or class-validator rule that was violated. */
  readonly rule: string;
}

/** The error that occurs when the arguments of a call do not match the tool's input schema. */
export class ValidationError extends ToolError {
  readonly code = 'invalid_parameters';
  readonly retryable = false;
  readonly issues: readonly ValidationIssue[];

  constructor(message: string, options: ToolErrorOptions & { readonly issues?: readonly ValidationIssue[] } = {}) {
    const { toolName, cause, issues = [] } = options;
    super(message, { toolName, cause, details: options.details ?? (issues.length > 0 ? { issues } : undefined) });
    this.issues = issues;
  }

  override get name(): string {
    return 'ValidationError';
  }
}

/** Creates the error for invalid arguments. Models send them regularly, so the error captures no stack. */
export function createValidationError(
  message: string,
  options: ToolErrorOptions & { readonly issues: readonly ValidationIssue[] },
): ValidationError {
  const { stackTraceLimit } = Error;
  limitStackTraces(0);
  try {
    return new ValidationError(message, options);
  } finally {
    limitStackTraces(stackTraceLimit);
  }
}

function limitStackTraces(limit: number): void {
  try {
    Error.stackTraceLimit = limit;
  } catch {
    // `Error` is frozen in this process.
  }
}

/**
 * The error that occurs when a bound parameter has no value, because its state key is missing and no default exists, or
 * when a Standard Schema rejects its value. Then `details` contains the type that was `received`.
 */
export class UnboundStateError extends ToolError {
  readonly code = 'unbound_state';
  readonly retryable = false;

  override get name(): string {
    return 'UnboundStateError';
  }

  /** Returns the text that a model may read. It shows neither the parameter nor the state key nor the value. */
  override toText(): string {
    const tool = this.toolName === undefined ? 'The tool' : `'${this.toolName}'`;
    const problem =
      this.details?.received === undefined ? 'has not set a value that it needs' : 'has set a wrong value for it';
    return `${tool} cannot run, because the application ${problem}.`;
  }
}

/** The error that occurs when no tool has the requested name. */
export class ToolNotFoundError extends ToolError {
  readonly code = 'tool_not_found';
  readonly retryable = false;

  override get name(): string {
    return 'ToolNotFoundError';
  }
}

/** The error that occurs when the tool exists, but its group is inactive. */
export class ToolInactiveError extends ToolError {
  readonly code = 'tool_inactive';
  readonly retryable = false;

  override get name(): string {
    return 'ToolInactiveError';
  }
}

/** The error that occurs when a call, or the wait for its next chunk, exceeds its time limit. */
export class TimeoutError extends ToolError {
  readonly code = 'timeout';
  readonly retryable = true;

  override get name(): string {
    return 'TimeoutError';
  }
}

/** The error that occurs when a connection cannot be established or is lost. */
export class NetworkError extends ToolError {
  readonly code = 'network';
  readonly retryable = true;

  override get name(): string {
    return 'NetworkError';
  }
}

/** The error that occurs when a service that the tool calls requires authentication (HTTP 401). */
export class AuthenticationError extends ToolError {
  readonly code = 'authentication';
  readonly retryable = false;

  override get name(): string {
    return 'AuthenticationError';
  }
}

/** The error that occurs when a service that the tool calls denies an authenticated caller access (HTTP 403). */
export class PermissionError extends ToolError {
  readonly code = 'permission';
  readonly retryable = false;

  override get name(): string {
    return 'PermissionError';
  }
}

/** The error that occurs when the requested object does not exist (HTTP 404). */
export class NotFoundError extends ToolError {
  readonly code = 'not_found';
  readonly retryable = false;

  override get name(): string {
    return 'NotFoundError';
  }
}

/** The error that occurs when a rate limit is exceeded (HTTP 429). */
export class RateLimitError extends ToolError {
  readonly code = 'rate_limit';
  readonly retryable = true;
  /** The delay before the next attempt, in milliseconds, if the service states one. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ToolErrorOptions & { readonly retryAfterMs?: number | undefined } = {}) {
    const { retryAfterMs, details } = options;
    super(message, { ...options, details: details ?? (retryAfterMs === undefined ? undefined : { retryAfterMs }) });
    this.retryAfterMs = retryAfterMs;
  }

  override get name(): string {
    return 'RateLimitError';
  }
}

/** The error that occurs when a service that the tool calls fails (HTTP 5xx). */
export class ServerError extends ToolError {
  readonly code = 'server';
  readonly retryable = true;

  override get name(): string {
    return 'ServerError';
  }
}

/** The error that occurs when the tool's own code fails. */
export class ToolExecutionError extends ToolError {
  readonly code = 'execution';
  readonly retryable = false;

  override get name(): string {
    return 'ToolExecutionError';
  }
}

/** A capability that a tool may need from its caller: asking the user, sampling the model, or listing the roots. */
export type CallerCapability = 'ask' | 'visit' | 'sample' | 'roots';

/** The error that occurs when a tool needs a capability that its caller does not provide. A tool may catch it. */
export class MissingCapabilityError extends ToolExecutionError {
  /** The missing capability: the name of the property of `CallOptions.client` that would provide it. */
  readonly capability: CallerCapability;

  constructor(message: string, options: ToolErrorOptions & { readonly capability: CallerCapability }) {
    super(message, options);
    this.capability = options.capability;
  }

  override get name(): string {
    return 'MissingCapabilityError';
  }
}

/** The error that occurs when a tool's output does not match its output schema, or cannot be represented as JSON. */
export class OutputValidationError extends ToolError {
  readonly code = 'invalid_output';
  readonly retryable = false;

  override get name(): string {
    return 'OutputValidationError';
  }
}

/** The error that occurs when the caller cancels the call. */
export class InterruptedError extends ToolError {
  readonly code = 'interrupted';
  readonly retryable = false;

  override get name(): string {
    return 'InterruptedError';
  }
}

/**
 * The reason with which the caller ends a run of a call that continues later with another run, such as when its client
 * has answered a question. The tool cleans up as after a cancellation, but the call has not failed.
 *
 * @internal
 */
export class SuspendedError extends InterruptedError {
  override get name(): string {
    return 'SuspendedError';
  }
}

/**
 * Checks whether an error is the reason of a suspended call, in any copy of this package.
 *
 * @internal
 */
export function isSuspension(error: unknown): error is SuspendedError {
  return ToolError.is(error) && error.name === 'SuspendedError';
}

/** The error that occurs when a person or a rule denies the call. */
export class DeniedError extends ToolError {
  readonly code = 'denied';
  readonly retryable = false;

  override get name(): string {
    return 'DeniedError';
  }
}

/** The error that occurs when a definition or an option is invalid. Its message says how to fix the code. */
export class DefinitionError extends ToolError {
  readonly code = 'definition';
  readonly retryable = false;

  override get name(): string {
    return 'DefinitionError';
  }
}

/**
 * Returns an error as plain data that a model may read.
 *
 * @internal
 */
export function infoForModel(error: ToolError): ToolErrorInfo {
  const { code, retryable } = error;
  return code === 'unbound_state' ? { code, message: error.toText(), retryable } : error.toJSON();
}

type ErrorClass = new (message: string, options?: ToolErrorOptions) => ToolError;

const classByCode: Readonly<Record<ErrorCode, ErrorClass>> = {
  invalid_parameters: ValidationError,
  unbound_state: UnboundStateError,
  tool_not_found: ToolNotFoundError,
  tool_inactive: ToolInactiveError,
  timeout: TimeoutError,
  network: NetworkError,
  authentication: AuthenticationError,
  permission: PermissionError,
  not_found: NotFoundError,
  rate_limit: RateLimitError,
  server: ServerError,
  execution: ToolExecutionError,
  invalid_output: OutputValidationError,
  interrupted: InterruptedError,
  denied: DeniedError,
  definition: DefinitionError,
};

/** Creates the ToolError that a response's {@link ToolErrorInfo} describes. */
export function errorFromInfo(info: ToolErrorInfo, toolName?: string, cause?: unknown): ToolError {
  // A newer copy of this package may define codes that this one does not have.
  const errorClass: ErrorClass | undefined = Object.hasOwn(classByCode, info.code) ? classByCode[info.code] : undefined;
  return new (errorClass ?? ToolExecutionError)(info.message, { toolName, details: info.details, cause });
}
