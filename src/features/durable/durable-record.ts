import { errorFromInfo, InterruptedError, type ToolErrorInfo } from '../../base/errors/errors.js';
import type { CallLabels } from '../../call/call-labels.js';
import { type Outcome, stateOf } from '../../call/outcome.js';
import type { ContentBlock } from '../../call/response/content.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { StoredTask, TaskRecord } from '../../stores/task-store.js';

/** What a durable call stores with its task. */
export interface DurableData {
  readonly input: unknown;
  /** The identity of the caller, which the worker passes to the tool. */
  readonly auth?: unknown;
  /** The digest of the call, with which another call of the same ID is recognized. */
  readonly digest: string;
  /** The time limit of the call, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** Who has written the arguments. Undefined for a model. */
  readonly origin?: 'app' | undefined;
  /** What is known of the arguments. */
  readonly flow?: CallLabels | undefined;
  /** The ID of the worker that runs the call. */
  readonly worker?: string | undefined;
  /** How many workers have begun to run the call. */
  readonly attempts: number;
  /** A number that the worker raises while it runs the call. */
  readonly beat?: number | undefined;
  /** The token of the approval that the call waits for. */
  readonly token?: string | undefined;
  /** The decision on the approval. */
  readonly decision?: unknown;
  /** Whether the caller has cancelled the call. */
  readonly isCancelled?: true | undefined;
}

/** The task of a durable call. */
export interface DurableTask extends TaskRecord {
  readonly data: DurableData;
}

/** Returns the task of a durable call in a store. Returns undefined for a task of another kind. */
export function durableTaskOf({ task }: StoredTask): DurableTask | undefined {
  const { data } = task as Partial<DurableTask>;
  return typeof data?.digest === 'string' ? (task as DurableTask) : undefined;
}

interface ResultJson {
  readonly content?: readonly ContentBlock[];
  readonly data?: unknown;
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly error?: ToolErrorInfo;
  readonly callId?: string;
  readonly durationMs?: number;
  readonly attempts?: number;
}

/** Returns the result of an ended task. Returns undefined for any other task. */
export function resultOfTask({ result, toolName, callId }: TaskRecord): ToolResult | undefined {
  if (result === undefined) return undefined;
  const { error, content = [], ...rest } = result as ResultJson;
  return new ToolResult({
    ...rest,
    content,
    error: error && errorFromInfo(error, toolName),
    toolName,
    callId,
  });
}

/** Returns the outcome of a result that another process produced. */
export function outcomeOfResult(result: ToolResult): Outcome {
  const { toolName, error, data, content, structuredContent, metadata, meta, attempts } = result;
  const rendered = { data, content, structuredContent, metadata, meta };
  return { toolName, rendered, state: stateOf(error), error, streamed: false, attempts };
}

/** Creates the result of a call whose worker has died, and which must not run again. */
export function createLostResult({ toolName }: TaskRecord): ToolResult {
  const message =
    `The worker that ran the call of '${toolName}' has ended. The call is not repeated, because the tool is not declared ` +
    'idempotent. Check what it has done before you call it again.';
  return ToolResult.fail(new InterruptedError(message, { toolName, details: { outcome: 'unknown' } }));
}
