import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalError } from '../local-errors.js';
import { McpLimitError } from '../remote-errors.js';
import { EventIds } from './event-ids.js';
import { isEventStream, watchedResponse } from './watched-body.js';

/** How fetching is done; what the official SDKs take as their `fetch`. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Who is told of streams that broke. */
export interface StreamListener {
  isWaiting(id: unknown): boolean;
  /** The answer to a request will not come. */
  fail(id: unknown, error: LocalError): void;
  /** The server cannot be reached any more, or has forgotten us. */
  lost(why: string): void;
}

/** How the official SDK is told to resume streams: quickly, so that a server that is gone is noticed within a second. */
export const resumeSchedule = Object.freeze({
  initialReconnectionDelay: 100,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 1_000,
  maxRetries: 3,
});

// An answer that came with the last bytes of a stream is still on its way through the SDK's parsers.
const parsingMs = 25;

// A stream that ends sooner than this is not worth having again at once. In milliseconds.
const shortMs = 1_000;
const longestPauseMs = 30_000;

/** A stream of events that carries the answer to a request, or what the server says by itself. */
interface Carrier {
  /** Undefined for the stream that carries no answer. */
  readonly id: unknown;
  readonly ids: EventIds;
  failures: number;
  /** Whether it was ever there. */
  wasOpen: boolean;
  /** How many streams in a row ended at once. */
  short: number;
}

/**
 * Watches the streams by which a server answers over HTTP. The official SDK leaves a request waiting where its stream
 * breaks: here it fails, at once if the stream cannot be resumed, and otherwise when resuming has failed.
 */
export class StreamWatch {
  readonly #fetch: Fetch;
  readonly #listener: StreamListener;
  readonly #maxBytes: number;
  /** Broken streams, by the event ids that they may be resumed from. */
  readonly #broken = new Map<string, Carrier>();
  /** Ends the fetch of a request that is not waited for any more. */
  readonly #aborts = new Map<unknown, () => void>();
  readonly #standalone: Carrier = { id: undefined, ids: new EventIds(), failures: 0, wasOpen: false, short: 0 };

  /** @param maxBytes - The longest message, in bytes. */
  constructor(listener: StreamListener, maxBytes: number) {
    this.#fetch = (url, init) => fetch(url, init);
    this.#listener = listener;
    this.#maxBytes = maxBytes;
  }

  /** Fetches for the SDK. */
  readonly fetch: Fetch = (url, init = {}) => {
    if (init.method === 'POST') return this.#post(url, init);
    if (init.method === 'GET' && acceptsEvents(init)) return this.#resume(url, init);
    return this.#fetch(url, init);
  };

  /** Nobody waits for the answer to a request any more: its stream, if there still is one, is not read on. */
  settled(id: unknown): void {
    const abort = this.#aborts.get(id);
    if (abort === undefined) return;
    this.#aborts.delete(id);
    // Later: the SDK reads a stream to its end where the answer has come.
    setTimeout(abort, shortMs).unref();
  }

