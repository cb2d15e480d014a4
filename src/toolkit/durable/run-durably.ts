import { ToolError } from '../../base/errors/errors.js';
import { raceAbort } from '../../execution/abort-scope.js';
import { toToolError } from '../../execution/failure.js';
import { createFailedOutcome } from '../../execution/outcome.js';
import { limitTime } from '../pipeline/limit-time.js';
import type { CallEnvironment, CallHandler } from '../pipeline/pipeline.js';
import { outcomeOfResult } from './durable-record.js';
import type { DurableTasks } from './durable-tasks.js';

/**
 * Creates an environment whose calls run on the workers of a task store. Middleware, approval and validation belong to the
 * worker, so that they happen once.
 */
export function withDurableCalls(environment: CallEnvironment, durable: DurableTasks): CallEnvironment {
  return {
    ...environment,
    find: (name, caller) => {
      const found = environment.find(name, caller);
      if (ToolError.is(found)) return found;
      const run = createHandler(durable);
      return { ...found, run, handler: limitTime(found.entry, run) };
    },
  };
}

function createHandler(durable: DurableTasks): CallHandler {
  return async ({ id: callId, name: toolName, input, context, root }) => {
    const { options, environment } = root;
    const { auth, deadlineMs } = options;
    const { sessionId } = environment;
    const { signal } = context;
    try {
      const request = { callId, toolName, input, auth, sessionId, deadlineMs };
      return outcomeOfResult(await raceAbort(durable.run(request, signal), { signal, toolName }));
    } catch (thrown) {
      return createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] }));
    }
  };
}
