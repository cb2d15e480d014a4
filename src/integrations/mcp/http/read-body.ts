import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { countValues, scanMessage } from '../protocol/message-scan.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import { type EndpointRequest, headerOf } from './endpoint-request.js';
import { HttpRefusal, tooLarge } from './refusal.js';

/** The limits of a body. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** The largest number of values on all levels. */
  readonly maxMessageValues: number;
  /** The time limit for receiving the body, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/**
 * Reads the JSON body of a request. Throws an HttpRefusal if the body has another type, is too large or too slow, or is not JSON.
 */
export async function readJsonBody(request: EndpointRequest, limits: BodyLimits): Promise<unknown> {
  const type = headerOf(request, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpRefusal(415, 'The body of the request must be application/json.');
  if (request.parsedBody !== undefined) return checkParsed(request, limits);
  const text = await settleWithin(request.readText(limits.maxBodyBytes), limits.requestTimeoutMs);
  if (text === LATE) throw new HttpRefusal(408, 'The request took too long to arrive.', refusedForever);
  const { values, id } = scanMessage(text);
  if (values > limits.maxMessageValues) throw tooManyValues(limits.maxMessageValues, id);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, 'Parse error: the body is not valid JSON.', { code: rpcErrorCodes.parseError });
  }
}

const refusedForever = { code: rpcErrorCodes.invalidRequest, headers: { connection: 'close' } };

/** Checks a body that the application has parsed. */
function checkParsed(request: EndpointRequest, { maxBodyBytes, maxMessageValues }: BodyLimits): unknown {
  if (Number(headerOf(request, 'content-length') ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  if (countValues(request.parsedBody, maxMessageValues) > maxMessageValues) {
    throw tooManyValues(maxMessageValues, idOf(request.parsedBody) ?? undefined);
  }
  return request.parsedBody;
}

/**
 * Returns the ID of the single request in a body, for the error response; null if there is none. The ID of a response
 * belongs to a request of the server: a client would find it at a request of its own.
 */
export function idOf(body: unknown): string | number | null {
  const { id, method } = isRecord(body) ? body : {};
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null;
}

function tooManyValues(maxValues: number, id: string | number | undefined): HttpRefusal {
  return new HttpRefusal(413, `The body of the request has more than ${maxValues} values (maxMessageValues).`, {
    code: rpcErrorCodes.invalidRequest,
    id,
  });
}
