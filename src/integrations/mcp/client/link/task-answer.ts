import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { capabilitiesKey, tasksExtension } from '../../protocol/task-capability.js';
import type { WireMessage } from '../../protocol/wire-transport.js';

const taskKey = 'toolwright/task';

/** Whether the answer to a request may be a task: whether it calls a tool and declares that its client supports tasks. */
export function mayBecomeTask({ method, params }: WireMessage): boolean {
  if (method !== 'tools/call') return false;
  const meta = isRecord(params) ? params._meta : undefined;
  const capabilities = isRecord(meta) ? meta[capabilitiesKey] : undefined;
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  return isRecord(extensions) && Object.hasOwn(extensions, tasksExtension);
}

/** Puts a task into a result of a tool, because the SDK accepts no other answer. Returns any other message unchanged. */
export function wrapTask(message: WireMessage): WireMessage {
  const { result } = message;
  if (!isRecord(result) || result.resultType !== 'task') return message;
  return { ...message, result: { resultType: 'complete', content: [], [taskKey]: result } };
}

/** Returns the task that `wrapTask` has put into a result; undefined for any other result. */
export function taskIn(result: unknown): unknown {
  return isRecord(result) && Object.hasOwn(result, taskKey) ? result[taskKey] : undefined;
}
