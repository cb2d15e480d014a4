import { scheduleNextTurn } from '../../../base/async/schedule.js';
import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { formatEvent, isEventStream } from '../../../base/network/server-sent-events.js';
import { type EndpointRequest } from './endpoint-request.js';
import { type EndpointResponse, eventResponse } from './endpoint-response.js';
import { EventStream } from './event-stream.js';
import { patienceMs } from './post-response.js';

/** Converts a request to a web `Request` without its body, which has already been read. */
export function toWebRequest({ method, url, headers, signal }: EndpointRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) copied.append(name, one);
  return new Request(url, { method, headers: copied, signal });
}

/**
 * The response of a function that returns a web `Response`: the same if it is JSON and is ready soon, or else a stream of
 * events that contains it.
 */
export class ForwardedResponse {
  readonly #events = new EventStream();

  /** Resolves when the client can receive more. */
  readonly whenWritable = async (): Promise<void> => {
    // The web streams between the tool and the client pass chunks on asynchronously.
    await new Promise<void>((resolve) => {
      scheduleNextTurn(resolve);
    });
    await this.#events.whenWritable();
  };

  /** @param isStream - Whether the response is a stream from the beginning. */
  async forward(pending: Promise<Response>, isStream: boolean): Promise<EndpointResponse> {
    const response = isStream ? LATE : await settleWithin(pending, patienceMs);
    if (response !== LATE) return this.#convert(response);
    void this.#forwardLate(pending);
    return eventResponse(this.#events);
  }

  async #convert(response: Response): Promise<EndpointResponse> {
    const headers = Object.fromEntries(response.headers);
    if (isEventStream(response.headers)) {
      void this.#pump(response);
      return { ...eventResponse(this.#events), status: response.status };
    }
    const text = await response.text();
    return { status: response.status, headers, body: text === '' ? undefined : text };
  }

  /** Sends a response whose headers are sent already. */
  async #forwardLate(pending: Promise<Response>): Promise<void> {
    try {
      const response = await pending;
      if (isEventStream(response.headers)) {
        await this.#pump(response);
        return;
      }
      const text = await response.text();
      if (text !== '') this.#events.write(formatEvent({ event: 'message', data: text }));
    } finally {
      this.#events.end();
    }
  }

  async #pump({ body }: Response): Promise<void> {
    const reader = body?.getReader();
    if (reader === undefined) return;
    this.#events.onClose(() => void reader.cancel().catch(() => undefined));
    const decoder = new TextDecoder();
    try {
      for (;;) {
        await this.#events.whenWritable();
        const { done, value } = await reader.read();
        if (done) break;
        this.#events.write(decoder.decode(value, { stream: true }));
      }
    } catch {
      // The SDK has ended the stream: the client has disconnected.
    } finally {
      this.#events.end();
    }
  }
}
