import type { CallLabels } from '../call/call-labels.js';
import type { FinalDecision } from '../call/client/approver.js';
import { PartKey } from '../call/host-call.js';
import type { ToolResult } from '../call/response/tool-result.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { BackgroundTask } from './background-task.js';
import type { ToolkitCallOptions } from './pipeline/toolkit-call-options.js';

/** A call that workers run. */
export interface DurableRequest {
  readonly callId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly auth: unknown;
  readonly sessionId: string | undefined;
  /** The time limit of the call, in milliseconds. */
  readonly deadlineMs: number | undefined;
  /** Who has written the arguments. Undefined for a model. */
  readonly origin?: 'app' | undefined;
  /** What is known of the arguments. Undefined if the toolkit does not follow them, or the application has written them. */
  readonly flow?: CallLabels | undefined;
}

/** The durable calls of a toolkit, in its task store. */
export interface StoredTasks {
  /**
   * Stores a call for the workers. A call that is stored already is not stored again: its caller was restarted.
   *
   * @throws DefinitionError if the call is no JSON data, or another call has its ID.
   */
  create(request: DurableRequest): Promise<void>;
  /** Returns the tasks of a session, or of a toolkit. */
  list(sessionId: string | undefined): Promise<readonly BackgroundTask[]>;
  /** Returns a task of a session, or of a toolkit. Resolves to undefined if it is not stored. */
  find(id: string, sessionId: string | undefined): Promise<BackgroundTask | undefined>;
  /** Waits for the result of a task. Rejects with a NotFoundError if it is not stored. */
  result(id: string, signal?: AbortSignal): Promise<ToolResult>;
  /** Asks the worker of a task to cancel it. Resolves to false if it has ended or is not stored. */
  cancel(id: string, sessionId: string | undefined): Promise<boolean>;
  /** Decides on the approval that a task waits for. Resolves to false if it does not wait for approval. */
  decide(id: string, sessionId: string | undefined, decision: FinalDecision): Promise<boolean>;
}

/** The key of the durable calls. There are none without a task store. */
export const storedTasksKey: PartKey<StoredTasks> = new PartKey('durable');

/** Checks whether a call is durable: its options decide, else its tool, else whether it can be stored as a task. */
export function isDurable(
  { durable, background }: ToolkitCallOptions,
  spec: ToolSpec,
  tasks: StoredTasks | undefined,
): boolean {
  return durable ?? spec.durable ?? (background === true && tasks !== undefined);
}
