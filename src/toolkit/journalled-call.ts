import { Observable, takeWhile } from 'rxjs';
import type { ToolError } from '../errors.js';
import { interruption } from '../execution/call-guard.js';
import type { ToolCall } from '../execution/call-options.js';
import { refusedCall, toResult } from '../execution/outcome.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import type { CallJournal } from './call-journal.js';
import { type CallTally, resultOf } from './call-tally.js';
import type { MiddlewareCall } from './middleware.js';

/** A call, and the journal that its events go to. */
export interface JournalledCall {
  readonly journal: CallJournal;
  readonly call: MiddlewareCall;
  readonly tally: CallTally;
  /** What was made of malformed arguments. */
  readonly repairedInput?: object | undefined;
}

/** Writes what happens to a call into the journal. A call that its reader leaves has been interrupted. */
export function journalled(
  { journal, call, tally, repairedInput }: JournalledCall,
  responses: Observable<ToolResponse>,
): Observable<ToolResponse> {
  if (!journal.isHeard) return responses;
  return new Observable<ToolResponse>((subscriber) => {
    let hasEnded = false;
    const end = (result: ToolResult): void => {
      if (hasEnded) return;
      hasEnded = true;
      const { error, durationMs, attempts } = result;
      const ended = { ...eventOf(call), result, durationMs, attempts };
      if (error === undefined) journal.write({ ...ended, type: 'completed' });
      else journal.write({ ...ended, type: endOf(error), error });
    };
    const { input } = call.context.call;
    const repair = repairedInput === undefined ? {} : { repairedInput };
    journal.write({ ...eventOf(call), type: 'started', input, ...repair });
    // A reader may leave in the middle of what comes all at once.
    const subscription = responses.pipe(takeWhile(() => !subscriber.closed)).subscribe({
      next: (response) => {
        if (response.isLast) end(resultOf(response));
        else journal.write({ ...eventOf(call), type: 'chunk', response });
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

function endOf({ code }: ToolError): 'failed' | 'interrupted' | 'denied' {
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}

/** What every event of a call tells. */
export function eventOf({ id, name }: Readonly<Required<ToolCall>>): { callId: string; toolName: string; at: number } {
  return { callId: id, toolName: name, at: Date.now() };
}
