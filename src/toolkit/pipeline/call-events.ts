import { Observable, type Subscriber } from 'rxjs';
import type { ToolEvent } from '../tool-event.js';
import { CallHistory, type CallHistoryOptions } from './call-history.js';

/** The options of the events of a toolkit or session. */
export interface CallEventsOptions {
  /** Whether ended calls are recorded. @default false */
  readonly history?: boolean | CallHistoryOptions | undefined;
  /** The events that include these, such as those of the toolkit to which a session belongs. @default none */
  readonly parents?: readonly CallEvents[] | undefined;
  /** The ID of the call of the agent whose calls these are. @default none */
  readonly parentCallId?: string | undefined;
}

/** The events of all calls of a toolkit or session, for its subscribers, its history and its parent. */
export class CallEvents {
  readonly history: CallHistory | undefined;
  readonly #options: CallEventsOptions;
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

  constructor(options: CallEventsOptions) {
    const { history } = options;
    this.history = history === undefined || history === false ? undefined : new CallHistory(readHistory(history));
    this.#options = options;
  }

  /**
   * Creates the events of a session, with a history like this one.
   *
   * @param parents - The events that include those of the session. @default these events
   */
  createChild({ parents = [this], parentCallId }: Omit<CallEventsOptions, 'history'> = {}): CallEvents {
    return new CallEvents({ history: this.#options.history, parents, parentCallId });
  }

  get hasListeners(): boolean {
    if (this.#listeners.length > 0 || this.history !== undefined) return true;
    return this.#options.parents?.some((parent) => parent.hasListeners) === true;
  }

  /** Emits an event. A listener that throws does not fail the call: rxjs reports the error. */
  emit(received: ToolEvent): void {
    const { parents = [], parentCallId = received.parentCallId } = this.#options;
    const isOwn = received.parentCallId === undefined && parentCallId !== undefined;
    const event = Object.freeze(isOwn ? { ...received, parentCallId } : received);
    this.history?.record(event);
    for (const listener of this.#listeners) listener.next(event);
    for (const parent of parents) parent.emit(event);
  }
}

function readHistory(history: true | CallHistoryOptions): CallHistoryOptions {
  return history === true ? {} : history;
}
