import { type EndpointResponse, eventResponse, jsonResponse } from './endpoint-response.js';
import { EventStream } from './event-stream.js';
import type { MessageStream } from './message-stream.js';

/** How long a response may be delayed for its requests to end, in milliseconds. Later, it becomes a stream of events. */
const patienceMs = 50;

/** The settings of a response. */
export interface PostResponseOptions {
  /** The number of requests in the body. */
  readonly requestCount: number;
  /** Whether the body was a batch, whose responses are a batch, too. */
  readonly isBatch: boolean;
  /** Whether the response is a stream from the beginning. */
  readonly isStream: boolean;
  /** Whether the client can resume the stream. */
  readonly isResumable: boolean;
  readonly headers: EndpointResponse['headers'];
  /** Called when all requests have ended. */
  readonly onEnd: () => void;
}

/**
 * The response to a POST: JSON if all requests in the body end soon and nothing else is sent before, or else a stream of
 * events.
 */
export class PostResponse {
  readonly #stream: MessageStream;
  readonly #options: PostResponseOptions;
  readonly #results: object[] = [];
  readonly #ready: Promise<EndpointResponse>;
  readonly #patience: ReturnType<typeof setTimeout> | undefined;
  #respond: (response: EndpointResponse) => void = () => {};
  #pending: number;
  #isStream = false;

  constructor(stream: MessageStream, options: PostResponseOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#pending = options.requestCount;
    this.#ready = new Promise((resolve) => {
      this.#respond = resolve;
    });
    if (options.isStream) this.#openStream();
    else this.#patience = setTimeout(() => this.#openStream(), patienceMs);
  }

  /** Resolves when it is decided whether the response is JSON or a stream. */
  get ready(): Promise<EndpointResponse> {
    return this.#ready;
  }

  /** Sends a message that belongs to one of the requests. Resolves when the client can receive more. */
  send(message: object): Promise<void> {
    this.#openStream();
    return this.#stream.write(message);
  }

  /**
   * Ends one of the requests.
   *
   * @param result - The JSON-RPC response; undefined if the request was cancelled, so that it is not answered.
   */
  async finish(result: object | undefined): Promise<void> {
    this.#pending--;
    if (result === undefined) this.#openStream();
    else if (this.#isStream) await this.#stream.write(result);
    else this.#results.push(result);
    if (this.#pending > 0) return;
    if (this.#isStream) await this.#stream.end();
    else this.#respondWithJson();
    this.#options.onEnd();
  }

  #respondWithJson(): void {
    clearTimeout(this.#patience);
    const { isBatch, headers } = this.#options;
    this.#respond(jsonResponse(200, isBatch ? this.#results : this.#results[0], headers));
  }

  #openStream(): void {
    if (this.#isStream) return;
    this.#isStream = true;
    clearTimeout(this.#patience);
    const events = new EventStream();
    this.#stream.connect(events);
    if (this.#options.isResumable) void this.#stream.prime();
    for (const result of this.#results) void this.#stream.write(result);
    this.#respond(eventResponse(events, this.#options.headers));
  }
}
