import { readFetchBody } from '../../shared/read-body-text.js';
import { callerIn, type McpRequestOptions } from './caller.js';
import type { EndpointRequest } from './endpoint-request.js';
import type { EndpointResponse } from './endpoint-response.js';
import type { EventSink, EventStream } from './event-stream.js';
import { refuseBody } from './refusal.js';

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
      cancel: onGone,
      readText: (maxBytes) => readFetchBody(request, maxBytes).catch((error) => refuseBody(error, maxBytes)),
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
