import { DefinitionError } from '../../base/errors/errors.js';
import { raceAbort } from '../../call/abort-scope.js';
import { toToolError } from '../../call/failure.js';
import { PartKey } from '../../call/host-call.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { type CallHandler, type PipelineCall, partOf } from '../../toolkit/pipeline/pipeline.js';
import { isDurable } from '../../toolkit/stored-tasks.js';
import { outcomeOfResult } from './durable-record.js';
import type { DurableTasks } from './durable-tasks.js';

const durableTasksKey: PartKey<DurableTasks> = new PartKey('durable');

/**
 * Runs durable calls on the workers of a task store. Middleware, approval and validation belong to the worker, so that they
 * happen once.
 *
 * @throws DefinitionError on a durable call without a task store.
 */
export function runDurably({ spec }: ToolEntry, next: CallHandler): CallHandler {
  return (call, sink) => {
    const { environment, options, supplied } = call.root;
    const tasks = partOf(environment, durableTasksKey);
    if (supplied !== undefined || !isDurable(options, spec, tasks)) return next(call, sink);
    if (tasks !== undefined) return runInStore(call, tasks);
    throw new DefinitionError(
      `The call of '${call.name}' is durable, which requires a task store: new Toolkit({ taskStore }).`,
    );
  };
}

async function runInStore(call: PipelineCall, tasks: DurableTasks): Promise<Outcome> {
  const { id: callId, name: toolName, input, context, root } = call;
  const { auth, deadlineMs } = root.options;
  const { sessionId } = root.environment.scope;
  const { signal } = context;
  try {
    const { origin } = root.options;
    const flow = partOf(root.environment, flowPartKey)?.labelsOf(root);
    const request = { callId, toolName, input, auth, sessionId, deadlineMs, origin, flow };
    return outcomeOfResult(await raceAbort(tasks.run(request, signal), { signal, toolName }));
  } catch (thrown) {
    return createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] }));
  }
}
