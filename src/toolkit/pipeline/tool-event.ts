import type { ToolError, ToolErrorInfo } from '../../base/errors/errors.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';

/** What is known of what a call returns, reports or has failed with, in a toolkit with the option `flow`. */
export interface FlowNote extends FlowLabel {
  /** What was decided about the call. `none`: nothing was against it. */
  readonly decision: 'none' | 'asked' | 'denied' | 'allowed';
  /** What was against the call. */
  readonly concerns: readonly CallConcern[];
}

interface EventOf<Type extends string, Name extends string> {
  readonly type: Type;
  readonly callId: string;
  /** The ID of the call of the agent that made this call in its run. Omitted for a call that no agent made. */
  readonly parentCallId?: string;
  readonly toolName: Name;
  /**
   * The version of the tool, if several versions of it are registered. A `started` event has none, because the tool is
   * looked up after it.
   */
  readonly toolVersion?: string;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
  /** What is known of the data of the call. Omitted without the option `flow`, and before the end of a call whose arguments are trusted. */
  readonly flow?: FlowNote;
}

/** The event of a call that has been received. */
export interface StartedEvent<Name extends string = string> extends EventOf<'started', Name> {
  /** The arguments as the model sent them. */
  readonly input: unknown;
  /** The arguments repaired from broken JSON. Omitted if nothing was repaired. */
  readonly repairedInput?: unknown;
}

/** The event of a chunk in the stream of a call. */
export interface ChunkEvent<Name extends string = string> extends EventOf<'chunk', Name> {
  readonly response: ToolResponse;
}

/** The event of a failed attempt that will be retried. */
export interface RetriedEvent<Name extends string = string> extends EventOf<'retried', Name> {
  readonly error: ToolErrorInfo;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  /** The delay before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** The event of a progress update that a tool reports. */
export interface ProgressEvent<Name extends string = string> extends EventOf<'progress', Name> {
  /** The progress so far, in a unit that the tool chooses. */
  readonly value: number;
  /** The value of `value` at the end of the call, if known. */
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/**
 * The event of a function or a store of the application that has failed or taken too long. The call continues without it:
 * a search for tools without its models, or without the vectors in its store. `flow`: the session has seen more than can be
 * compared, so that nothing is trusted any more; `callId` and `toolName` are empty.
 */
export interface DegradedEvent<Name extends string = string> extends EventOf<'degraded', Name> {
  readonly part: 'embed' | 'rerank' | 'store' | 'flow';
  readonly failure: ToolErrorInfo;
}

/** The event of a call that waits for its client to run the tool. The event of its end follows. */
export interface PendingEvent<Name extends string = string> extends EventOf<'pending', Name> {
  /** The validated arguments. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The event of a call that has ended. */
export interface EndedEvent<Type extends string, Name extends string = string> extends EventOf<Type, Name> {
  readonly result: ToolResult;
  /** The duration of the call, in milliseconds. */
  readonly durationMs: number;
  /** The number of attempts, retries included. */
  readonly attempts: number;
}

/**
 * The event of a call whose run has ended because the call waits for answers of its client. The answers begin another
 * run, whose events have the same call ID and may be emitted in another process.
 */
export interface SuspendedEvent<Name extends string = string> extends EventOf<'suspended', Name> {
  /** The duration of the run, in milliseconds. */
  readonly durationMs: number;
  /** The number of attempts, retries included. */
  readonly attempts: number;
}

/** The event of a call that has succeeded. */
export type CompletedEvent<Name extends string = string> = EndedEvent<'completed', Name>;

/** The event of a call that has ended with an error: failed, interrupted or denied. */
export interface FailedEvent<Name extends string = string>
  extends EndedEvent<'failed' | 'interrupted' | 'denied', Name> {
  readonly error: ToolError;
}

/** An event of a call of a toolkit. Each run emits one `started` event first and one event of its end last. */
export type ToolEvent<Name extends string = string> =
  | StartedEvent<Name>
  | ChunkEvent<Name>
  | ProgressEvent<Name>
  | RetriedEvent<Name>
  | DegradedEvent<Name>
  | PendingEvent<Name>
  | SuspendedEvent<Name>
  | CompletedEvent<Name>
  | FailedEvent<Name>;
