import { type ToolErrorOptions, ToolExecutionError } from '../../../../base/errors/errors.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { rpcErrorCodes } from '../../protocol/protocol-error.js';

/** The protocol versions that a server supports, as far as it has named them. */
interface VersionMismatch {
  readonly supported: readonly string[];
  /** The version that this client offered, if the server has repeated it. */
  readonly requested: string | undefined;
}

/**
 * Thrown when a server supports none of the protocol versions of the client. Connecting again would not help.
 * `details.supported` contains the versions that the server has named.
 */
export class McpVersionError extends ToolExecutionError {
  override get name(): string {
    return 'McpVersionError';
  }
}

/** Returns the error for a protocol version that does not fit. Returns undefined for any other failure. */
export function toVersionError(
  thrown: unknown,
  server: string,
  options: Pick<ToolErrorOptions, 'toolName'>,
): McpVersionError | undefined {
  const mismatch = readMismatch(thrown);
  if (mismatch === undefined) return undefined;
  const { supported, requested } = mismatch;
  const offered = requested === undefined ? '' : ` The client offered ${requested}.`;
  const versions = supported.length === 0 ? '' : ` The server supports ${supported.join(', ')}.`;
  const message = `'${server}' supports no protocol version of this client.${versions}${offered}`;
  const hint = " Set the option sdk of the source to 'v1' for versions up to 2025-11-25, or to 'v2' for later ones.";
  return new McpVersionError(message + hint, { ...options, cause: thrown, details: { supported, requested } });
}

function readMismatch(thrown: unknown): VersionMismatch | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { code, message, data } = thrown as { code?: unknown; message?: unknown; data?: unknown };
  if (code === rpcErrorCodes.unsupportedVersion) return mismatchIn(data);
  if (typeof message !== 'string') return undefined;
  // Both SDKs reject the version that a server answers with by an error without a code.
  const answered = /^Server's protocol version is not supported: (.*)$/s.exec(message)?.[1];
  if (answered !== undefined) return mismatchIn({ supported: [answered] });
  return code === 400 ? readBody(message) : undefined;
}

/** Reads the JSON-RPC error that the SDK for 2025-11-25 repeats in the message of an HTTP error. */
function readBody(message: string): VersionMismatch | undefined {
  if (!message.includes(String(rpcErrorCodes.unsupportedVersion))) return undefined;
  try {
    const body: unknown = JSON.parse(message.slice(message.indexOf('{')));
    const error = isRecord(body) && isRecord(body.error) ? body.error : {};
    return error.code === rpcErrorCodes.unsupportedVersion ? mismatchIn(error.data) : undefined;
  } catch {
    return undefined;
  }
}

// More versions than the protocol has.
const maxVersions = 16;

/** Reads the versions of an error. A server is untrusted, so any other text is ignored. */
function mismatchIn(data: unknown): VersionMismatch {
  const { supported, requested } = isRecord(data) ? data : {};
  return {
    supported: Array.isArray(supported) ? supported.filter(isVersion).slice(0, maxVersions) : [],
    requested: isVersion(requested) ? requested : undefined,
  };
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
