import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { McpObservation, McpObservedAnswer, McpObservedRequest } from '../../base/network/mcp-observer.js';
import { parseTraceparent } from '../../base/network/trace-context.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import {
  createAnswerAttributes,
  createMeasuredAttributes,
  createRequestAttributes,
  failureOf,
  nameOfRequest,
} from './request-attributes.js';
import type { RequestMeter } from './request-meter.js';
import { extractContext, injectContext, linksTo } from './trace-propagation.js';

type Meta = Readonly<Record<string, unknown>> | undefined;

/**
 * The spans of MCP requests. A call of a tool has one span at each end: a call that a server runs for a request is recorded
 * on the span of the request, and a request that a client sends for a call on the span of the call. The `_meta` says which
 * belong together, because its `traceparent` names the span.
 */
export class RequestSpans {
  readonly #tracer: Tracer;
  readonly #meter: RequestMeter;
  /** The requests that a server answers, whose call has not begun, by span. */
  readonly #received = new Map<string, ReceivedRequest>();
  /** The calls for which a client may send requests, by span. */
  readonly #calls = new Map<string, Span>();

  constructor(tracer: Tracer, meter: RequestMeter) {
    this.#tracer = tracer;
    this.#meter = meter;
  }

  /** Records a request, on the span of its call or on its own. */
  observe(request: McpObservedRequest): McpObservation {
    const meta = metaOf(request);
    const call = request.side === 'client' ? this.#calls.get(keyOf(meta) ?? '') : undefined;
    return call === undefined ? this.#begin(request, meta) : this.#beginOnCall(request, call);
  }

  /** Returns the received request that a call runs for, from the `_meta` of the call. Only its first call belongs to it. */
  claim(meta: Meta): ReceivedRequest | undefined {
    const key = this.#received.size === 0 ? undefined : keyOf(meta);
    const request = key === undefined ? undefined : this.#received.get(key);
    if (key !== undefined) this.#received.delete(key);
    return request;
  }

  /** Records the requests that are sent for a call on its span. Returns a function that ends this. */
  offer(span: Span): () => void {
    const key = keyOfSpan(span);
    this.#calls.set(key, span);
    return () => this.#calls.delete(key);
  }

  #begin(request: McpObservedRequest, meta: Meta): McpObservation {
    const startedAt = performance.now();
    const outside = context.active();
    const parent = extractContext(outside, meta);
    const span = this.#tracer.startSpan(
      nameOfRequest(request),
      {
        kind: request.side === 'client' ? SpanKind.CLIENT : SpanKind.SERVER,
        attributes: createRequestAttributes(request),
        links: linksTo(outside, parent),
      },
      parent,
    );
    const received = new ReceivedRequest(span);
    const key = keyOfSpan(span);
    if (request.side === 'server' && request.method === 'tools/call') this.#received.set(key, received);
    const traced = injectContext(trace.setSpan(parent, span), meta);
    return {
      params: traced === meta ? request.params : { ...request.params, _meta: traced },
      end: (answer) => {
        this.#received.delete(key);
        received.end(answer);
        this.#measure(request, startedAt, answer);
      },
    };
  }

  #beginOnCall(request: McpObservedRequest, span: Span): McpObservation {
    const startedAt = performance.now();
    const { 'gen_ai.tool.name': _remoteName, ...attributes } = createRequestAttributes(request);
    span.setAttributes(attributes);
    return {
      params: request.params,
      end: (answer) => {
        const code = failureOf(answer)?.code;
        if (code !== undefined && span.isRecording()) span.setAttribute('rpc.response.status_code', code);
        this.#measure(request, startedAt, answer);
      },
    };
  }

  #measure(request: McpObservedRequest, startedAt: number, answer: McpObservedAnswer | undefined): void {
    const attributes = createMeasuredAttributes(request, answer, failureOf(answer));
    this.#meter.record(request.side, performance.now() - startedAt, attributes);
  }
}

/** A request with its own span, on which the call that it runs is recorded. */
export class ReceivedRequest {
  readonly span: Span;
  #message: string | undefined;

  constructor(span: Span) {
    this.span = span;
  }

  /** Records the failure of the call. The answer decides whether the request has failed. */
  failCall({ code, message }: { readonly code: string; readonly message: string }): void {
    this.#message = message;
    this.span.setAttribute('toolwright.error.code', code);
  }

  end(answer: McpObservedAnswer | undefined): void {
    const failure = failureOf(answer);
    this.span.setAttributes(createAnswerAttributes(answer, failure));
    if (failure !== undefined) {
      const message = failure.message ?? this.#message;
      this.span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) });
    }
    this.span.end();
  }
}

function metaOf({ params }: McpObservedRequest): Meta {
  return isRecord(params?._meta) ? params._meta : undefined;
}

function keyOf(meta: Meta): string | undefined {
  const parent = parseTraceparent(meta?.traceparent);
  return parent && `${parent.traceId}-${parent.spanId}`;
}

function keyOfSpan(span: Span): string {
  const { traceId, spanId } = span.spanContext();
  return `${traceId}-${spanId}`;
}
