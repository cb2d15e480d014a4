import { optionRule } from '../base/options/option-rules.js';

/** Ends a subscription. */
export type Unsubscribe = () => Promise<void>;

/**
 * Delivers events to every process that has subscribed to their topic, at most once. An event that is published while a
 * process is disconnected does not reach it.
 */
export interface EventBus {
  /**
   * Publishes an event to all subscribers of a topic, including those of this process.
   *
   * @param event - The event, as JSON data.
   */
  publish(topic: string, event: unknown): Promise<void>;
  /** Subscribes to a topic. Resolves when events published from now on are delivered. */
  subscribe(topic: string, listener: (event: unknown) => void): Promise<Unsubscribe>;
}

/** The rule of an option that is an event bus. */
export const eventBus = optionRule<EventBus>(
  'an event bus, such as the one of openNatsStores()',
  (value) => typeof (value as EventBus | null)?.subscribe === 'function',
);

/** An event bus within one process. Events are delivered as copies, in a later microtask. */
export class MemoryEventBus implements EventBus {
  readonly #listeners = new Map<string, Set<(event: unknown) => void>>();

  async publish(topic: string, event: unknown): Promise<void> {
    const json = JSON.stringify(event ?? null);
    for (const listener of this.#listeners.get(topic) ?? []) queueMicrotask(() => listener(JSON.parse(json)));
  }

  async subscribe(topic: string, listener: (event: unknown) => void): Promise<Unsubscribe> {
    const listeners = this.#listeners.get(topic) ?? new Set();
    // A function of its own, so that one listener can subscribe twice.
    const own = (event: unknown): void => listener(event);
    this.#listeners.set(topic, listeners.add(own));
    return async () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }
}
