import { Observable, takeWhile } from 'rxjs';
import { interruption } from '../../execution/call-guard.js';
import type { CallOptions } from '../../execution/call-options.js';
import { refusedCall, toResult } from '../../execution/outcome.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolState } from '../../state/tool-state.js';
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

/** A call whose tool may run at once, and those who hear of it. */
export interface HeardCall {
  readonly spec: ToolSpec;
  readonly input: unknown;
  /** What the text of the arguments stands for, where it has been read. */
  readonly parsedArgs?: object | undefined;
  /** @default that of the options, or one that is made up */
  readonly callId?: string | undefined;
  readonly state: ToolState;
  /** Undefined where nobody hears of the call. */
  readonly record: CallRecord | undefined;
  readonly onSettled: () => void;
}

/** Runs such a call to its end, and writes what happens to it into the journal, but for its beginning. */
export function execHeard(heard: HeardCall, options: CallOptions): Promise<ToolResult> {
  const { spec, input, parsedArgs, callId, state, record, onSettled } = heard;
  const surroundings = { state, parsedArgs, onSettled, callId, witness: record };
  return record === undefined
    ? spec.execFor(surroundings, input, options)
    : recorded(record, spec.execFor(surroundings, input, unthrown(options)), options);
}

async function recorded(record: CallRecord, result: Promise<ToolResult>, options: CallOptions): Promise<ToolResult> {
  const ended = await result;
  record.ended(ended);
  if (ended.error !== undefined && options.throwOnError === true) throw ended.error;
  return ended;
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
