import { sleep, unrefTimer } from '../../../../base/async/schedule.js';
import { eventStreamType, isEventStream } from '../../../../base/network/server-sent-events.js';
import { onAbort } from '../../../../call/on-abort.js';
import type { LocalError } from '../errors/local-errors.js';
import { McpLimitError } from '../errors/remote-errors.js';
import { EventIds } from './event-ids.js';
import { watchResponse } from './watch-response.js';

/** A function that the official SDKs accept as their `fetch`. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A listener that is notified of broken streams. */
export interface StreamListener {
  isWaiting(id: unknown): boolean;
  /** Fails a request whose response can no longer arrive. */
  fail(id: unknown, error: LocalError): void;
  /** Called when the server can no longer be reached. */
  onLost(reason: string): void;
  /** Called when the server no longer has the session. It will refuse the requests that it has not answered. */
  onSessionLost(): void;
}

/** The reconnection options for the official SDK: short delays, so that a lost server is noticed within a second. */
export const resumeSchedule = Object.freeze({
  initialReconnectionDelay: 100,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 1_000,
  maxRetries: 3,
});

// The SDK parses a response that arrives in the last bytes of a stream asynchronously. In milliseconds.
const parsingMs = 25;

// A stream that ends sooner than this is not reopened immediately. In milliseconds.
const shortMs = 1_000;
const longestPauseMs = 30_000;

/** A stream of events that carries the response to a request, or messages that the server sends unprompted. */
interface MessageStream {
  /** The ID of the request; undefined for the stream that carries no response. */
  readonly id: unknown;
  readonly ids: EventIds;
  failures: number;
  /** Whether the stream has been open. */
  wasOpen: boolean;
  /** The number of consecutive streams that ended soon after they were opened. */
  shortCount: number;
}

/**
 * Watches the streams on which a server responds over HTTP. The official SDK leaves a request pending when its stream
 * breaks. This class fails the request: immediately if the stream cannot be resumed, otherwise when resuming has
 * failed.
 */
