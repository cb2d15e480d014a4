import { unrefTimer } from '../../../base/async/schedule.js';
import { formatEvent } from '../../../base/network/server-sent-events.js';
import { type EndpointResponse, emptyResponse, eventResponse } from '../http/endpoint-response.js';
import { EventStream, toEvent } from '../http/event-stream.js';

// Proxies close connections on which nothing is sent, often after a minute. In milliseconds.
const silenceMs = 15_000;

/**
 * The response to a request: JSON, or a stream of events that begins with the first notification. The response of a
 * request that takes long becomes a stream too, because a stream can be kept open.
 */
export class LazyResponse {
  readonly #acceptsStream: boolean;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ready: Promise<EndpointResponse>;
  #respond: (response: EndpointResponse) => void = () => {};
  #events: EventStream | undefined;

  /** @param acceptsStream - Whether the client accepts a stream. A client that does not receives no notifications. */
  constructor(acceptsStream: boolean) {
    this.#acceptsStream = acceptsStream;
    this.#ready = new Promise((resolve) => {
      this.#respond = resolve;
    });
    if (!acceptsStream) return;
    this.#timer = setTimeout(() => this.#open(), silenceMs);
    unrefTimer(this.#timer);
  }

  /** Resolves when it is decided whether the response is JSON or a stream. */
  get ready(): Promise<EndpointResponse> {
    return this.#ready;
  }

  /** Sends a notification. Resolves when the client can receive more. */
  async notify(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    if (!this.#acceptsStream) return;
    const events = this.#open();
    events.write(toEvent({ jsonrpc: '2.0', method, params }));
    await events.whenWritable();
  }

  /** Ends the response with the JSON text of a message. */
  end(status: number, text: string): void {
    clearTimeout(this.#timer);
    if (this.#events === undefined) {
      this.#respond({ status, headers: { 'content-type': 'application/json' }, body: text });
      return;
    }
    this.#events.write(formatEvent({ event: 'message', data: text }));
    this.#events.end();
  }

  /** Ends the response to a request that was cancelled, which is not answered. */
  abandon(): void {
    clearTimeout(this.#timer);
    // The status with which servers log that the client has closed the request.
    if (this.#events === undefined) this.#respond(emptyResponse(499));
    else this.#events.end();
  }

  #open(): EventStream {
    if (this.#events !== undefined) return this.#events;
    clearTimeout(this.#timer);
    this.#events = new EventStream();
    this.#respond(eventResponse(this.#events));
    return this.#events;
  }
}
