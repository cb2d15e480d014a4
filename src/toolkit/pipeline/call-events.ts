import { Observable, type Subscriber } from '../../base/async/rxjs.js';
import type { CallHistory } from './call-history.js';
import type { ToolEvent } from './tool-event.js';

/** The options of `CallEvents`. */
export interface CallEventsOptions {
  readonly history?: CallHistory | undefined;
  /** The events that include these: those of the toolkit of a session, and of the caller of an agent. */
  readonly parents?: readonly CallEvents[] | undefined;
  /** The ID of the call of an agent, if the events are those of its run. */
  readonly parentCallId?: string | undefined;
}

const noParents: readonly CallEvents[] = Object.freeze([]);

/** The events of all calls of a toolkit or session, for its subscribers, its history and its parents. */
export class CallEvents {
  readonly history: CallHistory | undefined;
  readonly #parents: readonly CallEvents[];
  readonly #parentCallId: string | undefined;
  /**
   * The listeners. The array is replaced, never changed: listeners may be added or removed while an event is emitted.
   */
  #listeners: readonly Subscriber<ToolEvent>[] = [];

  readonly events$ = new Observable<ToolEvent>((listener) => {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  });

  constructor({ history, parents = noParents, parentCallId }: CallEventsOptions) {
    this.history = history;
    this.#parents = parents;
    this.#parentCallId = parentCallId;
  }

  get hasListeners(): boolean {
    if (this.#listeners.length > 0 || this.history !== undefined) return true;
    return this.#parents.some(({ hasListeners }) => hasListeners);
  }

  /** Emits an event. A listener that throws does not fail the call: rxjs reports the error. */
  emit(event: ToolEvent): void {
    const emitted = Object.freeze(this.#withParent(event));
    this.history?.record(emitted);
    for (const listener of this.#listeners) listener.next(emitted);
    for (const parent of this.#parents) parent.emit(emitted);
  }

  /** Checks whether other events include these. */
  isIncludedIn(other: CallEvents): boolean {
    return this === other || this.#parents.some((parent) => parent.isIncludedIn(other));
  }

  /** Adds the ID of the agent's call, unless the event is of the run of an agent within the agent. */
  #withParent(event: ToolEvent): ToolEvent {
    const parentCallId = this.#parentCallId;
    return parentCallId === undefined || event.parentCallId !== undefined ? event : { ...event, parentCallId };
  }
}
