import type { McpCallResult } from '../protocol/messages.js';
import type { InputRequests } from './exchange.js';

/** A task as its client sees it when it is created. */
export interface WireTask {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** What the task does, for people. */
  readonly statusMessage?: string;
  /** The time of creation (ISO 8601). */
  readonly createdAt: string;
  /** The time of the last change (ISO 8601). */
  readonly lastUpdatedAt: string;
  /** How long the task is stored after its creation, in milliseconds. */
  readonly ttlMs: number;
  /** How often clients should ask for the status, in milliseconds. */
  readonly pollIntervalMs: number;
}

/** A task with its questions, its result or its error. */
export interface DetailedTask extends WireTask {
  /** The questions that a task with the status `input_required` waits for. */
  readonly inputRequests?: InputRequests;
  /** The result of a task with the status `completed`, also of a tool that has failed. */
  readonly result?: McpCallResult;
  /** The error of a task with the status `failed`: the protocol did not let the call end. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Called with a task when its status has changed. */
export type TaskListener = (task: DetailedTask) => void;

/** Converts a time in milliseconds since 1970. */
export function toIsoTime(time: number): string {
  return new Date(time).toISOString();
}
