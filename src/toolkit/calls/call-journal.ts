import { type Observable, Subject } from 'rxjs';
import type { ToolEvent } from '../tool-event.js';
import type { CallHistory } from './call-history.js';

/** Where the events of calls go: to those who listen, to the history, and on to the toolkit that a session belongs to. */
export class CallJournal {
  readonly history: CallHistory | undefined;
  readonly #events = new Subject<ToolEvent>();
  readonly #parent: CallJournal | undefined;

  constructor(history: CallHistory | undefined, parent?: CallJournal) {
    this.history = history;
    this.#parent = parent;
  }

  get events$(): Observable<ToolEvent> {
    return this.#events.asObservable();
  }

  /** Whether anybody hears what is written: nothing need be put together otherwise. */
  get isHeard(): boolean {
    return this.#events.observed || this.history !== undefined || this.#parent?.isHeard === true;
  }

  /** A listener that throws is not the call's failure: rxjs reports it by itself. */
  write(event: ToolEvent): void {
    Object.freeze(event);
    this.history?.record(event);
    this.#events.next(event);
    this.#parent?.write(event);
  }
}
