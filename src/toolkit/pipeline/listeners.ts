import { Observable, type Subscriber } from '../../base/async/rxjs.js';

/** The listeners of one kind of events. A listener that throws does not fail the call: rxjs reports the error. */
export class Listeners<Event> {
  /** The array is replaced, never changed: listeners may be added or removed while an event is emitted. */
  #all: readonly Subscriber<Event>[] = [];

  readonly events$ = new Observable<Event>((listener) => {
    this.#all = [...this.#all, listener];
    return () => {
      this.#all = this.#all.filter((one) => one !== listener);
    };
  });

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  emit(event: Event): void {
    for (const listener of this.#all) listener.next(event);
  }
}
