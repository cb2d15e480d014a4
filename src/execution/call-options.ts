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

/** Something that a running tool notes for its operators. No model sees it. */
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
  /** Who is calling, in the application's own terms; the tool finds it as `ctx.auth`. */
  readonly auth?: unknown;
  /** Decides on calls that need approval, where a toolkit runs them. @default the session's, the toolkit's, or `client` */
  readonly approver?: Approver | undefined;
  /** The caller's user, model and places, as far as the caller lends them: see `ctx.ask`, `ctx.sample`, `ctx.roots`. */
  readonly client?: CallClient | undefined;
  /** @default a random UUID of the tool's, and a number */
  readonly callId?: string | undefined;
  /** Hears what the tool says with `ctx.progress()`. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** Hears what the tool says with `ctx.log()`. Nothing is logged otherwise. */
  readonly onLog?: ((entry: ToolLogEntry) => void) | undefined;
  /** Hears of each attempt that failed and will be followed by another. */
  readonly onRetry?: ((retry: ToolRetry) => void) | undefined;
  /**
   * Asked after each chunk that an Observable of the call has pushed: the tool goes on when the promise is fulfilled, or
   * at once without one. By this a slow reader slows the tool, as one that pulls does by itself. While it waits,
   * `chunkTimeoutMs` does not count, `timeoutMs` does. @default at the tool's own pace
   */
  readonly ready?: (() => Promise<void> | undefined) | undefined;
  /** Whether a failure is thrown, or sent as an error notification, instead of the last response. @default false */
  readonly throwOnError?: boolean | undefined;
}
