/** The trace context of a request: the keys of W3C Trace Context and W3C Baggage in its `_meta` (SEP-414). */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** The IDs and the flags in a `traceparent`. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** The keys of a trace context in `_meta`. */
export const traceKeys = ['traceparent', 'tracestate', 'baggage'] as const;

// W3C Trace Context, sections 3.2 and 3.3. Later versions may append fields to a traceparent.
const traceparentFormat =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-[\x21-\x7e]*)?$/;
const versionZeroLength = 55;
const longestTraceparent = 256;
const stateKey = String.raw`[a-z\d][a-z\d_*/-]{0,255}|[a-z\d][a-z\d_*/-]{0,240}@[a-z][a-z\d_*/-]{0,13}`;
const stateValue = String.raw`[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]`;
const stateMember = new RegExp(`^(?:${stateKey})=${stateValue}$`);

// W3C Baggage, section 3.3.
const token = String.raw`[!#$%&'*+.^_\`|~\dA-Za-z-]+`;
const octets = String.raw`[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*`;
const baggageMember = new RegExp(
  String.raw`^${token}[ \t]*=[ \t]*${octets}(?:[ \t]*;[ \t]*${token}(?:[ \t]*=[ \t]*${octets})?)*$`,
);

/** Returns the trace context in the `_meta` of a request. A part that is malformed or too long is omitted. */
export function readTraceContext(meta: Readonly<Record<string, unknown>> | undefined): TraceContext {
  if (meta === undefined) return {};
  const { traceparent, tracestate, baggage } = meta;
  const hasParent = parseTraceparent(traceparent) !== undefined;
  return {
    ...(hasParent ? { traceparent: traceparent as string } : {}),
    ...(hasParent && isList(tracestate, { member: stateMember, maxMembers: 32, maxLength: 512 }) ? { tracestate } : {}),
    ...(isList(baggage, { member: baggageMember, maxMembers: 64, maxLength: 8_192 }) ? { baggage } : {}),
  };
}

/** Parses a `traceparent`. Returns undefined if it is malformed. */
export function parseTraceparent(text: unknown): TraceParent | undefined {
  if (typeof text !== 'string' || text.length > longestTraceparent) return undefined;
  const [, version, traceId = '', spanId = '', flags = ''] = traceparentFormat.exec(text) ?? [];
  if (version === undefined || (version === '00' && text.length !== versionZeroLength)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** Returns the members of a list that are separated by commas. Empty members are allowed and omitted. */
export function listMembers(list: string): readonly string[] {
  return list
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

interface ListRules {
  readonly member: RegExp;
  readonly maxMembers: number;
  readonly maxLength: number;
}

function isList(list: unknown, { member, maxMembers, maxLength }: ListRules): list is string {
  if (typeof list !== 'string' || list.length > maxLength) return false;
  const members = listMembers(list);
  return members.length > 0 && members.length <= maxMembers && members.every((one) => member.test(one));
}
