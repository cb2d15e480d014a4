import type { ToolError } from '../errors.js';
import type { RetryOptions } from '../metadata/tool-options.js';
import type { ToolState } from '../state/tool-state.js';
import type { Approver } from './client/approver.js';
import type { CallClient } from './client/call-client.js';

/** What a model emits when it wants a tool to run. */
export interface ToolCall {
  /** Correlates the responses with the call. Made up if left out. */
  readonly id?: string;
  readonly name: string;
  /** The arguments: an object, or its JSON text. */
  readonly input: unknown;
}

/** How far a running call has come, as its tool says. */
export interface ToolProgress {
  readonly callId: string;
  readonly toolName: string;
  /** In the tool's own unit. */
  readonly value: number;
  /** What `value` will be at the end, if known. */
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** How much a log entry matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** An entry that a running tool logs for its operators. No model sees it. */
export interface ToolLogEntry {
  readonly callId: string;
  readonly toolName: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly data: unknown;
}

/** An attempt that failed and will be followed by another. */
export interface ToolRetry {
  readonly callId: string;
  readonly toolName: string;
  readonly error: ToolError;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  /** How long until the next one, in milliseconds. */
  readonly delayMs: number;
}

/** What one call may be given besides its arguments. */
export interface CallOptions {
  /** Stops the call: it ends as interrupted at once, keeping what was streamed. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. @default the tool's */
  readonly timeoutMs?: number | undefined;
  /** How long a pull of the next chunk may take, in milliseconds. @default the tool's */
  readonly chunkTimeoutMs?: number | undefined;
  /** @default the tool's */
  readonly retry?: RetryOptions | undefined;
  /** Values that bindings find before those of the tool's own state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** The caller, in the application's own terms. The tool reads it as `ctx.auth`. */
  readonly auth?: unknown;
  /** Decides on calls that need approval, where a toolkit runs them. @default the session's, the toolkit's, or `client` */
  readonly approver?: Approver | undefined;
  /** The caller's user, model and roots, for `ctx.ask`, `ctx.sample` and `ctx.roots`. @default none */
  readonly client?: CallClient | undefined;
  /** @default a random UUID of the tool's, and a number */
  readonly callId?: string | undefined;
  /** Called with what the tool reports by `ctx.progress()`. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** Called with what the tool logs by `ctx.log()`. Without it, nothing is logged. */
  readonly onLog?: ((entry: ToolLogEntry) => void) | undefined;
  /** Called after each failed attempt that will be followed by another. */
  readonly onRetry?: ((retry: ToolRetry) => void) | undefined;
  /**
   * Called after each chunk that an Observable of the call has emitted. The tool goes on when the returned promise is
   * fulfilled, or at once without one: so a slow consumer slows the tool. Meanwhile `timeoutMs` runs, and `chunkTimeoutMs`
   * does not. @default the tool goes on at once
   */
  readonly ready?: (() => Promise<void> | undefined) | undefined;
  /** Whether a failure is thrown, or sent as an error notification, instead of the last response. @default false */
  readonly throwOnError?: boolean | undefined;
}
