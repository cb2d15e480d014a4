import type { ToolError, ToolErrorInfo } from '../errors.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';

interface EventOf<Type extends string> {
  readonly type: Type;
  readonly callId: string;
  readonly toolName: string;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

/** A call has come in. */
export interface StartedEvent extends EventOf<'started'> {
  /** The arguments as the model sent them. */
  readonly input: unknown;
  /** The arguments that were made of broken JSON; left out where nothing was repaired. */
  readonly repairedInput?: unknown;
}

/** A chunk of a call's stream. */
export interface ChunkEvent extends EventOf<'chunk'> {
  readonly response: ToolResponse;
}

/** An attempt has failed, and another will be made. */
export interface RetriedEvent extends EventOf<'retried'> {
  readonly error: ToolErrorInfo;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  /** How long until the next one, in milliseconds. */
  readonly delayMs: number;
}

/** A call has come further, as its tool says. */
export interface ProgressEvent extends EventOf<'progress'> {
  /** In the tool's own unit. */
  readonly value: number;
  /** What `value` will be at the end, if known. */
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** What every end of a call tells. */
export interface EndedEvent<Type extends string> extends EventOf<Type> {
  readonly result: ToolResult;
  /** In milliseconds. */
  readonly durationMs: number;
  /** How often the tool was run. */
  readonly attempts: number;
}

/** A call has ended well. */
export type CompletedEvent = EndedEvent<'completed'>;

/** A call has ended with an error: failed, interrupted or denied. */
export interface FailedEvent extends EndedEvent<'failed' | 'interrupted' | 'denied'> {
  readonly error: ToolError;
}

/** Something that happened to a call of a toolkit. Each call has one `started` and one end. */
export type ToolEvent = StartedEvent | ChunkEvent | ProgressEvent | RetriedEvent | CompletedEvent | FailedEvent;
