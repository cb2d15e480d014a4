import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { connectionClosed, type LocalError } from '../client/local-errors.js';

const lost: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
]);

/** An error of the SDK as the errors of the protocol are: with a number as its code. Others are given back as they came. */
export function toCodedError(error: unknown): unknown {
  if (error instanceof SdkHttpError) return Object.assign(new TypeError(error.message), { code: error.status });
  if (!(error instanceof SdkError)) return error;
  if (lost.has(error.code)) return localError(error, { toolwright: 'lost' });
  return error.code === SdkErrorCode.InvalidResult ? localError(error, { toolwright: 'malformed' }) : error;
}

function localError(cause: SdkError, data: LocalError): Error {
  return Object.assign(new TypeError(cause.message, { cause }), { code: connectionClosed, data });
}
