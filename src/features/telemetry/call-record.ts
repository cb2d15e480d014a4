import { type Span, SpanStatusCode } from '@opentelemetry/api';
import { outcomeOf } from '../../call/outcome.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { MiddlewareCall } from '../../toolkit/entry/middleware.js';
import { type CaptureOptions, createResultAttributes, redactSecrets } from './call-attributes.js';
import type { CallEnd, CallMeter } from './call-meter.js';
import { createFlowAttributes } from './flow-attributes.js';
import type { ReceivedRequest } from './request-spans.js';

/** What a call is recorded with. */
export interface Recorders {
  readonly span: Span;
  /** The request on whose span the call is recorded; undefined if the call has its own span. */
  readonly request: ReceivedRequest | undefined;
  readonly meter: CallMeter;
  readonly options: CaptureOptions;
}

/** The record of one call, whose end is recorded once. */
export class CallRecord {
  readonly #call: MiddlewareCall;
  readonly #recorders: Recorders;
  readonly #startedAt = performance.now();
  #chunks = 0;
  #hasEnded = false;

  constructor(call: MiddlewareCall, recorders: Recorders) {
    this.#call = call;
    this.#recorders = recorders;
  }

  add(response: ToolResponse): void {
    if (response.isLast) this.end(response);
    else this.#chunks++;
  }

  /**
   * Records the end of the call. Further calls have no effect.
   *
   * @param last - The final response; undefined if the call was cancelled by unsubscribing.
   */
  end(last: ToolResponse | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { meter } = this.#recorders;
    const failure = last === undefined ? cancelled : last.error;
    this.#endSpan(last, failure);
    // The call was counted as pending when it was made.
    if (this.#call.stage === 'result') return;
    const durationMs = performance.now() - this.#startedAt;
    const toolName = this.#call.spec?.name;
    const outcome = last?.state === 'pending' ? 'pending' : outcomeFor(failure?.code);
    meter.record({ durationMs, outcome, toolName, errorType: failure?.code });
  }

  #endSpan(last: ToolResponse | undefined, failure: CallFailure | undefined): void {
    const { span, request, options } = this.#recorders;
    // The request of a call may end first: when it is cancelled, or answered with a question to its client.
    if (!span.isRecording()) return;
    if (last !== undefined) span.setAttributes(createResultAttributes(last, this.#call, options));
    if (this.#chunks > 0) span.setAttribute('toolwright.chunks', this.#chunks);
    const outcome = last && outcomeOf(last);
    const attempts = outcome?.attempts;
    span.setAttributes(createFlowAttributes(this.#call, outcome));
    if (attempts !== undefined && attempts > 1) span.setAttribute('toolwright.attempts', attempts);
    if (failure === undefined) {
      if (request === undefined) span.end();
      return;
    }
    const message = redactSecrets(failure.message, this.#call);
    if (request !== undefined) {
      request.failCall({ code: failure.code, message });
      return;
    }
    span.setAttribute('error.type', failure.code);
    span.setStatus({ code: SpanStatusCode.ERROR, message });
    span.end();
  }
}

interface CallFailure {
  readonly code: string;
  readonly message: string;
}

const cancelled = { code: 'interrupted', message: 'The call was cancelled before it ended.' } as const;

function outcomeFor(code: string | undefined): CallEnd['outcome'] {
  if (code === undefined) return 'completed';
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}
