import { NotFoundError } from '../../errors.js';
import { text } from '../../response/content.js';
import { respond } from '../../response/tool-response.js';
import { ToolResult } from '../../response/tool-result.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { createScopeTool, type ScopeControl, scopeEntry } from '../meta/scope-control.js';
import type { ToolCatalog } from '../tool-catalog.js';
import type { BackgroundTask } from './background-tasks.js';

/** What becomes of background calls. */
export interface BackgroundToolOptions {
  /** How many tasks the toolkit and each session keep; the one that ended first makes room for a new one. @default 100 */
  readonly maxTasks?: number | undefined;
}

/** The names of the tools by which a model follows its background calls. */
export const taskToolNames = Object.freeze({ view: 'view_task', wait: 'wait_task', cancel: 'cancel_task' });

/** Adds the tools for background calls that are not there yet. Throws a DefinitionError if another has such a name. */
export function addTaskTools(catalog: ToolCatalog): void {
  const missing = taskTools().filter(({ name }) => catalog.entry(name)?.actsOnScope !== true);
  catalog.add(
    missing.map((spec) => scopeEntry(() => spec)),
    'error',
  );
}

// How long a model waits if it does not say, and how long it may; in milliseconds.
const usualWaitMs = 10_000;
const longestWaitMs = 600_000;

const taskId = { type: 'string', description: "The task's id, such as task_1" } as const;

function taskTools(): readonly ToolSpec[] {
  const shared = { required: ['taskId'] };
  return [
    createScopeTool({
      ...shared,
      name: taskToolNames.view,
      description: 'See how a call in the background stands: its result if it has ended. May be asked again and again.',
      properties: { taskId },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: (scope, args) => reportOf(taskOf(scope, args)),
    }),
    createScopeTool({
      ...shared,
      name: taskToolNames.wait,
      description: 'Wait until a call in the background has ended, and get its result.',
      properties: {
        taskId,
        timeoutMs: {
          type: 'integer',
          minimum: 0,
          maximum: longestWaitMs,
          default: usualWaitMs,
          description: 'How long to wait at most, in milliseconds',
        },
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async (scope, args, { signal }) => {
        const task = taskOf(scope, args);
        await scope.tasks.wait(task.id, Number(args.timeoutMs), signal);
        // Its place may have been given away as soon as it had ended.
        const now = scope.tasks.get(task.id) ?? task;
        return reportOf(now, ` after ${Number(args.timeoutMs)} ms`);
      },
    }),
    createScopeTool({
      ...shared,
      name: taskToolNames.cancel,
      description: 'Stop a call in the background.',
      properties: { taskId },
      annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (scope, args) => {
        const { id, toolName } = taskOf(scope, args);
        const wasRunning = await scope.tasks.cancel(id);
        if (wasRunning) return `Task '${id}' of '${toolName}' has been cancelled.`;
        return `Task '${id}' of '${toolName}' had ended already. ${taskToolNames.view} shows its result.`;
      },
    }),
  ];
}

function taskOf({ tasks }: ScopeControl, args: Readonly<Record<string, unknown>>): BackgroundTask {
  const id = String(args.taskId);
  const task = tasks.get(id);
  if (task !== undefined) return task;
  const ids = tasks.list().map((one) => one.id);
  const those = ids.length === 0 ? 'There are no tasks.' : `The tasks are ${ids.join(', ')}.`;
  throw new NotFoundError(`There is no task '${id}', or its result is not kept any more. ${those}`);
}

/**
 * What a model reads of a task: what it would have read of the call itself. Looking at a failure succeeds, so that an
 * interrupted task is not taken for an interrupted look.
 */
function reportOf({ id, toolName, result }: BackgroundTask, when = ''): unknown {
  if (result === undefined) {
    return respond({
      content: [text(`Task '${id}' of '${toolName}' is still running${when}.`)],
      metadata: { task: { id, state: 'running' } },
    });
  }
  const { data, content, structuredContent, metadata, error } = result;
  const state = error === undefined ? 'success' : error.code === 'interrupted' ? 'interrupted' : 'error';
  const task = { id, state, ...(error === undefined ? {} : { error: error.toJSON() }) };
  return new ToolResult({
    data,
    content: content.length > 0 ? content : [text(`Task '${id}' of '${toolName}' has ended, and gave nothing.`)],
    structuredContent,
    metadata: { ...metadata, task },
  });
}
