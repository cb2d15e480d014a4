import { DefinitionError } from '../../../../base/errors/errors.js';
import { Secret } from '../../../../call/state/secret.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { evaluateOption } from './evaluate-option.js';
import type { OutgoingCall } from './remote-call.js';

/** The headers to send, by name. A secret is sent as its value. A header that is undefined is not sent. */
export type SentHeaders = Readonly<Record<string, string | Secret<string> | undefined>>;

/** The headers of every request, or a function that returns those of the requests of one call. */
export type HeadersOption =
  | Readonly<Record<string, string | Secret<string>>>
  | ((call: OutgoingCall | undefined) => SentHeaders | undefined | Promise<SentHeaders | undefined>);

/** A function that returns the headers of a request, with names in lower case. */
export type HeaderProvider = (signal?: AbortSignal) => HeaderValues | Promise<HeaderValues>;

/** Validated headers: values by name, in lower case. */
export type HeaderValues = Readonly<Record<string, string>>;

// RFC 9110, sections 5.1 and 5.5. A value has no white space around it.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/** The headers that describe the message or the connection (RFC 9110, section 7.6.1), which HTTP and the SDK set. */
const reserved: ReadonlySet<string> = new Set([
  ...['host', 'accept', 'expect', 'last-event-id'],
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** The function that returns headers, and how it is called. */
export interface HeaderEvaluation {
  readonly evaluate: Extract<HeadersOption, (...args: never) => unknown>;
  /** Whether the option `auth` of the transport sets the header `authorization`. */
  readonly hasAuth: boolean;
  /** The option, for errors. */
  readonly where: string;
}

/**
 * Returns the headers of the requests of a call, or of the source itself.
 *
 * @throws DefinitionError if a name or a value is invalid, or a header is set by the protocol. It contains no value.
 * @throws ToolExecutionError if the function fails.
 */
export async function evaluateHeaders(
  { evaluate, hasAuth, where }: HeaderEvaluation,
  call: OutgoingCall | undefined,
  signal?: AbortSignal,
): Promise<HeaderValues> {
  const limits = { toolName: call?.toolName, signal: call?.signal ?? signal };
  const returned: unknown = await evaluateOption(() => evaluate(call), limits, where);
  if (returned === undefined) return {};
  if (!isRecord(returned)) throw new DefinitionError(`${where}() must return an object of headers.`);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(returned)) {
    if (value === undefined) continue;
    const key = checkName(name, where);
    if (headers.has(key)) throw new DefinitionError(`${where}() returned the header '${key}' twice.`);
    if (hasAuth && key === 'authorization') {
      throw new DefinitionError(`${where}() returned 'authorization', which auth sets. Remove one of them.`);
    }
    headers.set(key, readValue(value, key, where));
  }
  return Object.fromEntries(headers);
}

/** Returns the name in lower case. */
function checkName(name: string, where: string): string {
  // The name is not repeated, because it may contain a value by mistake.
  if (!token.test(name)) throw new DefinitionError(`${where}() returned a header whose name is not valid in HTTP.`);
  const key = name.toLowerCase();
  if (reserved.has(key) || key.startsWith('mcp-') || key.startsWith('content-')) {
    throw new DefinitionError(`${where}() returned '${key}', which HTTP or the protocol sets. Remove it.`);
  }
  return key;
}

function readValue(value: unknown, name: string, where: string): string {
  const revealed: unknown = Secret.is(value) ? value.reveal() : value;
  if (typeof revealed === 'string' && fieldValue.test(revealed)) return revealed;
  throw new DefinitionError(`${where}() returned a value for '${name}' that is not valid in HTTP.`);
}
