import { Observable, type Subscriber } from 'rxjs';
import type { ToolEvent } from '../tool-event.js';
import type { CallHistory } from './call-history.js';

/** Where the events of calls go: to those who listen, to the history, and on to the toolkit that a session belongs to. */
export class CallJournal {
  readonly history: CallHistory | undefined;
  readonly #parent: CallJournal | undefined;
  /** Those who listen, in a list that is replaced and never changed: a Subject takes as long as all the rest of an event. */
  #listeners: readonly Subscriber<ToolEvent>[] = [];

  readonly events$ = new Observable<ToolEvent>((listener) => {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  });

  constructor(history: CallHistory | undefined, parent?: CallJournal) {
    this.history = history;
    this.#parent = parent;
  }

  /** Whether anybody hears what is written: nothing need be put together otherwise. */
  get isHeard(): boolean {
    return this.#listeners.length > 0 || this.history !== undefined || this.#parent?.isHeard === true;
  }

  /** A listener that throws is not the call's failure: rxjs reports it by itself. */
  write(event: ToolEvent): void {
    Object.freeze(event);
    this.history?.record(event);
    for (const listener of this.#listeners) listener.next(event);
    this.#parent?.write(event);
  }
}
