import { OutputValidationError } from '../../../../base/errors/errors.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';

const statuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

/** A task of a server (SEP-2663). Fields of type `unknown` have not been validated. */
export interface RemoteTask {
  readonly taskId: string;
  readonly status: (typeof statuses)[number];
  /** What the task does, for people. */
  readonly statusMessage: string | undefined;
  /** How often the server wants to be asked, in milliseconds. */
  readonly pollIntervalMs: number | undefined;
  /** The questions that a task with the status `input_required` waits for, by key. */
  readonly inputRequests: Readonly<Record<string, unknown>>;
  /** The result of a task with the status `completed`. */
  readonly result: unknown;
  /** The error of a task with the status `failed`. */
  readonly error: unknown;
}

/** What a task is read for. */
export interface TaskSite {
  /** The name of the tool for models. */
  readonly toolName: string;
  /** The ID of the task; undefined if it has just been created. */
  readonly taskId: string | undefined;
}

// It is repeated in each request, over HTTP as a header.
const longestId = 1_024;

/** Reads a task. @throws OutputValidationError if the value is not a task, or a task other than the one of the site. */
export function readTask(value: unknown, { toolName, taskId: known }: TaskSite): RemoteTask {
  const fail = (problem: string): OutputValidationError =>
    new OutputValidationError(`'${toolName}' answered with a malformed task: ${problem}.`, { toolName });
  if (!isRecord(value)) throw fail('it is not an object');
  const { taskId, status, statusMessage, pollIntervalMs, inputRequests, result, error } = value;
  if (typeof taskId !== 'string' || taskId === '') throw fail('it has no taskId');
  if (taskId.length > longestId) throw fail(`its taskId has more than ${longestId} characters`);
  if (known !== undefined && taskId !== known) throw fail('its taskId has changed');
  if (!isStatus(status)) throw fail('its status is unknown');
  return {
    taskId,
    status,
    statusMessage: typeof statusMessage === 'string' ? statusMessage : undefined,
    pollIntervalMs: typeof pollIntervalMs === 'number' ? pollIntervalMs : undefined,
    inputRequests: isRecord(inputRequests) ? inputRequests : {},
    result,
    error,
  };
}

function isStatus(value: unknown): value is RemoteTask['status'] {
  return statuses.some((status) => status === value);
}
