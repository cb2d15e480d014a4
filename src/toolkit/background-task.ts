import { PartKey } from '../call/host-call.js';
import type { ToolResult } from '../call/response/tool-result.js';
import type { TaskStatus } from '../stores/task-store.js';

/** A call that runs in the background, or has ended there. */
export interface BackgroundTask {
  /** The ID of the task: such as `task_1`, or the ID of its call if a task store has it. */
  readonly id: string;
  readonly toolName: string;
  readonly callId: string;
  /** The time at which the call became a task, in milliseconds since 1970. */
  readonly since: number;
  /** The status of a task in the task store. Undefined for a task of this process. */
  readonly status?: TaskStatus | undefined;
  /** The token of the approval that a task in the task store waits for. Undefined for any other task. */
  readonly approvalToken?: string | undefined;
  /** The final result. Undefined while the task is running. */
  readonly result: ToolResult | undefined;
}

/** The running tasks of a scope, as other features see them. */
export interface RunningTasks {
  /** Cancels all running tasks, for example at the end of a conversation. */
  cancelAll(): Promise<void>;
}

/** The key of the running tasks. */
export const runningTasksKey: PartKey<RunningTasks> = new PartKey('background');
