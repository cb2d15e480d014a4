import { longestTimerMs } from '../../longest-timer.js';
import type { RemoteServer } from '../protocol/remote-tool.js';
import type { StreamListener } from './http/stream-watch.js';
import type { Wire } from './open-wire.js';
import { ProgressRouter } from './progress-router.js';
import type { LinkObserver, LinkRequest, LinkSettings, RemoteLink } from './remote-link.js';
import { TappedTransport } from './tapped-transport.js';

/** The SDK limits the time of each request; ours is limited where all tool calls are. In milliseconds. */
export const unlimitedMs = longestTimerMs;

/** A request as an SDK is handed it. */
export type SentRequest = Pick<LinkRequest, 'method' | 'params' | 'tool'> & { readonly signal: AbortSignal };

/** A connected client of either SDK, as a link uses it. */
export interface SdkSession {
  /**
   * Sends a request and gives its result, unparsed. Rejects with an error that has the code of the protocol, or of
   * HTTP.
   */
  send(request: SentRequest): Promise<unknown>;
  server(protocolVersion: string | undefined): RemoteServer;
  close(): Promise<void>;
}

/** A wire that is tapped, ready to be connected to by an SDK. */
export class LinkParts {
  readonly progress = new ProgressRouter();
  readonly wire: Wire;
  readonly tapped: TappedTransport;

  constructor({ observer }: LinkSettings, openWire: (streams: StreamListener) => Wire) {
    this.wire = openWire({
      isWaiting: (id) => this.tapped.isWaiting(id),
      fail: (id, error) => this.tapped.fail(id, error),
      lost: (why) => observer.lost(why),
    });
    this.tapped = new TappedTransport(this.wire.transport, this.progress, {
      oddity: (kind, message) => observer.oddity(kind, message),
      settled: this.wire.settled,
    });
  }
}

/** A link over a client of an SDK that is ours. */
export class SdkLink implements RemoteLink {
  readonly #session: SdkSession;
  readonly #parts: LinkParts;
  #closing: Promise<void> | undefined;

  constructor(session: SdkSession, parts: LinkParts) {
    this.#session = session;
    this.#parts = parts;
  }

  get server(): RemoteServer {
    return this.#session.server(this.#parts.tapped.protocolVersion);
  }

  get hasSession(): boolean {
    return this.#parts.tapped.sessionId !== undefined;
  }

  /** Whether it was closed here. */
  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  async request({ params, signal, onProgress, ...request }: LinkRequest): Promise<unknown> {
    const { progress } = this.#parts;
    const token = onProgress === undefined ? undefined : progress.open(onProgress);
    const sent = token === undefined ? params : { ...params, _meta: { progressToken: token } };
    try {
      return await withOwnSignal(signal, (own) => this.#session.send({ ...request, params: sent, signal: own }));
    } finally {
      if (token !== undefined) progress.close(token);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { wire, tapped } = this.#parts;
    await wire.leave?.();
    // Also where the client has let go of its transport already.
    await Promise.all([this.#session.close(), tapped.close()]);
  }
}

/**
 * Runs a request with a signal of its own. An SDK may never let go of a signal, and would cancel what has ended long ago.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal | undefined,
  run: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const cancel = new AbortController();
  const onAbort = (): void => cancel.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(cancel.signal);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Tells an observer what a client tells. */
export function watchClient(
  client: { onerror?: ((error: Error) => void) | undefined; onclose?: (() => void) | undefined },
  link: SdkLink,
  told: { readonly observer: LinkObserver; readonly wire: Wire },
): void {
  client.onerror = (error) => {
    if (!link.isClosing) told.observer.oddity('protocol', error.message);
  };
  client.onclose = () => {
    if (!link.isClosing) told.observer.lost(told.wire.ending());
  };
}

/** Puts a listener in front of the one that a client has for its end. Gives what puts that one back. */
export function chainOnClose(client: { onclose?: (() => void) | undefined }, listener: () => void): () => void {
  const before = client.onclose;
  const onClose = (): void => {
    before?.();
    listener();
  };
  client.onclose = onClose;
  return () => {
    if (client.onclose === onClose) client.onclose = before;
  };
}
