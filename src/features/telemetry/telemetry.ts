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
import { Observable } from '../../base/async/rxjs.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { flag, object } from '../../base/options/option-rules.js';
import { hostCallOf } from '../../call/host-call.js';
import { outcomeOf } from '../../call/outcome.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import {
  type CaptureOptions,
  createResultAttributes,
  createStartAttributes,
  redactSecrets,
  truncateName,
} from './call-attributes.js';
import { type CallEnd, CallMeter } from './call-meter.js';
import { extractContext, injectContext, linksTo } from './trace-propagation.js';

/** The options of the telemetry middleware. */
export interface TelemetryOptions extends CaptureOptions {
  /** The tracer for spans. @default the tracer of the global tracer provider */
  readonly tracer?: Tracer | undefined;
  /** The meter for metrics. @default the meter of the global meter provider */
  readonly meter?: Meter | undefined;
}

const scope = 'toolwright';

const optionNames: OptionNames<TelemetryOptions> = {
  tracer: object,
  meter: object,
  captureInput: flag,
  captureOutput: flag,
};

/**
 * Creates middleware that records each call with OpenTelemetry: a span `execute_tool {name}`, a histogram of durations,
 * a counter of calls, and a counter of results that tools produced too late. While the tool runs, its span is the active
 * span. Register it first, so that it is the outermost middleware.
 *
 * A span continues the trace that the `meta` of the call names with `traceparent`, `tracestate` and `baggage`. The tool,
 * and a remote server that it calls over MCP, receives the context of the span in their place.
 *
 * @example
 * ```ts
 * toolkit.use(telemetry());
 * ```
 */
export function telemetry(options: TelemetryOptions = {}): Middleware {
  checkOptionNames(options, optionNames, 'telemetry');
  const tracer = options.tracer ?? trace.getTracer(scope);
  const meter = new CallMeter(scope, options.meter);
  return nameMiddleware(
    'telemetry',
    (call, next) =>
      new Observable<ToolResponse>((subscriber) => {
        const outside = context.active();
        const parent = extractContext(outside, call.meta);
        const attributes = createStartAttributes(call, options);
        const span = tracer.startSpan(
          `execute_tool ${truncateName(call)}`,
          { kind: SpanKind.INTERNAL, attributes, links: linksTo(outside, parent) },
          parent,
        );
        const record = new CallRecord(call, { span, meter, options });
        observeLateResults(call, () => meter.recordLateResult(call.spec?.name));
        const inside = trace.setSpan(parent, span);
        const traced = { ...call, meta: injectContext(inside, call.meta) };
        const subscription = context.with(inside, () =>
          next(traced).subscribe({
            next: (response) => {
              record.add(response);
              notifyOutside(outside, () => subscriber.next(response));
            },
            error: (error: unknown) => notifyOutside(outside, () => subscriber.error(error)),
            complete: () => notifyOutside(outside, () => subscriber.complete()),
          }),
        );
        return () => {
          // A generator also runs its cleanup inside the span.
          context.with(inside, () => subscription.unsubscribe());
          record.end(undefined);
        };
      }),
  );
}

/** Notifies the subscriber in its own context, because it is not part of the span. */
function notifyOutside(outside: Context, notify: () => void): void {
  context.with(outside, notify);
}

/** Calls `listener` on each late result of the call. The context may be from another version of this package. */
function observeLateResults({ context: own }: MiddlewareCall, listener: () => void): void {
  hostCallOf(own).onLateResult(listener);
}

interface Recorders {
  readonly span: Span;
  readonly meter: CallMeter;
  readonly options: CaptureOptions;
}

/** The record of one call, whose end is recorded once. */
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
    const { span, meter, options } = this.#recorders;
    const failure = last === undefined ? cancelled : last.error;
    if (last !== undefined) span.setAttributes(createResultAttributes(last, this.#call, options));
    if (this.#chunks > 0) span.setAttribute('toolwright.chunks', this.#chunks);
    const attempts = last === undefined ? undefined : outcomeOf(last)?.attempts;
    if (attempts !== undefined && attempts > 1) span.setAttribute('toolwright.attempts', attempts);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure.code);
      span.setStatus({ code: SpanStatusCode.ERROR, message: redactSecrets(failure.message, this.#call) });
    }
    span.end();
    // The call was counted as pending when it was made.
    if (this.#call.stage === 'result') return;
    const durationMs = performance.now() - this.#startedAt;
    const toolName = this.#call.spec?.name;
    const outcome = last?.state === 'pending' ? 'pending' : outcomeFor(failure?.code);
    meter.record({ durationMs, outcome, toolName, errorType: failure?.code });
  }
}

const cancelled = { code: 'interrupted', message: 'The call was cancelled before it ended.' } as const;

function outcomeFor(code: string | undefined): CallEnd['outcome'] {
  if (code === undefined) return 'completed';
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}
