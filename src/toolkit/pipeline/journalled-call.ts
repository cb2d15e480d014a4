import { Observable, takeWhile } from 'rxjs';
import { interruption } from '../../execution/call-guard.js';
import type { CallOptions } from '../../execution/call-options.js';
import { refusedCall, toResult } from '../../execution/outcome.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import type { CallRecord } from './call-record.js';
import { type CallTally, resultOf } from './call-tally.js';

/** A call that has come in. */
export interface JournalledCall {
  /** Undefined where nobody hears of it. */
  readonly record: CallRecord | undefined;
  readonly call: MiddlewareCall;
  readonly tally: CallTally;
}

/** Options under which a failure gives a result. */
export function unthrown(options: CallOptions): CallOptions {
  return options.throwOnError === true ? { ...options, throwOnError: false } : options;
}

/**
 * Writes what happens to a call into the journal, but for its beginning. A call that its reader leaves has been
 * interrupted.
 */
export function journalled(
  { record, call, tally }: JournalledCall,
  responses: Observable<ToolResponse>,
): Observable<ToolResponse> {
  if (record === undefined) return responses;
  return new Observable<ToolResponse>((subscriber) => {
    let hasEnded = false;
    const end = (result: ToolResult): void => {
      if (hasEnded) return;
      hasEnded = true;
      record.ended(result);
    };
    // A reader may leave in the middle of what comes all at once.
    const subscription = responses.pipe(takeWhile(() => !subscriber.closed)).subscribe({
      next: (response) => {
        if (response.isLast) end(resultOf(response));
        else record.chunk(response);
        subscriber.next(response);
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
    return () => {
      subscription.unsubscribe();
      if (hasEnded) return;
      const { attempts, durationMs } = tally;
      end(toResult({ ...refusedCall(call.name, interruption(call.name)), attempts, durationMs }, call.id));
    };
  });
}
