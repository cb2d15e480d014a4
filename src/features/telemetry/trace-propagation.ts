import {
  type Baggage,
  type BaggageEntry,
  baggageEntryMetadataFromString,
  type Context,
  createTraceState,
  isSpanContextValid,
  type Link,
  propagation,
  type SpanContext,
  trace,
} from '@opentelemetry/api';
import {
  listMembers,
  parseTraceparent,
  readTraceContext,
  type TraceContext,
  traceKeys,
} from '../../base/network/trace-context.js';

type Meta = Readonly<Record<string, unknown>> | undefined;

/** Returns a context with the remote span and the baggage that the `_meta` of a call names. */
export function extractContext(active: Context, meta: Meta): Context {
  const { traceparent, tracestate, baggage } = readTraceContext(meta);
  const parent = parseTraceparent(traceparent);
  const state = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) };
  const traced = parent === undefined ? active : trace.setSpanContext(active, { ...parent, ...state, isRemote: true });
  return baggage === undefined ? traced : propagation.setBaggage(traced, parseBaggage(baggage));
}

/** Returns a link to the active span if the parent is a remote one. */
export function linksTo(active: Context, parent: Context): Link[] {
  const local = trace.getSpanContext(active);
  const isReplaced = local !== undefined && local !== trace.getSpanContext(parent) && isSpanContextValid(local);
  return isReplaced ? [{ context: local }] : [];
}

/** Returns the `_meta` of a call in which the trace context is that of the span and the baggage in a context. */
export function injectContext(inside: Context, meta: Meta): Meta {
  const span = trace.getSpanContext(inside);
  // Without an SDK, there is no span, and the caller's trace context is passed on.
  if (span === undefined || !isSpanContextValid(span)) return meta;
  const others = Object.entries(meta ?? {}).filter(([key]) => !traceKeys.some((one) => one === key));
  const baggage = propagation.getBaggage(inside);
  return {
    ...Object.fromEntries(others),
    ...formatSpan(span),
    ...(baggage === undefined ? {} : formatBaggage(baggage)),
  };
}

function formatSpan({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const flags = traceFlags.toString(16).padStart(2, '0');
  const tracestate = traceState?.serialize() ?? '';
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate === '' ? {} : { tracestate }) };
}

function formatBaggage(baggage: Baggage): TraceContext {
  const members = baggage.getAllEntries().map(([key, { value, metadata }]) => {
    const properties = metadata?.toString() ?? '';
    return `${key}=${encodeURIComponent(value)}${properties === '' ? '' : `;${properties}`}`;
  });
  return members.length === 0 ? {} : { baggage: members.join(',') };
}

function parseBaggage(baggage: string): Baggage {
  const entries = listMembers(baggage).map((member): [string, BaggageEntry] => {
    const [pair = '', ...properties] = member.split(';');
    const [key, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const metadata = baggageEntryMetadataFromString(properties.join(';').trim());
    return [key.trim(), { value: decode(value.trim()), ...(properties.length === 0 ? {} : { metadata }) }];
  });
  return propagation.createBaggage(Object.fromEntries(entries));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
