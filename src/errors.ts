import { brandClass, brands, hasBrand } from './brand.js';

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

/** What went wrong with a tool call, as a stable word. */
export type ErrorCode = (typeof errorCodes)[number];

/** A {@link ToolError} as plain data, for responses, logs and JSON. */
export interface ToolErrorInfo {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether the same call may succeed when made again. */
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What any {@link ToolError} can be given besides its message. */
export interface ToolErrorOptions {
  /** The tool whose call failed. */
  readonly toolName?: string | undefined;
  /** The error underneath. Never shown to a model. */
  readonly cause?: unknown;
  /** JSON data that helps a program to react. A model may see it: no secrets. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The one base of everything that can go wrong with a tool. A tool may throw one of its subclasses to say what kind of
 * failure it met; anything else it throws becomes a {@link ToolExecutionError}.
 */
export abstract class ToolError extends Error {
  abstract readonly code: ErrorCode;
  /** Whether the same call may succeed when made again. */
  abstract readonly retryable: boolean;
  readonly toolName: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.toolName = options.toolName;
    this.details = options.details;
  }

  /** Whether `value` is a ToolError, also of another copy of this package. */
  static is(value: unknown): value is ToolError {
    return hasBrand(value, brands.error);
  }

  /** The error as plain data: no stack, no cause. */
  toJSON(): ToolErrorInfo {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }

  /** The text a model may read: the message alone. */
  toText(): string {
    return this.message;
  }
}
brandClass(ToolError, brands.error);

/** One thing that is wrong with a call's arguments. */
export interface ValidationIssue {
  /** Where, as a JSON Pointer (RFC 6901) into the arguments; `''` is the whole. */
  readonly path: string;
  /** What was expected and what came, as a phrase that may follow the path. */
  readonly message: string;
  /** The JSON Schema keyword or class-validator rule that was broken. */
  readonly rule: string;
}

/** The arguments do not fit the tool's input schema. */
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

/** Makes the error for arguments that a model got wrong. That is nothing exceptional, so the error has no stack. */
export function refuseArguments(
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
    // The process has frozen it.
  }
}

/** A bound parameter has no value: its state key is missing, and there is no default. */
export class UnboundStateError extends ToolError {
  readonly code = 'unbound_state';
  readonly retryable = false;

  override get name(): string {
    return 'UnboundStateError';
  }
}

/** There is no tool of that name. */
export class ToolNotFoundError extends ToolError {
  readonly code = 'tool_not_found';
  readonly retryable = false;

  override get name(): string {
    return 'ToolNotFoundError';
  }
}

/** The tool exists, but its group is switched off. */
export class ToolInactiveError extends ToolError {
  readonly code = 'tool_inactive';
  readonly retryable = false;

  override get name(): string {
    return 'ToolInactiveError';
  }
}

/** The call, or the wait for its next chunk, took longer than allowed. */
export class TimeoutError extends ToolError {
  readonly code = 'timeout';
  readonly retryable = true;

  override get name(): string {
    return 'TimeoutError';
  }
}

/** A connection could not be made, or broke. */
export class NetworkError extends ToolError {
  readonly code = 'network';
  readonly retryable = true;

  override get name(): string {
    return 'NetworkError';
  }
}

/** The other side does not know who is asking (HTTP 401). */
export class AuthenticationError extends ToolError {
  readonly code = 'authentication';
  readonly retryable = false;

  override get name(): string {
    return 'AuthenticationError';
  }
}

/** The other side knows who is asking, and refuses (HTTP 403). */
export class PermissionError extends ToolError {
  readonly code = 'permission';
  readonly retryable = false;

  override get name(): string {
    return 'PermissionError';
  }
}

/** What the tool was asked for does not exist (HTTP 404). */
export class NotFoundError extends ToolError {
  readonly code = 'not_found';
  readonly retryable = false;

  override get name(): string {
    return 'NotFoundError';
  }
}

/** Too many calls in too short a time (HTTP 429). */
export class RateLimitError extends ToolError {
  readonly code = 'rate_limit';
  readonly retryable = true;
  /** How long to wait before the next try, in milliseconds, if the other side said so. */
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

/** The other side failed (HTTP 5xx). */
export class ServerError extends ToolError {
  readonly code = 'server';
  readonly retryable = true;

  override get name(): string {
    return 'ServerError';
  }
}

/** The tool's own code threw. */
export class ToolExecutionError extends ToolError {
  readonly code = 'execution';
  readonly retryable = false;

  override get name(): string {
    return 'ToolExecutionError';
  }
}

/** What a tool may need of its caller: its user, its model, its places. */
export type CallerCapability = 'ask' | 'sample' | 'roots';

/** The tool needs something of its caller that the caller does not offer. A tool may catch it and do without. */
export class MissingCapabilityError extends ToolExecutionError {
  /** What is missing: the property of `CallOptions.client` that would give it. */
  readonly capability: CallerCapability;

  constructor(message: string, options: ToolErrorOptions & { readonly capability: CallerCapability }) {
    super(message, options);
    this.capability = options.capability;
  }

  override get name(): string {
    return 'MissingCapabilityError';
  }
}

/** What the tool returned does not fit its output schema, or has no JSON form. */
export class OutputValidationError extends ToolError {
  readonly code = 'invalid_output';
  readonly retryable = false;

  override get name(): string {
    return 'OutputValidationError';
  }
}

/** The caller stopped the call. */
export class InterruptedError extends ToolError {
  readonly code = 'interrupted';
  readonly retryable = false;

  override get name(): string {
    return 'InterruptedError';
  }
}

/** A person or a rule refused the call. */
export class DeniedError extends ToolError {
  readonly code = 'denied';
  readonly retryable = false;

  override get name(): string {
    return 'DeniedError';
  }
}

/** A programmer's mistake in a definition. Thrown while defining or building, with what to do about it. */
export class DefinitionError extends ToolError {
  readonly code = 'definition';
  readonly retryable = false;

  override get name(): string {
    return 'DefinitionError';
  }
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

/** The error that a response's {@link ToolErrorInfo} stands for. */
export function errorFromInfo(info: ToolErrorInfo, toolName?: string): ToolError {
  // A newer copy of this package may know codes that this one does not.
  const known: ErrorClass | undefined = classByCode[info.code];
  return new (known ?? ToolExecutionError)(info.message, { toolName, details: info.details });
}
