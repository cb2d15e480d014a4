import { Observable, takeWhile } from 'rxjs';
import { interruption } from '../../execution/call-guard.js';
import type { CallOptions, ToolCall } from '../../execution/call-options.js';
import { refusedCall, toResult } from '../../execution/outcome.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolState } from '../../state/tool-state.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import type { CallJournal } from './call-journal.js';
import { CallRecord } from './call-record.js';
import { type CallTally, resultOf } from './call-tally.js';

/** A call that has come in. */
export interface JournalledCall {
  /** Undefined where nobody hears of it. */
  readonly record: CallRecord | undefined;
  readonly call: MiddlewareCall;
  readonly tally: CallTally;
  /** What was made of malformed arguments. */
  readonly repairedInput?: object | undefined;
}

/** A call that nothing stands around but those who hear of it. */
export interface HeardCall {
  readonly spec: ToolSpec;
  readonly journal: CallJournal;
  readonly call: Readonly<Required<ToolCall>>;
  readonly state: ToolState;
  readonly onSettled: () => void;
}

/** Runs such a call to its end, and writes what happens to it into the journal. */
export async function execHeard(heard: HeardCall, options: CallOptions): Promise<ToolResult> {
  const { spec, journal, call, state, onSettled } = heard;
  const record = new CallRecord(journal, call);
  record.started(call.input, undefined);
  const onChunk = (response: ToolResponse): void => record.chunk(response);
  const result = await spec.execFor({ state, onSettled, onChunk }, call.input, {
    ...options,
    callId: call.id,
    throwOnError: false,
    onProgress: (progress) => {
      record.progress(progress);
      options.onProgress?.(progress);
    },
    onRetry: (retry) => {
      record.retried(retry);
      options.onRetry?.(retry);
    },
  });
  record.ended(result);
  if (result.error !== undefined && options.throwOnError === true) throw result.error;
  return result;
}

/** Writes what happens to a call into the journal. A call that its reader leaves has been interrupted. */
export function journalled(
  { record, call, tally, repairedInput }: JournalledCall,
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
    record.started(call.context.call.input, repairedInput);
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
