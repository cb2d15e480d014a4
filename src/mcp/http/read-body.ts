import type { IncomingMessage } from 'node:http';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import { scanMessage } from '../server/message-scan.js';
import { HttpRefusal } from './refusal.js';

/** The size limits of a body. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** The largest number of values on all levels. */
  readonly maxMessageValues: number;
}

/**
 * Reads the JSON body of a request. Throws an HttpRefusal if the body has another type, is too large, or is not JSON.
 */
export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpRefusal(415, 'The body of the request must be application/json.');
  const text = await readText(request, limits.maxBodyBytes);
  const { values, id } = scanMessage(text);
  if (values > limits.maxMessageValues) throw tooManyValues(limits.maxMessageValues, id);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, 'Parse error: the body is not valid JSON.', { code: rpcErrorCodes.parseError });
  }
}

function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = Number(request.headers['content-length'] ?? 0);
    if (bytes > maxBytes) {
      reject(tooLarge(request, maxBytes));
      return;
    }
    bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) reject(tooLarge(request, maxBytes));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    // A client that disconnects is no error of the server.
    const onGone = (): void => reject(new HttpRefusal(400, 'The request was aborted.'));
    request.on('error', onGone).on('close', onGone);
  });
}

function tooManyValues(maxValues: number, id: string | number | undefined): HttpRefusal {
  return new HttpRefusal(413, `The body of the request has more than ${maxValues} values (maxMessageValues).`, {
    code: rpcErrorCodes.invalidRequest,
    id,
  });
}

/** Creates the refusal of a large body and drains the request: closing the connection would lose the response. */
function tooLarge(request: IncomingMessage, maxBytes: number): HttpRefusal {
  request.removeAllListeners('data');
  request.resume();
  return new HttpRefusal(413, `The body of the request is longer than ${maxBytes} bytes.`, {
    code: rpcErrorCodes.invalidRequest,
    headers: { connection: 'close' },
  });
}
