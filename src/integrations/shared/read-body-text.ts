import type { IncomingMessage } from 'node:http';

/** An error of a request or a response whose body cannot be read. */
export class BodyError extends Error {
  /** `'read'`: something else has read the body, so that waiting for it would never end. */
  readonly reason: 'read' | 'too large' | 'aborted';

  constructor(reason: BodyError['reason']) {
    super(`The body of the request cannot be read: ${reason}.`);
    this.reason = reason;
  }

  override get name(): string {
    return 'BodyError';
  }
}

/** Reads the body of a web `Request` or `Response`. Rejects with a BodyError. */
export async function readFetchBody(message: Request | Response, maxBytes: number): Promise<string> {
  if (message.bodyUsed) throw new BodyError('read');
  if (Number(message.headers.get('content-length') ?? 0) > maxBytes) throw new BodyError('too large');
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    for await (const chunk of chunksOf(message)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new BodyError('too large');
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw error instanceof BodyError ? error : new BodyError('aborted');
  }
  return text + decoder.decode();
}

// Not every runtime can iterate over a stream.
async function* chunksOf(message: Request | Response): AsyncGenerator<Uint8Array> {
  const reader = message.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Reads the body of a request of Node.js. Rejects with a BodyError. */
export function readNodeBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (request.readableAborted || request.aborted) {
      reject(new BodyError('aborted'));
      return;
    }
    if (request.readableEnded) {
      reject(new BodyError('read'));
      return;
    }
    const refuseLength = (): void => {
      // Closing the connection now would lose the response.
      request.removeAllListeners('data');
      request.resume();
      reject(new BodyError('too large'));
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuseLength();
      return;
    }
    let chunks: Buffer[] = [];
    let bytes = 0;
    // The application may have set an encoding.
    request.on('data', (chunk: Buffer | string) => {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += part.length;
      if (bytes > maxBytes) refuseLength();
      else chunks.push(part);
    });
    request.on('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
      // The request may be retained for as long as its call runs.
      chunks = [];
    });
    // A client that disconnects is no error of the server.
    const onGone = (): void => reject(new BodyError('aborted'));
    request.on('error', onGone).on('close', () => {
      if (!request.readableEnded) onGone();
    });
  });
}
