import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { tasksExtension } from '../protocol/task-capability.js';
import type { DetailedTask, WireTask } from '../server/wire-task.js';
import type { ClientTasks } from './client-tasks.js';
import { envelopeKeys, type RequestEnvelope } from './envelope.js';
import type { ResultFields } from './results.js';
import type { ServedRequest } from './served-request.js';

/** Whether a client supports tasks (SEP-2663). */
export function supportsTasks(envelope: RequestEnvelope): boolean {
  const { extensions } = envelope[envelopeKeys.capabilities];
  return isRecord(extensions) && isRecord(extensions[tasksExtension]);
}

/** Returns the result of a call that has become a task. */
export function taskResult(task: WireTask): ResultFields {
  return { resultType: 'task', ...task };
}

/** Handles `tasks/get`. Rejects with an McpProtocolError if the client has no such task. */
export async function getTask(tasks: ClientTasks, served: ServedRequest): Promise<ResultFields> {
  const id = taskIdOf(served);
  return taskFields((await tasks.get(id)) ?? notFound(id));
}

/** Returns the fields of a task. Its result has a type, which every result of this protocol version needs. */
export function taskFields({ result, ...task }: DetailedTask): ResultFields {
  return result === undefined ? task : { ...task, result: { resultType: 'complete', ...result } };
}

/** Handles `tasks/update`: the answers of a client. Rejects with an McpProtocolError if the client has no such task. */
export async function updateTask(tasks: ClientTasks, served: ServedRequest): Promise<ResultFields> {
  const id = taskIdOf(served);
  const { inputResponses } = served.request.params;
  if (!isRecord(inputResponses)) {
    throw new McpProtocolError(
      rpcErrorCodes.invalidParams,
      'tasks/update requires inputResponses: an object of answers.',
    );
  }
  return (await tasks.update(id, inputResponses)) ? {} : notFound(id);
}

/** Handles `tasks/cancel`. Rejects with an McpProtocolError if the client has no such task. */
export async function cancelTask(tasks: ClientTasks, served: ServedRequest): Promise<ResultFields> {
  const id = taskIdOf(served);
  return (await tasks.cancel(id)) ? {} : notFound(id);
}

function taskIdOf({ request: { method, params }, envelope }: ServedRequest): string {
  if (!supportsTasks(envelope)) {
    throw new McpProtocolError(
      rpcErrorCodes.missingCapability,
      `${method} requires a client that supports tasks: the extension ${tasksExtension}.`,
      { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    );
  }
  if (typeof params.taskId === 'string') return params.taskId;
  throw new McpProtocolError(rpcErrorCodes.invalidParams, `${method} requires the taskId of a task.`);
}

function notFound(id: string): never {
  const message = `There is no task ${JSON.stringify(id)} of this client, or it is no longer stored.`;
  throw new McpProtocolError(rpcErrorCodes.invalidParams, message);
}
