import {
  type Context,
  context,
  type Meter,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { Observable } from 'rxjs';
import { outcomeOf } from '../execution/outcome.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { Middleware, MiddlewareCall } from '../toolkit/middleware/middleware.js';
import {
  type CaptureOptions,
  resultAttributes,
  shownName,
  startAttributes,
  withoutSecrets,
} from './call-attributes.js';
import { type CallEnd, CallMeter } from './call-meter.js';

/** Where spans and metrics go, and what they show. */
export interface TelemetryOptions extends CaptureOptions {
  /** @default that of the global tracer provider */
  readonly tracer?: Tracer | undefined;
  /** @default that of the global meter provider */
  readonly meter?: Meter | undefined;
}

const scope = 'toolwright';

/**
 * Middleware that records each call with OpenTelemetry: a span `execute_tool {name}`, a histogram of durations, and a
 * counter of calls. While the tool runs, its span is the active one. Use it first, so that it stands outermost.
 *
 * @example
 * ```ts
 * toolkit.use(telemetry());
 * ```
 */
export function telemetry(options: TelemetryOptions = {}): Middleware {
  const tracer = options.tracer ?? trace.getTracer(scope);
  const meter = new CallMeter(scope, options.meter);
  return (call, next) =>
    new Observable<ToolResponse>((subscriber) => {
      const outside = context.active();
      const attributes = startAttributes(call, options);
      const span = tracer.startSpan(
        `execute_tool ${shownName(call)}`,
        { kind: SpanKind.INTERNAL, attributes },
        outside,
      );
      const record = new CallRecord(call, { span, meter, options });
      const inside = trace.setSpan(outside, span);
      const subscription = context.with(inside, () =>
        next().subscribe({
          next: (response) => {
            record.take(response);
            back(outside, () => subscriber.next(response));
          },
          error: (error: unknown) => back(outside, () => subscriber.error(error)),
          complete: () => back(outside, () => subscriber.complete()),
        }),
      );
      return () => {
        // A generator cleans up inside of its span too.
        context.with(inside, () => subscription.unsubscribe());
        record.end(undefined);
      };
    });
}

/** Whoever reads the responses is no part of the span. */
function back(outside: Context, tell: () => void): void {
  context.with(outside, tell);
}

interface Recorders {
  readonly span: Span;
  readonly meter: CallMeter;
  readonly options: CaptureOptions;
}

/** One call on its way to its end, which is recorded once. */
class CallRecord {
  readonly #call: MiddlewareCall;
  readonly #recorders: Recorders;
  readonly #startedAt = performance.now();
  #chunks = 0;
  #hasEnded = false;

  constructor(call: MiddlewareCall, recorders: Recorders) {
    this.#call = call;
    this.#recorders = recorders;
  }

  take(response: ToolResponse): void {
    if (response.isLast) this.end(response);
    else this.#chunks++;
  }

  /** @param last - Undefined for a call that its reader has left. */
  end(last: ToolResponse | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { span, meter, options } = this.#recorders;
    const failure = last === undefined ? left : last.error;
    if (last !== undefined) span.setAttributes(resultAttributes(last, this.#call, options));
    if (this.#chunks > 0) span.setAttribute('toolwright.chunks', this.#chunks);
    const attempts = last === undefined ? undefined : outcomeOf(last)?.attempts;
    if (attempts !== undefined && attempts > 1) span.setAttribute('toolwright.attempts', attempts);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure.code);
      span.setStatus({ code: SpanStatusCode.ERROR, message: withoutSecrets(failure.message, this.#call) });
    }
    span.end();
    const durationMs = performance.now() - this.#startedAt;
    const toolName = this.#call.spec?.name;
    meter.record({ durationMs, outcome: outcomeFor(failure?.code), toolName, errorType: failure?.code });
  }
}

const left = { code: 'interrupted', message: 'The call was left before it ended.' } as const;

function outcomeFor(code: string | undefined): CallEnd['outcome'] {
  if (code === undefined) return 'completed';
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}
