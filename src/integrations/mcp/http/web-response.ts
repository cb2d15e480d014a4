import { isEventStream } from '../../../base/network/server-sent-events.js';
import type { EndpointRequest } from './endpoint-request.js';
import { type EndpointResponse, eventResponse } from './endpoint-response.js';
import { EventStream } from './event-stream.js';

/** Converts a request to a web `Request` without its body, which has already been read. */
export function toWebRequest({ method, url, headers, signal }: EndpointRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) copied.append(name, one);
  return new Request(url, { method, headers: copied, signal });
}

/** Converts a web `Response`. */
export async function toEndpointResponse(response: Response): Promise<EndpointResponse> {
  if (isEventStream(response.headers)) {
    const events = new EventStream();
    void pump(response, events);
    return { ...eventResponse(events), status: response.status };
  }
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: text === '' ? undefined : text };
}

async function pump({ body }: Response, events: EventStream): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  events.onClose(() => void reader.cancel().catch(() => undefined));
  const decoder = new TextDecoder();
  try {
    for (;;) {
      await events.whenWritable();
      const { done, value } = await reader.read();
      if (done) break;
      events.write(decoder.decode(value, { stream: true }));
    }
  } catch {
    // The SDK has ended the stream: the client has disconnected.
  } finally {
    events.end();
  }
}
