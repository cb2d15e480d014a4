/** One problem with the arguments of a call. */
export interface ToolCallIssue {
  /** The location, as a JSON Pointer (RFC 6901) into the arguments. */
  readonly path: string;
  readonly message: string;
  /** The keyword of JSON Schema, or the name of the rule, that the argument breaks. */
  readonly rule?: string;
}

/** A deferred call, for the person who decides on it. */
export interface DeferredToolCall {
  /** The token that identifies the call to the route for approvals. */
  readonly token: string;
  readonly toolName: string;
  /** The arguments with which the call will run. */
  readonly input: unknown;
  /** The time from which no one can decide any more, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The parts of a {@link ToolCallError}. */
export interface ToolCallErrorParts {
  readonly code: string;
  readonly issues?: readonly ToolCallIssue[];
  readonly retryable?: boolean;
  readonly status?: number | undefined;
  readonly approval?: DeferredToolCall | undefined;
  readonly cause?: unknown;
}

/** The error of a call that a client has made. */
export class ToolCallError extends Error {
  /**
   * The code of the tool's error, such as `'invalid_parameters'`. `'network'` also means that the server was not reached or
   * closed the connection, `'invalid_response'` that it answered with something else than the result of a tool,
   * and `'invalid_request'` that a route refused the request.
   */
  declare readonly code: string;
  /** The problems with the arguments. Empty unless the code is `'invalid_parameters'`. */
  declare readonly issues: readonly ToolCallIssue[];
  /** Whether the same call may succeed when made again. If the connection was lost, the call may have run all the same. */
  declare readonly retryable: boolean;
  /** The HTTP status of the response. Undefined if there was none. */
  declare readonly status: number | undefined;
  /** The deferred call, if it waits for a decision. */
  declare readonly approval: DeferredToolCall | undefined;

  constructor(message: string, parts: ToolCallErrorParts) {
    super(message);
    // Fewer bytes than an assignment for each.
    Object.assign(this, { name: 'ToolCallError', issues: [], retryable: false }, parts);
  }
}
