import {
  from,
  Observable,
  type ObservableInput,
  type Subscriber,
  type TeardownLogic,
  takeWhile,
  throwError,
} from 'rxjs';
import type { ToolError } from '../../errors.js';
import { interruption } from '../../execution/call-guard.js';
import type { ToolCall } from '../../execution/call-options.js';
import { toToolError } from '../../execution/failure.js';
import { failedRendering, toLastResponse } from '../../execution/outcome.js';
import type { ToolContext } from '../../execution/tool-context.js';
import { ChunkAccumulator } from '../../response/chunk-accumulator.js';
import { nothing, type Rendered } from '../../response/rendered.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { CallAbort } from './call-abort.js';
import { checkResponse, stampResponse } from './stamp-response.js';

/** The call that responses belong to. */
interface Answered extends Readonly<Required<ToolCall>> {
  readonly context: Pick<ToolContext, 'state'>;
}

/** How responses are settled. */
export interface SettledOptions {
  /** Ends the call as interrupted, however long its responses take. */
  readonly stop?: CallAbort | undefined;
  /** Is shown the last response before anybody else. */
  readonly onLast?: ((last: ToolResponse) => void) | undefined;
}

// What runs inside ends by itself when the call is stopped, in its own words, unless it does not listen. In milliseconds.
const graceMs = 20;

/**
 * Responses of whatever origin as those of one call: ids in order, exactly one last response, and nothing after it. An
 * error becomes the last response; so do chunks that nothing sums up.
 *
 * @param open - Gives the responses, anew for each who subscribes. If it throws, that is how the call ends.
 */
export function settled(
  open: () => ObservableInput<ToolResponse>,
  call: Answered,
  options: SettledOptions = unwatched,
): Observable<ToolResponse> {
  return new SettledResponses(open, call, options);
}

const unwatched: SettledOptions = Object.freeze({});

/** Responses that need no more settling, as long as they stand for the same call. */
class SettledResponses extends Observable<ToolResponse> {
  readonly open: () => ObservableInput<ToolResponse>;
  readonly call: Answered;
  readonly options: SettledOptions;

  constructor(open: () => ObservableInput<ToolResponse>, call: Answered, options: SettledOptions) {
    // One function for all: there is one of these for each layer of each call.
    super(settle);
    this.open = open;
    this.call = call;
    this.options = options;
  }

  /** Whether nobody has to be told of the end, or may bring it about. */
  get isPlain(): boolean {
    return this.options.stop === undefined && this.options.onLast === undefined;
  }

  areOf({ id, name }: ToolCall): boolean {
    return this.call.id === id && this.call.name === name;
  }
}

function settle(this: Observable<ToolResponse>, subscriber: Subscriber<ToolResponse>): TeardownLogic {
  const { open, call, options, isPlain } = this as SettledResponses;
  const { stop, onLast } = options;
  const startedAt = performance.now();
  const responses = opened(open);
  // A layer that hands on what the next one in gave need not settle it again.
  if (isPlain && responses instanceof SettledResponses && responses.areOf(call)) return responses.subscribe(subscriber);
  // Most calls end without a chunk.
  let soFar: ChunkAccumulator | undefined;
  let chunks = 0;
  const finish = (last: ToolResponse): void => {
    onLast?.(last);
    subscriber.next(last);
    subscriber.complete();
  };
  const end = (rendered: Rendered, error: ToolError | undefined): void => {
    const durationMs = performance.now() - startedAt;
    const outcome = { toolName: call.name, rendered, error, streamed: chunks > 0, attempts: 0, durationMs };
    finish(toLastResponse(outcome, call.id));
  };
  const fail = (thrown: unknown): void => {
    const error = toToolError(thrown, { toolName: call.name, secretsIn: call.context.state.roots() });
    end(failedRendering(soFar?.soFar() ?? nothing, error, undefined), error);
  };
  const take = (response: ToolResponse): void => {
    checkResponse(response, call.name);
    if (response.isLast) {
      finish(stampResponse(response, call, { id: call.id, isLast: true, stream: chunks > 0 }));
      return;
    }
    soFar ??= new ChunkAccumulator('concat');
    soFar.add(response);
    subscriber.next(stampResponse(response, call, { id: `${call.id}:${chunks++}`, isLast: false, stream: true }));
  };
  const attempt = (step: () => void): void => {
    if (subscriber.closed) return;
    try {
      step();
    } catch (thrown) {
      fail(thrown);
    }
  };
  const unfollow = stop === undefined ? undefined : onStopped(stop, () => fail(interruption(call.name, stop.reason)));
  // A source that emits all at once can be stopped in the middle of it too.
  const subscription = responses
    .pipe(takeWhile((response) => !subscriber.closed && !isLast(response), true))
    .subscribe({
      next: (response) => attempt(() => take(response)),
      error: fail,
      complete: () => attempt(() => end(soFar?.whole() ?? nothing, undefined)),
    });
  return () => {
    subscription.unsubscribe();
    unfollow?.();
  };
}

/** What the layers around a call come down to. */
class HandedOn {
  /** What the innermost of those layers gave that hand on what the next one in gave. */
  readonly innermost: Observable<ToolResponse>;
  readonly #settledAs: Answered | undefined;

  constructor(innermost: Observable<ToolResponse>, settledAs: Answered | undefined) {
    this.innermost = innermost;
    this.#settledAs = settledAs;
  }

  /** The same as responses of the call. */
  responses(): Observable<ToolResponse> {
    return this.#settledAs === undefined ? this.innermost : settled(() => this.innermost, this.#settledAs);
  }
}

/** Opens responses, and those that they are handed on from as they are, layer by layer. */
export function handedOn(open: () => ObservableInput<ToolResponse>, call: ToolCall): HandedOn {
  let innermost = opened(open);
  let settledAs: Answered | undefined;
  while (innermost instanceof SettledResponses && innermost.isPlain && innermost.areOf(call)) {
    settledAs = innermost.call;
    innermost = opened(innermost.open);
  }
  return new HandedOn(innermost, settledAs);
}

function opened(open: () => ObservableInput<ToolResponse>): Observable<ToolResponse> {
  try {
    return from(open());
  } catch (thrown) {
    return throwError(() => thrown);
  }
}

/** Calls `end` when a stopped call has had its time to end by itself. */
function onStopped(stop: CallAbort, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(end, graceMs);
  };
  const unfollow = stop.aborted ? undefined : stop.follow(wait);
  if (stop.aborted) wait();
  return () => {
    unfollow?.();
    clearTimeout(timer);
  };
}

function isLast(response: unknown): boolean {
  return (response as ToolResponse | null | undefined)?.isLast === true;
}
