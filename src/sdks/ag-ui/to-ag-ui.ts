import { isObservable, Observable, type Subscriber } from '../../base/async/rxjs.js';
import { DefinitionError, ToolError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { abortSignal, callback, string, strings } from '../../base/options/option-rules.js';
import { toJsonValue } from '../../call/response/json-value.js';
import type { ToolEvent } from '../../toolkit/pipeline/tool-event.js';
import { joinSignals } from '../shared/join-signals.js';
import type { AgUiEvent, AgUiOutcome } from './ag-ui-event.js';
import { RunConverter } from './run-converter.js';

// The version of the protocol that the events conform to.
const protocolVersion = '1.0';

/** The options of a run, as the user interface sees it. */
export interface AgUiRunOptions {
  /** The ID of the conversation, from the input of the run. */
  readonly threadId: string;
  /** The ID of the run, from the input of the run. */
  readonly runId: string;
  /**
   * Runs the agent. The run ends when the promise settles, and its value is the result of the run. The signal aborts with
   * `signal`, and when the user interface disconnects. `emit` adds events of the agent, such as the text of the model.
   *
   * @default the run ends when the Observable of events completes
   */
  readonly run?: ((signal: AbortSignal, emit: (event: AgentEvent) => void) => Promise<unknown>) | undefined;
  /** A signal that cancels the run. The outcome of the run is then `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The IDs of calls that an earlier run has started and this one continues, such as calls that have been approved since.
   * Only their results are emitted.
   *
   * @default no calls
   */
  readonly resumedCalls?: readonly string[] | undefined;
}

/** The names of the options of a run. */
export const runNames: OptionNames<AgUiRunOptions> = {
  threadId: string,
  runId: string,
  run: callback,
  signal: abortSignal,
  resumedCalls: strings,
};

/** An event of AG-UI that an agent emits itself. */
export interface AgentEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * Converts the events of a toolkit or session to those of AG-UI, as one run: its start, each call with its arguments and
 * its result, the chunks and the progress of a call as an activity, and the end of the run. Each subscription is a run. The
 * Observable never fails: an error ends the run with a `RUN_ERROR`, which has only the message of a ToolError.
 *
 * A run shows all calls in `events$`. Pass those of a session: those of a toolkit include the calls of all sessions.
 *
 * @typeParam Event - The type of the events in the SDK, such as `BaseEvent` of `@ag-ui/core`.
 * @example
 * ```ts
 * const events = toAgUi(session.events$, { threadId, runId, run: (signal) => answer(session, signal) });
 * ```
 */
export function toAgUi<Event extends { readonly type: string } = AgUiEvent>(
  events$: Observable<ToolEvent>,
  options: AgUiRunOptions,
): Observable<Event> {
  checkEvents(events$, 'toAgUi');
  checkOptionNames(options, runNames, 'toAgUi');
  const run$ = new Observable<AgUiEvent | AgentEvent>((subscriber) => new Run(subscriber, options).start(events$));
  return run$ as Observable<{ readonly type: string }> as Observable<Event>;
}

/** Throws a DefinitionError if the first argument of the function `where` is not an Observable, such as a toolkit. */
export function checkEvents(events$: unknown, where: string): void {
  if (isObservable(events$)) return;
  throw new DefinitionError(
    `${where}: the first argument must be the events of a toolkit or session. Write ${where}(session.events$, { … }).`,
  );
}

/** One run, from its start to its end. */
class Run {
  readonly #subscriber: Subscriber<AgUiEvent | AgentEvent>;
  readonly #options: AgUiRunOptions;
  readonly #converter: RunConverter;
  readonly #abort = new AbortController();
  #hasSettled = false;

  constructor(subscriber: Subscriber<AgUiEvent | AgentEvent>, options: AgUiRunOptions) {
    this.#subscriber = subscriber;
    this.#options = options;
    this.#converter = new RunConverter(options.resumedCalls ?? []);
  }

  /** Starts the run. Returns a function that cancels it. */
  start(events$: Observable<ToolEvent>): () => void {
    const { run, signal } = this.#options;
    this.#emit({ type: 'RUN_STARTED', ...this.#ids, protocolVersion, timestamp: Date.now() });
    const subscription = events$.subscribe({
      next: (event) => this.#emit(...this.#converter.convert(event)),
      error: (error: unknown) => this.#fail(error),
      complete: () => {
        if (run === undefined) this.#finish(undefined);
      },
    });
    if (run !== undefined) void this.#run(run, joinSignals(signal, this.#abort.signal) ?? this.#abort.signal);
    return () => {
      subscription.unsubscribe();
      // What a run has left running is not cancelled by its end.
      if (!this.#hasSettled) this.#abort.abort();
    };
  }

  get #ids() {
    const { threadId, runId } = this.#options;
    return { threadId, runId };
  }

  async #run(run: NonNullable<AgUiRunOptions['run']>, signal: AbortSignal): Promise<void> {
    let end: () => void;
    try {
      const result = toJsonValue(await run(signal, (event) => this.#subscriber.next(event)));
      end = () => this.#finish(result);
    } catch (error) {
      end = () => this.#fail(error);
    }
    this.#hasSettled = true;
    end();
  }

  #finish(result: unknown): void {
    const isCancelled = this.#options.signal?.aborted === true;
    this.#emit(...this.#converter.close(!isCancelled));
    const outcome: AgUiOutcome = isCancelled ? { type: 'cancelled' } : this.#converter.outcome();
    const returned = isCancelled || result === undefined ? {} : { result };
    this.#emit({ type: 'RUN_FINISHED', ...this.#ids, ...returned, outcome, timestamp: Date.now() });
    this.#subscriber.complete();
  }

  #fail(error: unknown): void {
    if (this.#options.signal?.aborted === true) {
      this.#finish(undefined);
      return;
    }
    // The words of any other error may contain what a user must not read.
    const described = ToolError.is(error)
      ? { message: error.toText(), code: error.code }
      : { message: 'The run failed.' };
    this.#emit(...this.#converter.close(false), { type: 'RUN_ERROR', ...described, timestamp: Date.now() });
    this.#subscriber.complete();
  }

  #emit(...events: readonly AgUiEvent[]): void {
    for (const event of events) this.#subscriber.next(event);
  }
}
