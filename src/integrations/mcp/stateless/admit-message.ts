import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { type EnvelopeProblem, envelopeKeys, envelopeProblem, isEnvelope, type RequestEnvelope } from './envelope.js';
import { decodeHeader } from './header-text.js';
import type { Params, WireNotification, WireRequest } from './message.js';

/** The version that this server implements. */
export const servedVersion = '2026-07-28';

/** Returns a header of an HTTP request by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined;

/**
 * Returns the `_meta` of a request whose version is served.
 *
 * @param header - The headers of the HTTP request, which must agree with the request (specification 2026-07-28,
 *   basic/transports, Streamable HTTP). Undefined for transports without headers.
 * @throws McpProtocolError if the version is not served, the `_meta` is invalid, or the headers disagree.
 */
export function admitRequest({ method, params }: WireRequest, header?: ReadHeader): RequestEnvelope {
  const meta = metaOf(params);
  if (meta[envelopeKeys.version] === undefined) throw unclaimed(method, params, header);
  if (!isEnvelope(meta)) throw invalidEnvelope(envelopeProblem(meta));
  const version = meta[envelopeKeys.version];
  if (header !== undefined) checkAgreement({ method, version }, header);
  checkVersion(version);
  if (header !== undefined) checkRequiredHeaders({ method, params, version }, header);
  return meta;
}

/**
 * Checks a notification, which names its version only if it likes.
 *
 * @throws McpProtocolError if it names a version that is not served, or disagrees with its headers.
 */
export function admitNotification({ method, params }: WireNotification, header?: ReadHeader): void {
  const version = metaOf(params)[envelopeKeys.version];
  if (version !== undefined && typeof version !== 'string') {
    throw invalidEnvelope({ key: envelopeKeys.version, problem: 'must be a string' });
  }
  if (header !== undefined) checkAgreement({ method, version }, header);
  if (version !== undefined) checkVersion(version);
}

function metaOf({ _meta: meta }: Params): Params {
  return isRecord(meta) ? meta : {};
}

function checkVersion(version: string): void {
  if (version !== servedVersion) throw unsupported(version);
}

interface NamedMessage {
  readonly method: string;
  /** The version that the body names. */
  readonly version: string | undefined;
}

/** Checks the headers that a message has, whether it must have them or not. */
function checkAgreement({ method, version }: NamedMessage, header: ReadHeader): void {
  const named = header('mcp-protocol-version')?.trim();
  if (named !== undefined && version !== undefined && named !== version) {
    throw mismatch('MCP-Protocol-Version', `the body names the protocol version ${version}, and the header ${named}`);
  }
  const headerMethod = header('mcp-method')?.trim();
  if (headerMethod !== undefined && headerMethod !== method) {
    throw mismatch('Mcp-Method', `the body names the method ${method}, and the header ${headerMethod}`);
  }
}

/** The parameters that requests repeat in the header `Mcp-Name`, by method. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

function checkRequiredHeaders(
  { method, params, version }: NamedMessage & { readonly params: Params },
  header: ReadHeader,
): void {
  if (header('mcp-protocol-version') === undefined) {
    throw mismatch('MCP-Protocol-Version', `the body names the protocol version ${version}, and the header is missing`);
  }
  if (header('mcp-method') === undefined) {
    throw mismatch('Mcp-Method', `the body names the method ${method}, and the header is missing`);
  }
  const parameter = Object.hasOwn(namedBy, method) ? namedBy[method] : undefined;
  if (parameter !== undefined) checkName(params[parameter], header('mcp-name')?.trim());
}

function checkName(name: unknown, header: string | undefined): void {
  if (header === undefined) {
    if (typeof name !== 'string') return;
    throw mismatch('Mcp-Name', `the body names ${JSON.stringify(name)}, and the header is missing`);
  }
  const decoded = decodeHeader(header);
  if (decoded === undefined) throw mismatch('Mcp-Name', 'the header is not valid base64 of UTF-8');
  if (typeof name !== 'string' || decoded === name) return;
  throw mismatch('Mcp-Name', `the body names ${JSON.stringify(name)}, and the header ${JSON.stringify(decoded)}`);
}

/** Creates the error of headers that disagree with the body (SEP-2243). */
export function mismatch(header: string, problem: string): McpProtocolError {
  const message = `The request header ${header} and the body disagree: ${problem}.`;
  return new McpProtocolError(rpcErrorCodes.headerMismatch, message, { mismatch: { header, body: problem } });
}

function invalidEnvelope(envelope: EnvelopeProblem | undefined): McpProtocolError {
  const message = `Invalid _meta for protocol version ${servedVersion}: ${envelope?.key}: ${envelope?.problem}.`;
  return new McpProtocolError(rpcErrorCodes.invalidParams, message, { envelope });
}

/** Creates the error of a request that does not name its version in `_meta`. */
function unclaimed(method: string, params: Params, header: ReadHeader | undefined): McpProtocolError {
  const named = header?.('mcp-protocol-version')?.trim();
  const requested = typeof params.protocolVersion === 'string' ? params.protocolVersion : named;
  if (named === undefined || named < servedVersion) return unsupported(requested);
  if (method === 'initialize') return mismatch('MCP-Protocol-Version', `${named} has no method initialize`);
  const meta = metaOf(params);
  const required = [envelopeKeys.version, envelopeKeys.capabilities];
  const missing = params._meta === undefined ? ['_meta'] : required.filter((key) => meta[key] === undefined);
  const message = `The header MCP-Protocol-Version names ${named}, and the request lacks ${missing.join(', ')}.`;
  return new McpProtocolError(rpcErrorCodes.invalidParams, message, { envelope: { missing } });
}

function unsupported(requested: string | undefined): McpProtocolError {
  const named = requested ?? 'none';
  return new McpProtocolError(
    rpcErrorCodes.unsupportedVersion,
    `Unsupported protocol version: ${named}. This server supports ${servedVersion}.`,
    { supported: [servedVersion], ...(requested === undefined ? {} : { requested }) },
  );
}