export class StreamWatch {
  readonly #fetch: Fetch;
  readonly #listener: StreamListener;
  readonly #maxBytes: number;
  /** The broken streams by the event IDs that they may be resumed from. */
  readonly #broken = new Map<string, MessageStream>();
  /** The functions that abort the fetches of requests, by request ID. */
  readonly #aborts = new Map<unknown, () => void>();
  readonly #standalone: MessageStream = {
    id: undefined,
    ids: new EventIds(),
    failures: 0,
    wasOpen: false,
    shortCount: 0,
  };

  /**
   * @param send - The fetch that sends the requests.
   * @param maxBytes - The size limit of a message, in bytes.
   */
  constructor(send: Fetch, listener: StreamListener, maxBytes: number) {
    this.#fetch = send;
    this.#listener = listener;
    this.#maxBytes = maxBytes;
  }

  /** Fetches on behalf of the SDK. */
  readonly fetch: Fetch = (url, init = {}) => {
    if (init.method === 'POST') return this.#post(url, init);
    if (init.method === 'GET' && acceptsEvents(init)) return this.#resume(url, init);
    return this.#fetch(url, init);
  };

  /** Stops reading the stream of a request that is no longer pending. */
  release(id: unknown): void {
    const abort = this.#aborts.get(id);
    if (abort === undefined) return;
    this.#aborts.delete(id);
    // Delayed, because the SDK reads the stream to its end after the response has arrived.
    unrefTimer(setTimeout(abort, shortMs));
  }

  /** Returns a signal that fires with another signal, or when the request is released. */
  #signalFor(id: unknown, signal: AbortSignal | null | undefined): AbortSignal {
    const abort = new AbortController();
    const stopListening = signal ? onAbort(signal, () => abort.abort(signal.reason)) : undefined;
    this.#aborts.set(id, () => {
      stopListening?.();
      abort.abort();
    });
    return abort.signal;
  }

  async #post(url: string | URL, init: RequestInit): Promise<Response> {
    const id = requestIdOf(init.body);
    if (id === undefined) return this.#fetch(url, init);
    const response = await this.#fetch(url, { ...init, signal: this.#signalFor(id, init.signal) });
    if (!isEventStream(response.headers)) return this.#limitSize(response);
    if (!response.ok) return response;
    return this.#watch(response, { id, ids: new EventIds(), failures: 0, wasOpen: false, shortCount: 0 });
  }

  async #resume(url: string | URL, init: RequestInit): Promise<Response> {
    const from = new Headers(init.headers).get('last-event-id');
    const stream = (from === null ? undefined : this.#broken.get(from)) ?? this.#standalone;
    // The SDK reads 405 as "this stream does not exist" and stops resuming.
    if (this.#isOver(stream)) return new Response(null, { status: 405 });
    if (stream.shortCount > 1) {
      const waitMs = Math.min(resumeSchedule.initialReconnectionDelay * 2 ** stream.shortCount, longestPauseMs);
      await sleep(waitMs, init.signal ?? new AbortController().signal);
    }
    try {
      const response = await this.#fetch(url, init);
      if (response.ok && isEventStream(response.headers)) return this.#watch(response, stream);
      if (response.status !== 405) this.#onRefused(stream, response.status);
      return response;
    } catch (error) {
      if (init.signal?.aborted !== true) this.#onUnreachable(stream);
      throw error;
    }
  }

  #isOver(stream: MessageStream): boolean {
    return stream !== this.#standalone && !this.#listener.isWaiting(stream.id);
  }

  /** Limits the size of a response that is a single message. */
  #limitSize(response: Response): Response {
    let bytes = 0;
    return watchResponse(response, {
      onBytes: (part) => {
        bytes += part.length;
        if (bytes > this.#maxBytes) throw this.#limitError();
      },
      onEnd: () => {},
    });
  }

  #limitError(): McpLimitError {
    const limit = { limit: 'maxMessageBytes', value: this.#maxBytes };
    return new McpLimitError(`The server answered with more than ${this.#maxBytes} bytes (maxMessageBytes).`, limit);
  }

  #watch(response: Response, stream: MessageStream): Response {
    const since = performance.now();
    stream.failures = 0;
    stream.wasOpen = true;
    return watchResponse(response, {
      onBytes: (bytes) => {
        stream.ids.push(bytes);
        if (stream.ids.eventBytes <= this.#maxBytes) return;
        this.#listener.fail(stream.id, { toolwright: 'limit', limit: 'maxMessageBytes', value: this.#maxBytes });
        throw this.#limitError();
      },
      onEnd: () => {
        stream.shortCount = performance.now() - since < shortMs ? stream.shortCount + 1 : 0;
        for (const id of stream.ids.resumable) this.#broken.set(id, stream);
        if (stream === this.#standalone) return;
        setTimeout(() => this.#settleEnded(stream), parsingMs);
      },
    });
  }

  /** Fails the request of an ended stream that cannot be resumed. */
  #settleEnded(stream: MessageStream): void {
    const canResume = stream.ids.last !== undefined && this.#listener.isWaiting(stream.id);
    if (canResume) return;
    this.#forget(stream);
    this.#listener.fail(stream.id, { toolwright: 'lost' });
  }

  #onRefused(stream: MessageStream, status: number): void {
    if (stream !== this.#standalone) this.#onUnreachable(stream);
    else if (stream.wasOpen && (status === 404 || status === 400)) this.#listener.onSessionLost();
  }

  #onUnreachable(stream: MessageStream): void {
    stream.failures++;
    if (stream.failures < resumeSchedule.maxRetries) return;
    this.#forget(stream);
    if (stream === this.#standalone) this.#listener.onLost('the server cannot be reached');
    else this.#listener.fail(stream.id, { toolwright: 'lost' });
  }

  #forget(stream: MessageStream): void {
    for (const [id, one] of this.#broken) if (one === stream) this.#broken.delete(id);
  }
}

function acceptsEvents({ headers }: RequestInit): boolean {
  return new Headers(headers).get('accept')?.includes(eventStreamType) === true;
}

/** Returns the ID of the request in a body; undefined if the body is not a request. */
function requestIdOf(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return undefined;
  const { id, method } = JSON.parse(body) as { readonly id?: unknown; readonly method?: unknown };
  return method === undefined ? undefined : id;
}
