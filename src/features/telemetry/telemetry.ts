import {
  type Attributes,
  type Context,
  context,
  type Meter,
  type Span,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { Observable } from '../../base/async/rxjs.js';
import type { McpObserver } from '../../base/network/mcp-observer.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { flag, object } from '../../base/options/option-rules.js';
import { hostCallOf } from '../../call/host-call.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { type CaptureOptions, createStartAttributes, truncateName } from './call-attributes.js';
import { CallMeter } from './call-meter.js';
import { CallRecord } from './call-record.js';
import { RequestMeter } from './request-meter.js';
import { RequestSpans } from './request-spans.js';
import { extractContext, injectContext, linksTo } from './trace-propagation.js';

/** The options of the telemetry middleware. */
export interface TelemetryOptions extends CaptureOptions {
  /** The tracer for spans. @default the tracer of the global tracer provider */
  readonly tracer?: Tracer | undefined;
  /** The meter for metrics. @default the meter of the global meter provider */
  readonly meter?: Meter | undefined;
}

/**
 * Middleware that records calls, and an observer that records MCP requests if a server or a source receives it as its
 * option `telemetry`.
 */
export interface Telemetry extends Middleware, McpObserver {}

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
 * As the option `telemetry` of an MCP server or source, the result also records MCP requests by version 0.1.0 of
 * OpenTelemetry's conventions for MCP, whose status is Development: spans such as `tools/call {name}`, and the histograms
 * `mcp.server.operation.duration` and `mcp.client.operation.duration`. A call has one span at each end, if both use the same
 * result of `telemetry`.
 *
 * @example
 * ```ts
 * const observer = telemetry();
 * toolkit.use(observer);
 * await serveMcp(toolkit, { transport: 'stdio', telemetry: observer });
 * ```
 */
export function telemetry(options: TelemetryOptions = {}): Telemetry {
  checkOptionNames(options, optionNames, 'telemetry');
  const tracer = options.tracer ?? trace.getTracer(scope);
  const meter = new CallMeter(scope, options.meter);
  const requests = new RequestSpans(tracer, new RequestMeter(scope, options.meter));
  const middleware: Middleware = (call, next) =>
    new Observable<ToolResponse>((subscriber) => {
      const outside = context.active();
      const request = requests.claim(call.meta);
      const parent = extractContext(outside, call.meta);
      const attributes = createStartAttributes(call, options);
      const span = request?.span.setAttributes(attributes) ?? startSpan(tracer, call, { outside, parent, attributes });
      const release = isRemote(call) ? requests.offer(span) : () => {};
      const record = new CallRecord(call, { span, request, meter, options });
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
        release();
      };
    });
  return Object.assign(nameMiddleware('telemetry', middleware), { observe: requests.observe.bind(requests) });
}

/** Starts the span of a call. A sampler sees its attributes. */
function startSpan(
  tracer: Tracer,
  call: MiddlewareCall,
  {
    outside,
    parent,
    attributes,
  }: { readonly outside: Context; readonly parent: Context; readonly attributes: Attributes },
): Span {
  const kind = isRemote(call) ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const links = linksTo(outside, parent);
  return tracer.startSpan(`execute_tool ${truncateName(call)}`, { kind, attributes, links }, parent);
}

/** Whether a call is run by the server that an MCP source imports. */
function isRemote({ spec }: MiddlewareCall): boolean {
  return spec?.kind === 'mcp';
}

/** Notifies the subscriber in its own context, because it is not part of the span. */
function notifyOutside(outside: Context, notify: () => void): void {
  context.with(outside, notify);
}

/** Calls `listener` on each late result of the call. The context may be from another version of this package. */
function observeLateResults({ context: own }: MiddlewareCall, listener: () => void): void {
  hostCallOf(own).onLateResult(listener);
}
