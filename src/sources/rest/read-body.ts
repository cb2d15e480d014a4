import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NetworkError, ToolExecutionError } from '../../base/errors/errors.js';
import { type RawResponse, toSendError } from './send-request.js';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads the decoded body of a response, chunk by chunk. The response is destroyed at the end, whether it was read
 * completely or not.
 *
 * @param maxBytes - The limit of the decoded bytes, because a small body can be decoded to a huge one.
 * @throws ToolExecutionError if the body exceeds the limit, or is encoded in an unknown way.
 * @throws NetworkError if the body is incomplete or cannot be decoded.
 */
export async function* readBody({ headers, body }: RawResponse, maxBytes: number): AsyncGenerator<Uint8Array> {
  const decoded = decode(body, String(headers['content-encoding'] ?? ''));
  let bytes = 0;
  try {
    for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new ToolExecutionError(`The response has more than ${maxBytes} bytes (maxBytes).`);
      yield chunk;
    }
  } catch (error) {
    const isUndecodable = decoded !== body && String((error as { code?: unknown }).code).startsWith('Z_');
    throw isUndecodable ? new NetworkError('The response cannot be decoded.', { cause: error }) : toSendError(error);
  } finally {
    decoded.destroy();
    body.destroy();
  }
}

function decode(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (create === undefined) {
    body.destroy();
    throw new ToolExecutionError('The response has an unknown content encoding.');
  }
  const decoder = create();
  body.on('error', (error) => decoder.destroy(error));
  return body.pipe(decoder);
}
