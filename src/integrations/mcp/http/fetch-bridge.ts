import { callerIn, type McpRequestOptions } from './caller.js';
import type { EndpointRequest } from './endpoint-request.js';
import type { EndpointResponse } from './endpoint-response.js';
import type { EventSink, EventStream } from './event-stream.js';
import { bodyWasRead, HttpRefusal, tooLarge } from './refusal.js';

/** A web request that is being answered. */
export interface FetchExchange {
  readonly request: EndpointRequest;
  /** Converts the response. */
  readonly toResponse: (response: EndpointResponse) => Response;
}

/** Converts a web `Request`. */
export function fromFetchRequest(request: Request, options: McpRequestOptions = {}): FetchExchange {
  // Some runtimes report a disconnected client only to the stream that it no longer reads.
  const disconnected = new AbortController();
  const onGone = (): void => disconnected.abort();
  if (request.signal.aborted) onGone();
  else request.signal.addEventListener('abort', onGone, { once: true });
  const url = new URL(request.url);
  return {
    request: {
      method: request.method,
      // Not every runtime has the header.
      host: request.headers.get('host') ?? url.host,
      headers: Object.fromEntries(request.headers),
      url,
      address: undefined,
      connection: undefined,
      caller: callerIn(options),
      isAddressChecked: options.isAddressChecked === true,
      parsedBody: options.body,
      signal: disconnected.signal,
      readText: (maxBytes) => readText(request, maxBytes),
    },
    toResponse: ({ status, headers, body }) => {
      const init = { status, headers };
      return new Response(typeof body === 'object' ? toReadable(body, onGone) : (body ?? null), init);
    },
  };
}

// How much may be sent before the client reads it, in bytes.
const highWaterMark = 65_536;

function toReadable(body: EventStream, onGone: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let onPull: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const sink: EventSink = {
          write: (text) => controller.enqueue(encoder.encode(text)),
          whenWritable: async () => {
            while ((controller.desiredSize ?? 0) <= 0 && !body.isClosed) {
              await new Promise<void>((resolve) => {
                onPull = resolve;
              });
            }
          },
          end: () => {
            controller.close();
            body.close();
          },
        };
        body.open(sink);
      },
      pull: () => onPull?.(),
      cancel: () => {
        body.close();
        onPull?.();
        onGone();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark }),
  );
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (request.bodyUsed) throw bodyWasRead();
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    for await (const chunk of chunksOf(request)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    throw new HttpRefusal(400, 'The request was aborted.');
  }
  return text + decoder.decode();
}

// Not every runtime can iterate over a stream.
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
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
