import { InsecureTokenEndpointError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { AuthenticationError } from '../../../base/errors/errors.js';
import { connectionClosed, type LocalError } from '../client/errors/local-errors.js';

const lostCodes: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
]);

/**
 * Converts an error of the SDK to an error with a numeric code, or to an AuthenticationError. Returns any other value unchanged.
 */
export function toCodedError(error: unknown): unknown {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof InsecureTokenEndpointError) {
    const { origin } = new URL(cause.tokenEndpoint);
    return new AuthenticationError(`The token endpoint at ${origin} is not https. No credentials are sent.`, { cause });
  }
  if (error instanceof SdkHttpError) return Object.assign(new TypeError(error.message), { code: error.status });
  if (!(error instanceof SdkError)) return error;
  if (lostCodes.has(error.code)) return createLocalError(error, { toolwright: 'lost' });
  return error.code === SdkErrorCode.InvalidResult ? createLocalError(error, { toolwright: 'malformed' }) : error;
}

function createLocalError(cause: SdkError, data: LocalError): Error {
  return Object.assign(new TypeError(cause.message, { cause }), { code: connectionClosed, data });
}
