import { Observable } from '../../../base/async/rxjs.js';
import type { ChunkSink } from '../../../call/consumers.js';
import type { Outcome } from '../../../call/outcome.js';
import type { ToolResponse } from '../../../call/response/tool-response.js';
import type { ToolResult } from '../../../call/response/tool-result.js';

/** One run of the rest of the pipeline. */
export interface NextRun {
  readonly outcome: Promise<Outcome>;
  toResponse(outcome: Outcome): ToolResponse;
  toResult(outcome: Outcome): ToolResult;
  /** Stops the run. Its outcome is no longer read. */
  abandon(): void;
}

/**
 * The return value of `next()`: an Observable of responses that can be awaited as a ToolResult instead. Each
 * subscription runs the rest of the pipeline. Awaiting runs it once, and emits its chunks to the consumer of the call.
 */
export class NextResponses extends Observable<ToolResponse> implements PromiseLike<ToolResult> {
  // A property, because a middleware may wrap the Observable in a proxy.
  // biome-ignore lint/suspicious/noThenProperty: a middleware may await the return value of next().
  readonly then: PromiseLike<ToolResult>['then'];

  /** @param start - Starts a run. Without a sink, its chunks go to the consumer of the call. */
  constructor(start: (sink?: ChunkSink) => NextRun) {
    super((subscriber) => {
      const run = start((chunk) => {
        subscriber.next(chunk);
        return undefined;
      });
      run.outcome.then(
        (outcome) => {
          if (subscriber.closed) return;
          subscriber.next(run.toResponse(outcome));
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(error),
      );
      return () => run.abandon();
    });
    let result: Promise<ToolResult> | undefined;
    const execute = async (): Promise<ToolResult> => {
      const run = start();
      try {
        return run.toResult(await run.outcome);
      } finally {
        run.abandon();
      }
    };
    // biome-ignore lint/suspicious/noThenProperty: a middleware may await the return value of next().
    this.then = (onFulfilled, onRejected) => {
      result ??= execute();
      return result.then(onFulfilled, onRejected);
    };
  }
}
