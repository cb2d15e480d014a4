import type { Duplex } from 'node:stream';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import { bodyOf, HttpRefusal } from './refusal.js';

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

// How long a client may take to read a response before its connection is destroyed, in milliseconds.
const lingerMs = 1_000;

/**
 * Responds to input that Node.js could not parse as a request, and closes the connection. A client that neither reads
 * the response nor closes its end is disconnected after a second.
 */
export function refuseUnparsed(socket: Duplex, error: NodeJS.ErrnoException): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = refusalFor(error.code);
  const body = bodyOf(refusal, null);
  const head = [
    `HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

function refusalFor(code: string | undefined): HttpRefusal {
  const invalid = { code: rpcErrorCodes.invalidRequest };
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpRefusal(431, 'The headers of the request are too long.', invalid);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpRefusal(408, 'The request took too long to arrive.', invalid);
  return new HttpRefusal(400, 'This is not a valid HTTP request.', invalid);
}