  /** A signal that fires with another, or when nobody waits for a request any more. */
  #signalFor(id: unknown, signal: AbortSignal | null | undefined): AbortSignal {
    const abort = new AbortController();
    const onAbort = (): void => abort.abort(signal?.reason);
    // All requests of a transport share one signal.
    if (signal) setMaxListeners(0, signal);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#aborts.set(id, () => {
      signal?.removeEventListener('abort', onAbort);
      abort.abort();
    });
    return abort.signal;
  }

  async #post(url: string | URL, init: RequestInit): Promise<Response> {
    const id = requestIdOf(init.body);
    if (id === undefined) return this.#fetch(url, init);
    const response = await this.#fetch(url, { ...init, signal: this.#signalFor(id, init.signal) });
    if (!isEventStream(response)) return this.#measured(response);
    if (!response.ok) return response;
    return this.#watched(response, { id, ids: new EventIds(), failures: 0, wasOpen: false, short: 0 });
  }

  async #resume(url: string | URL, init: RequestInit): Promise<Response> {
    const from = new Headers(init.headers).get('last-event-id');
    const carrier = (from === null ? undefined : this.#broken.get(from)) ?? this.#standalone;
    // The SDK takes 405 for "there is no such stream", and rests.
    if (this.#isOver(carrier)) return new Response(null, { status: 405 });
    if (carrier.short > 1) {
      const waitMs = Math.min(resumeSchedule.initialReconnectionDelay * 2 ** carrier.short, longestPauseMs);
      await pause(waitMs, undefined, init.signal ? { signal: init.signal } : {});
    }
    try {
      const response = await this.#fetch(url, init);
      if (response.ok && isEventStream(response)) return this.#watched(response, carrier);
      if (response.status !== 405) this.#refused(carrier, response.status);
      return response;
    } catch (error) {
      if (init.signal?.aborted !== true) this.#unreachable(carrier);
      throw error;
    }
  }

  #isOver(carrier: Carrier): boolean {
    return carrier !== this.#standalone && !this.#listener.isWaiting(carrier.id);
  }

  /** A response that is one message. */
  #measured(response: Response): Response {
    let bytes = 0;
    return watchedResponse(response, {
      saw: (part) => {
        bytes += part.length;
        if (bytes > this.#maxBytes) throw this.#limitError();
      },
      ended: () => {},
    });
  }

  #limitError(): McpLimitError {
    const limit = { limit: 'maxMessageBytes', value: this.#maxBytes };
    return new McpLimitError(`The server answered with more than ${this.#maxBytes} bytes (maxMessageBytes).`, limit);
  }

  #watched(response: Response, carrier: Carrier): Response {
    const since = performance.now();
    carrier.failures = 0;
    carrier.wasOpen = true;
    return watchedResponse(response, {
      saw: (bytes) => {
        carrier.ids.push(bytes);
        if (carrier.ids.eventBytes <= this.#maxBytes) return;
        this.#listener.fail(carrier.id, { toolwright: 'limit', limit: 'maxMessageBytes', value: this.#maxBytes });
        throw this.#limitError();
      },
      ended: () => {
        carrier.short = performance.now() - since < shortMs ? carrier.short + 1 : 0;
        for (const id of carrier.ids.resumable) this.#broken.set(id, carrier);
        if (carrier === this.#standalone) return;
        setTimeout(() => this.#settleEnded(carrier), parsingMs);
      },
    });
  }

  /** A stream that can be resumed will be; one that cannot has said all that it will say. */
  #settleEnded(carrier: Carrier): void {
    const canResume = carrier.ids.last !== undefined && this.#listener.isWaiting(carrier.id);
    if (canResume) return;
    this.#forget(carrier);
    this.#listener.fail(carrier.id, { toolwright: 'lost' });
  }

  #refused(carrier: Carrier, status: number): void {
    if (carrier !== this.#standalone) this.#unreachable(carrier);
    else if (carrier.wasOpen && (status === 404 || status === 400)) this.#listener.lost('it has forgotten our session');
  }

  #unreachable(carrier: Carrier): void {
    carrier.failures++;
    if (carrier.failures < resumeSchedule.maxRetries) return;
    this.#forget(carrier);
    if (carrier === this.#standalone) this.#listener.lost('it cannot be reached');
    else this.#listener.fail(carrier.id, { toolwright: 'lost' });
  }

  #forget(carrier: Carrier): void {
    for (const [id, one] of this.#broken) if (one === carrier) this.#broken.delete(id);
  }
}

function acceptsEvents({ headers }: RequestInit): boolean {
  return new Headers(headers).get('accept')?.includes('text/event-stream') === true;
}

/** The id of the request that a body holds, if it is one. */
function requestIdOf(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return undefined;
  const { id, method } = JSON.parse(body) as { readonly id?: unknown; readonly method?: unknown };
  return method === undefined ? undefined : id;
}
