import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import type { WireMessage } from '../../protocol/wire-transport.js';

/** Routes the notifications about tasks to those who follow the tasks. The SDKs do not know these notifications. */
export class TaskChanges {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls a listener when a task may have changed. Returns a function that ends this. */
  follow(taskId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(taskId);
    };
  }

  /** Handles a message if it is about tasks, and returns whether it is. */
  handle({ method, params }: WireMessage): boolean {
    if (method !== 'notifications/tasks' && method !== 'notifications/subscriptions/acknowledged') return false;
    const { taskId, notifications } = isRecord(params) ? params : {};
    // What has changed before a subscription began is not reported.
    const ids = method === 'notifications/tasks' ? [taskId] : followedIn(notifications);
    for (const id of ids) {
      if (typeof id === 'string') for (const listener of this.#listeners.get(id) ?? []) listener();
    }
    return method === 'notifications/tasks' || ids.length > 0;
  }
}

function followedIn(notifications: unknown): readonly unknown[] {
  const ids = isRecord(notifications) ? notifications.taskIds : undefined;
  return Array.isArray(ids) ? ids : [];
}
