import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import type { WireMessage } from '../../protocol/wire-transport.js';

/** Routes the notifications about resources to those who follow the resources. */
export class ResourceChanges {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Whether someone follows a resource. */
  has(uri: string): boolean {
    return this.#listeners.has(uri);
  }

  /** Calls a listener when a resource may have changed. Returns a function that ends this. */
  follow(uri: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(uri) ?? new Set();
    this.#listeners.set(uri, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(uri) === listeners) this.#listeners.delete(uri);
    };
  }

  /** Handles a message if it is about resources that are followed, and returns whether it is. */
  handle({ method, params }: WireMessage): boolean {
    const { uri, notifications } = isRecord(params) ? params : {};
    if (method === 'notifications/resources/updated') return this.#report([uri]);
    if (method !== 'notifications/subscriptions/acknowledged' || !isRecord(notifications)) return false;
    // What has changed before a subscription began is not reported.
    const { resourceSubscriptions: uris } = notifications;
    return Array.isArray(uris) && this.#report(uris);
  }

  #report(uris: readonly unknown[]): boolean {
    const followed = uris.flatMap((uri) => (typeof uri === 'string' ? [...(this.#listeners.get(uri) ?? [])] : []));
    for (const listener of followed) listener();
    return followed.length > 0;
  }
}
