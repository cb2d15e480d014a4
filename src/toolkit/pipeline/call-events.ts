import { Observable, type Subscriber } from 'rxjs';
import type { ToolEvent } from '../tool-event.js';
import type { CallHistory } from './call-history.js';

/** The events of all calls of a toolkit or session, for its subscribers, its history and its parent. */
export class CallEvents {
  readonly history: CallHistory | undefined;
  readonly #parent: CallEvents | undefined;
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

  /** @param parent - The events of the toolkit to which a session belongs. */
  constructor(history: CallHistory | undefined, parent?: CallEvents) {
    this.history = history;
    this.#parent = parent;
  }

  get hasListeners(): boolean {
    return this.#listeners.length > 0 || this.history !== undefined || this.#parent?.hasListeners === true;
  }

  /** Emits an event. A listener that throws does not fail the call: rxjs reports the error. */
  emit(event: ToolEvent): void {
    Object.freeze(event);
    this.history?.record(event);
    for (const listener of this.#listeners) listener.next(event);
    this.#parent?.emit(event);
  }
}
