import type { CallHistory } from './call-history.js';
import type { CallStep } from './call-step.js';
import { Listeners } from './listeners.js';
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
  readonly #listeners = new Listeners<ToolEvent>();
  /** Apart from the listeners of events, which do not pay for steps. */
  readonly #stepListeners = new Listeners<CallStep>();

  readonly events$ = this.#listeners.events$;
  readonly steps$ = this.#stepListeners.events$;

  constructor({ history, parents = noParents, parentCallId }: CallEventsOptions) {
    this.history = history;
    this.#parents = parents;
    this.#parentCallId = parentCallId;
  }

  /** Whether anyone listens to events or steps. */
  get hasListeners(): boolean {
    if (!this.#listeners.isEmpty || !this.#stepListeners.isEmpty || this.history !== undefined) return true;
    return this.#parents.some(({ hasListeners }) => hasListeners);
  }

  get hasStepListeners(): boolean {
    return !this.#stepListeners.isEmpty || this.#parents.some(({ hasStepListeners }) => hasStepListeners);
  }

  emit(event: ToolEvent): void {
    const emitted = Object.freeze(this.#withParent(event));
    this.history?.record(emitted);
    this.#listeners.emit(emitted);
    for (const parent of this.#parents) parent.emit(emitted);
  }

  emitStep(step: CallStep): void {
    const emitted = Object.freeze(this.#withParent(step));
    this.#stepListeners.emit(emitted);
    for (const parent of this.#parents) parent.emitStep(emitted);
  }

  /** Checks whether other events include these. */
  isIncludedIn(other: CallEvents): boolean {
    return this === other || this.#parents.some((parent) => parent.isIncludedIn(other));
  }

  /** Adds the ID of the agent's call, unless the event is of the run of an agent within the agent. */
  #withParent<Event extends ToolEvent | CallStep>(event: Event): Event {
    const parentCallId = this.#parentCallId;
    return parentCallId === undefined || event.parentCallId !== undefined ? event : { ...event, parentCallId };
  }
}
