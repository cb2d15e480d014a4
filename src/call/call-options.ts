import type { ToolError } from '../base/errors/errors.js';
import type { AppAuth } from '../tool/metadata/app-types.js';
import type { FlowLabel } from '../tool/metadata/flow-options.js';
import type { RetryOptions } from '../tool/metadata/tool-options.js';
import type { CallRequest } from './call-request.js';
import type { Approver } from './client/approver.js';
import type { CallClient } from './client/call-client.js';
import type { ToolState } from './state/tool-state.js';

/** A tool call as a model emits it. */
export interface ToolCall {
  /** The ID that correlates the responses with the call. Generated if omitted. */
  readonly id?: string;
  readonly name: string;
  /** The arguments: an object, or its JSON text. */
  readonly input: unknown;
}

/** A progress update of a running call, reported by its tool. */
export interface ToolProgress {
  readonly callId: string;
  readonly toolName: string;
  /** The progress so far, in a unit that the tool chooses. */
  readonly value: number;
  /** The value of `value` at the end of the call, if known. */
  readonly total: number | undefined;
  /** The text that describes the progress, without secrets and absolute paths. */
  readonly message: string | undefined;
  /** What is known of the data in the message. Omitted if it is trusted and anyone may read it, and without the option `flow`. */
  readonly flow?: FlowLabel;
}

/** The severity of a log entry. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * An entry that a running tool logs for its operators. It is never shown to a model, and contains neither secrets of the
 * state nor absolute paths.
 */
export interface ToolLogEntry {
  readonly callId: string;
  readonly toolName: string;
  readonly level: LogLevel;
  readonly message: string;
  /** A copy of the data. An object that would show a secret or a path is replaced by its cleaned text. */
  readonly data: unknown;
  /** What is known of the data in the entry. Omitted if it is trusted and anyone may read it, and without the option `flow`. */
  readonly flow?: FlowLabel;
}

/** A failed attempt that will be retried. */
export interface ToolRetry {
  readonly callId: string;
  readonly toolName: string;
  readonly error: ToolError;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  /** The delay before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** The options of one tool call. */
export interface CallOptions {
  /** Cancels the call when it aborts: the call ends immediately as interrupted, with the chunks streamed so far. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether common mistakes of models are coerced before arguments are rejected, such as `"5"` for a number. With
   * `false`, every argument of a wrong type is rejected, also `null` for an optional property.
   *
   * @default the tool's, else the toolkit's, else true
   */
  readonly coerce?: boolean | undefined;
  /** The time limit of one attempt, in milliseconds. @default the tool's */
  readonly timeoutMs?: number | undefined;
  /**
   * The time limit of the entire call, in milliseconds: all attempts, the delays between them, and the wait for a
   * concurrency slot. The time in which an approver decides or a user answers does not count. @default the tool's
   */
  readonly deadlineMs?: number | undefined;
  /** The time limit of each pull of the next chunk, in milliseconds. @default the tool's */
  readonly chunkTimeoutMs?: number | undefined;
  /** When and how often a failed attempt is retried. @default the tool's */
  readonly retry?: RetryOptions | undefined;
  /** The state values of this call. Bindings look here before the tool's own state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** The identity of the caller, in a format that the application chooses. The tool reads it as `ctx.auth`. */
  readonly auth?: AppAuth | undefined;
  /** The `_meta` of the request that caused the call. The tool reads a frozen copy as `ctx.meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** The HTTP request that caused the call, from `createCallRequest`. The tool reads it as `ctx.request`. */
  readonly request?: CallRequest | undefined;
  /**
   * The request object of the framework from which the call comes. The module for NestJS passes it to guards and
   * request-scoped providers. Tools do not see it.
   *
   * @default no request
   */
  readonly hostRequest?: unknown;
  /**
   * The approver that decides on calls that need approval, if a toolkit runs them.
   *
   * @default the session's, the toolkit's, or `client`
   */
  readonly approver?: Approver | undefined;
  /** The client capabilities that `ctx.ask`, `ctx.sample` and `ctx.roots` use. @default none */
  readonly client?: CallClient | undefined;
  /** The key that the tool reads as `ctx.effectKey`. @default the key of the tool, the identity, the ID and the arguments */
  readonly effectKey?: string | undefined;
  /** The ID of the call. @default a unique generated ID */
  readonly callId?: string | undefined;
  /** Called on every progress update that the tool reports with `ctx.progress()`. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** Called on every entry that the tool logs with `ctx.log()`. Without it, nothing is logged. */
  readonly onLog?: ((entry: ToolLogEntry) => void) | undefined;
  /** Called after each failed attempt that will be retried. */
  readonly onRetry?: ((retry: ToolRetry) => void) | undefined;
  /**
   * A listener that is called when the tool itself begins, for each attempt: the call has passed middleware and approval, and
   * its arguments are valid.
   */
  readonly onAttempt?: ((attempt: Pick<ToolRetry, 'callId' | 'toolName' | 'attempt'>) => void) | undefined;
  /**
   * Called after each chunk that an Observable of the call emits, to apply backpressure. The tool resumes when the
   * returned promise is fulfilled, such as `once(res, 'drain')`, or immediately if undefined is returned. `timeoutMs` includes this wait;
   * `chunkTimeoutMs` does not.
   *
   * @default the tool resumes immediately
   */
  readonly ready?: (() => PromiseLike<unknown> | undefined) | undefined;
  /** Whether a failure throws, or becomes an error notification, instead of the final response. @default false */
  readonly throwOnError?: boolean | undefined;
}
