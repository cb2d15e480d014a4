import { longestTimerMs } from '../../../../base/async/longest-timer.js';
import { NetworkError } from '../../../../base/errors/errors.js';
import type { RemoteServer } from '../../protocol/remote-tool.js';
import type { StreamListener } from '../http/stream-watch.js';
import { createRequestObserver } from './observe-request.js';
import type { Wire } from './open-wire.js';
import { ProgressRouter } from './progress-router.js';
import type { LinkObserver, LinkRequest, LinkSettings, RemoteLink } from './remote-link.js';
import { ResourceChanges } from './resource-changes.js';
import { TappedTransport } from './tapped-transport.js';
import { TaskChanges } from './task-changes.js';

/** A timeout that disables the SDK's own time limit for requests: the tool call limits the time. In milliseconds. */
export const unlimitedMs = longestTimerMs;

// How long the answer to the end of a subscription is awaited, in milliseconds.
const unsubscribeMs = 5_000;

/** A request that is passed to an SDK. */
export type SentRequest = Pick<LinkRequest, 'method' | 'params' | 'tool' | 'acceptsTasks'> & {
  readonly signal: AbortSignal;
};

/** The operations of a connected client of either SDK that a link needs. */
export interface SdkSession {
  /**
   * Sends a request and resolves with its unparsed result. Rejects with an error that has a protocol or HTTP code.
   */
  send(request: SentRequest): Promise<unknown>;
  server(protocolVersion: string | undefined): RemoteServer;
  close(): Promise<void>;
}

/** The transport of a link, tapped and ready to be connected by an SDK. */
export class LinkParts {
  readonly progress = new ProgressRouter();
  readonly taskChanges = new TaskChanges();
  readonly resourceChanges = new ResourceChanges();
  readonly wire: Wire;
  readonly tapped: TappedTransport;

  constructor(settings: LinkSettings, openWire: (streams: StreamListener) => Wire) {
    const { observer, telemetry } = settings;
    this.wire = openWire({
      isWaiting: (id) => this.tapped.isWaiting(id),
      fail: (id, error) => this.tapped.fail(id, error),
      onLost: (reason) => observer.onLost(reason),
      onSessionLost: () => observer.onSessionLost(),
    });
    this.tapped = new TappedTransport(this.wire.transport, [this.progress, this.taskChanges, this.resourceChanges], {
      onAnomaly: (kind, message) => observer.onAnomaly(kind, message),
      onSettled: this.wire.onSettled,
      observe: telemetry && createRequestObserver(telemetry, settings),
    });
  }
}

/** A link over a client that this package has created. */
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

  /** Whether the link was closed locally. */
  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  async request({ onUpdate, ...sent }: LinkRequest): Promise<unknown> {
    return onUpdate === undefined ? this.#request(sent) : this.#followResource(sent, onUpdate);
  }

  async #request({ params, signal, onProgress, ...request }: Omit<LinkRequest, 'onUpdate'>): Promise<unknown> {
    const { progress } = this.#parts;
    const token = onProgress === undefined ? undefined : progress.open(onProgress);
    const sent =
      token === undefined
        ? params
        : { ...params, _meta: { ...(params._meta as object | undefined), progressToken: token } };
    try {
      return await withOwnSignal(signal, (own) => this.#session.send({ ...request, params: sent, signal: own }));
    } finally {
      if (token !== undefined) progress.close(token);
    }
  }

  async followTask(taskId: string, onChange: () => void, signal: AbortSignal): Promise<void> {
    const stop = this.#parts.taskChanges.follow(taskId, onChange);
    const params = { notifications: { taskIds: [taskId] } };
    try {
      await this.request({ method: 'subscriptions/listen', params, signal, acceptsTasks: true });
    } finally {
      stop();
    }
  }

  /** Follows a resource until the signal fires. Rejects when the server no longer reports its changes. */
  async #followResource({ params, signal }: LinkRequest, onUpdate: () => void): Promise<void> {
    const uri = String(params.uri);
    const { resourceChanges, tapped } = this.#parts;
    const stop = resourceChanges.follow(uri, onUpdate);
    try {
      if (this.server.protocolVersion === '2026-07-28') {
        const notifications = { resourceSubscriptions: [uri] };
        await this.#request({ method: 'subscriptions/listen', params: { notifications }, signal });
      } else {
        await this.#request({ method: 'resources/subscribe', params, signal });
        // What has changed meanwhile was not reported.
        onUpdate();
        await firstAbort(signal, tapped.ended);
      }
      signal?.throwIfAborted();
      throw new NetworkError(`The server no longer reports changes of '${uri}'.`);
    } finally {
      stop();
      if (signal?.aborted === true) this.#unsubscribe(uri);
    }
  }

  /** Ends a subscription of protocol version 2025-11-25 and older that no one follows any more. */
  #unsubscribe(uri: string): void {
    const { resourceChanges } = this.#parts;
    if (this.server.protocolVersion === '2026-07-28' || resourceChanges.has(uri) || this.isClosing) return;
    const signal = AbortSignal.timeout(unsubscribeMs);
    this.#request({ method: 'resources/unsubscribe', params: { uri }, signal }).catch(() => {});
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { wire, tapped } = this.#parts;
    await wire.terminateSession?.();
    // The client may have released its transport already.
    await Promise.all([this.#session.close(), tapped.close()]);
  }
}

/** Resolves when one of the signals fires. */
function firstAbort(...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  const given = signals.filter((signal) => signal !== undefined);
  return new Promise((resolve) => {
    const onAbort = (): void => {
      for (const signal of given) signal.removeEventListener('abort', onAbort);
      resolve();
    };
    for (const signal of given) signal.addEventListener('abort', onAbort);
    if (given.some(({ aborted }) => aborted)) onAbort();
  });
}

/**
 * Runs a request with its own signal. An SDK may never remove its listener from a signal, and would later cancel a
 * request that has already ended.
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

/** Forwards the events of a client to an observer. */
export function watchClient(
  client: { onerror?: ((error: Error) => void) | undefined; onclose?: (() => void) | undefined },
  link: SdkLink,
  targets: { readonly observer: LinkObserver; readonly wire: Wire },
): void {
  client.onerror = (error) => {
    if (!link.isClosing) targets.observer.onAnomaly('protocol', error.message);
  };
  client.onclose = () => {
    if (!link.isClosing) targets.observer.onLost(targets.wire.describeEnd());
  };
}

/** Adds a listener to the `onclose` handler of a client. Returns a function that restores the handler. */
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
