import { NotFoundError } from '../../base/errors/errors.js';
import { stateOf } from '../../call/outcome.js';
import { text } from '../../call/response/content.js';
import { respond } from '../../call/response/tool-response.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { BackgroundTask } from '../../toolkit/background-task.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { backgroundTasksKey } from './background-tasks.js';

/** The options of `enableBackground`. */
export interface BackgroundToolOptions {
  /**
   * The number of tasks that the toolkit and each session store. A new task replaces the one that ended first.
   *
   * @default 100
   */
  readonly maxTasks?: number | undefined;
}

/** The names of the tools with which a model manages background tasks. */
export const taskToolNames = Object.freeze({ view: 'view_task', wait: 'wait_task', cancel: 'cancel_task' });

/** Adds the missing tools for background tasks. Throws a DefinitionError if another tool has one of these names. */
export function addTaskTools(catalog: ToolCatalog): void {
  const missing = createTaskTools().filter(({ name }) => catalog.entry(name)?.actsOnScope !== true);
  catalog.add(
    missing.map((spec) => createScopeEntry(() => spec)),
    'error',
  );
}

// The default and the maximum of the argument `timeoutMs` of `wait_task`, in milliseconds.
const defaultWaitMs = 10_000;
const maxWaitMs = 600_000;

const taskId = { type: 'string', description: "The task's id, such as task_1" } as const;

function createTaskTools(): readonly ToolSpec[] {
  const shared = { required: ['taskId'] };
  return [
    createScopeTool({
      ...shared,
      name: taskToolNames.view,
      description: 'Show the status of a background task, and its result if it has ended. May be called repeatedly.',
      properties: { taskId },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async (scope, args) => reportTask(await taskOf(scope, args)),
    }),
    createScopeTool({
      ...shared,
      name: taskToolNames.wait,
      description: 'Wait until a background task has ended, and get its result.',
      properties: {
        taskId,
        timeoutMs: {
          type: 'integer',
          minimum: 0,
          maximum: maxWaitMs,
          default: defaultWaitMs,
          description: 'How long to wait at most, in milliseconds',
        },
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async (scope, args, { signal }) => {
        const task = await taskOf(scope, args);
        await requirePart(scope, backgroundTasksKey).wait(task.id, Number(args.timeoutMs), signal);
        // Another task may have replaced it as soon as it had ended.
        const now = (await requirePart(scope, backgroundTasksKey).find(task.id)) ?? task;
        return reportTask(now, ` after ${Number(args.timeoutMs)} ms`);
      },
    }),
    createScopeTool({
      ...shared,
      name: taskToolNames.cancel,
      description: 'Cancel a background task.',
      properties: { taskId },
      annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (scope, args) => {
        const { id, toolName } = await taskOf(scope, args);
        const wasRunning = await requirePart(scope, backgroundTasksKey).cancel(id);
        if (wasRunning) return `Task '${id}' of '${toolName}' has been cancelled.`;
        return `Task '${id}' of '${toolName}' has already ended. ${taskToolNames.view} shows its result.`;
      },
    }),
  ];
}

async function taskOf(scope: ScopeControl, args: Readonly<Record<string, unknown>>): Promise<BackgroundTask> {
  const tasks = requirePart(scope, backgroundTasksKey);
  const id = String(args.taskId);
  const task = await tasks.find(id);
  if (task !== undefined) return task;
  const ids = tasks.list().map((one) => one.id);
  const those = ids.length === 0 ? 'There are no tasks.' : `The tasks are ${ids.join(', ')}.`;
  throw new NotFoundError(`There is no task '${id}', or its result is no longer stored. ${those}`);
}

/**
 * Describes a task to a model: an ended task has the same content as its call. The result of a failed task is still a
 * success, so that an interrupted task is not mistaken for an interrupted call of this tool.
 */
function reportTask({ id, toolName, result }: BackgroundTask, when = ''): unknown {
  if (result === undefined) {
    return respond({
      content: [text(`Task '${id}' of '${toolName}' is still running${when}.`)],
      metadata: { task: { id, state: 'running' } },
    });
  }
  const { data, content, structuredContent, metadata, meta, error } = result;
  const task = { id, state: stateOf(error), ...(error === undefined ? {} : { error: error.toJSON() }) };
  return new ToolResult({
    data,
    content: content.length > 0 ? content : [text(`Task '${id}' of '${toolName}' has ended without output.`)],
    structuredContent,
    metadata: { ...metadata, task },
    meta,
  });
}
