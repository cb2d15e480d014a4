import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { readTraceContext, type TraceContext, traceKeys } from '../../base/network/trace-context.js';
import { headerNames } from './messages.js';

/** What the headers of a request state about its call. */
export interface CallHeaders {
  readonly callId: string;
  /** The time that remains until the deadline of the call, in milliseconds. Undefined without a deadline. */
  readonly limitMs?: number | undefined;
  /** The identity of the caller, as JSON data. */
  readonly identity?: unknown;
  /** What is known of the arguments, as JSON data. Undefined if the caller does not follow them. */
  readonly labels?: unknown;
  /** Whether the caller reads the log of the call. */
  readonly logs: boolean;
  readonly trace: TraceContext;
  /** The number of parts of the arguments, which follow. Undefined for arguments in the request itself. */
  readonly parts?: number | undefined;
}

/** Encodes the headers of a request. */
export function encodeHeaders({ callId, limitMs, identity, labels, logs, trace, parts }: CallHeaders): MsgHdrs {
  const encoded = headers();
  encoded.set(headerNames.callId, encodeURIComponent(callId));
  if (limitMs !== undefined) encoded.set(headerNames.limitMs, String(Math.ceil(limitMs)));
  if (identity !== undefined) encoded.set(headerNames.identity, encodeURIComponent(JSON.stringify(identity)));
  if (labels !== undefined) encoded.set(headerNames.labels, encodeURIComponent(JSON.stringify(labels)));
  if (logs) encoded.set(headerNames.logs, '1');
  for (const key of traceKeys) {
    const value = trace[key];
    if (value !== undefined) encoded.set(key, value);
  }
  if (parts !== undefined) encoded.set(headerNames.parts, String(parts));
  return encoded;
}

/** Decodes the headers of a request. Returns undefined if they are not those of a call. */
export function decodeHeaders(encoded: MsgHdrs | undefined): CallHeaders | undefined {
  const callId = decode(encoded?.get(headerNames.callId));
  if (encoded === undefined || callId === undefined || callId === '') return undefined;
  const limitMs = Number(encoded.get(headerNames.limitMs));
  const identity = decode(encoded.get(headerNames.identity));
  const labels = decode(encoded.get(headerNames.labels));
  const parts = Number(encoded.get(headerNames.parts));
  return {
    callId,
    limitMs: limitMs > 0 ? limitMs : undefined,
    identity: identity === undefined || identity === '' ? undefined : parse(identity),
    // What cannot be read says that everything is untrusted.
    labels: labels === undefined || labels === '' ? undefined : (parse(labels) ?? null),
    logs: encoded.has(headerNames.logs),
    trace: readTraceContext(Object.fromEntries(traceKeys.map((key) => [key, encoded.get(key)]))),
    parts: parts > 0 ? parts : undefined,
  };
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
