import { sleep } from '../../../base/async/schedule.js';
import { withTimeout } from '../../../base/async/with-timeout.js';
import { InterruptedError, NetworkError, TimeoutError, ToolError } from '../../../base/errors/errors.js';
import { Backoff, type RestartOptions } from './backoff.js';
import { addPlace, withoutPlace } from './errors/add-place.js';
import { isStaleSession, toRequestError } from './errors/remote-errors.js';
import { McpVersionError } from './errors/version-error.js';
import type { SentSecrets } from './http/sent-secrets.js';
import { LinkFailure } from './link/link-failure.js';
import type { LinkObserver, LinkRequest, RemoteLink } from './link/remote-link.js';
import type { Warnings } from './warnings.js';

/** The settings of a connection. */
export interface ConnectionSettings {
  /** The name of the source. */
  readonly name: string;
  readonly open: (observer: LinkObserver, signal: AbortSignal) => Promise<RemoteLink>;
  /** The time limit for connecting, in milliseconds. */
  readonly connectTimeoutMs: number;
  readonly restart?: RestartOptions | undefined;
  readonly warnings: Warnings;
  /** The secrets in the requests, which appear in no error and no warning. */
  readonly secrets: SentSecrets;
  /** Called when the tools of the server may have changed. @default changes are not followed */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Called when the resources or the prompts of the server may have changed. @default changes are not followed */
  readonly onOffersChanged?: (() => void) | undefined;
}

/**
 * A permanent connection to a server over successive links. A lost link is replaced automatically, with growing delays
 * between attempts; the requests that were pending on it fail. If the server no longer has the session, the connection
 * initialises a new one and sends the request again.
 */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #warnings: Pick<Warnings, 'warn' | 'warnThrottled'>;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  #link: RemoteLink | undefined;
  #opening: Promise<RemoteLink> | undefined;
  /** The requests on each link that have not settled. */
  readonly #pending = new Map<RemoteLink, Set<Promise<unknown>>>();

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#warnings = settings.warnings.map((message) => settings.secrets.redact(message));
    this.#backoff = new Backoff(settings.restart);
  }

  /** The current link; undefined while disconnected. */
  get link(): RemoteLink | undefined {
    return this.#link;
  }

  /** Connects unless connected. Rejects with a ToolError. */
  async connect(): Promise<RemoteLink> {
    if (this.#closing.signal.aborted) {
      throw new InterruptedError(`The MCP source '${this.#settings.name}' is closed.`);
    }
    if (this.#link !== undefined) return this.#link;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Sends a request, over a new link if necessary. Rejects with the result of `toRequestError`. */
  async request(request: LinkRequest, toolName?: string): Promise<unknown> {
    const link = await this.#connectFor(toolName);
    request.signal?.throwIfAborted();
    try {
      return await this.#send(link, request);
    } catch (error) {
      if (request.signal?.aborted === true || !link.hasSession || !isStaleSession(error)) {
        throw this.#toRequestError(error, toolName);
      }
    }
    this.#drop(link);
    const fresh = await this.#connectFor(toolName);
    request.signal?.throwIfAborted();
    try {
      return await this.#send(fresh, request);
    } catch (error) {
      throw this.#toRequestError(error, toolName);
    }
  }

  async #send(link: RemoteLink, request: LinkRequest): Promise<unknown> {
    const pending = this.#pending.get(link) ?? new Set();
    const answer = link.request(request);
    this.#pending.set(link, pending.add(answer));
    try {
      return await answer;
    } finally {
      pending.delete(answer);
      if (pending.size === 0) this.#pending.delete(link);
    }
  }

  #toRequestError(error: unknown, toolName: string | undefined): unknown {
    const { name, secrets } = this.#settings;
    if (!this.#closing.signal.aborted) {
      return secrets.redactError(toRequestError(error, { server: name, toolName }), toolName ?? name);
    }
    return new InterruptedError(`The MCP source '${name}' was closed.`, { toolName, cause: error });
  }

  /** Closes the connection and fails its pending requests. Every call waits until the connection is closed. */
  async close(): Promise<void> {
    this.#closing.abort();
    const link = this.#link;
    this.#link = undefined;
    await this.#opening?.catch(() => {});
    await Promise.all([link?.close(), ...[...this.#pending.keys()].map((one) => one.close())]);
  }

  /** Connects for a call, or without a tool for the source itself. The error of a call is read by models. */
  async #connectFor(toolName: string | undefined): Promise<RemoteLink> {
    try {
      return await this.connect();
    } catch (error) {
      throw toolName === undefined ? error : withoutPlace(error, toolName);
    }
  }

  /** Drops a stale link, so that the next request opens another one. Requests that fail at the same time share it. */
  #drop(stale: RemoteLink): void {
    if (this.#link !== stale) return;
    this.#link = undefined;
    this.#warnings.warn('connection', 'the server no longer has the session; it is initialised again');
    this.#settings.onToolsChanged?.();
    void this.#closeWhenIdle(stale);
  }

  /** Closes a link whose session is lost. The server refuses the pending requests, which are then sent again. */
  async #closeWhenIdle(stale: RemoteLink): Promise<void> {
    await Promise.allSettled(this.#pending.get(stale) ?? []);
    await stale.close().catch(() => {});
  }

  async #open(): Promise<RemoteLink> {
    const { signal: closing } = this.#closing;
    try {
      const { waitMs } = this.#backoff;
      if (waitMs > 0) await sleep(waitMs, closing);
      const link = await this.#openInTime();
      this.#backoff.recordOpened();
      if (closing.aborted) {
        await link.close();
        throw new InterruptedError(`The MCP source '${this.#settings.name}' was closed while it connected.`);
      }
      this.#link = link;
      return link;
    } catch (error) {
      this.#backoff.recordFailure();
      throw this.#toReadableError(error);
    }
  }

  async #openInTime(): Promise<RemoteLink> {
    const { name, open, onToolsChanged, onOffersChanged, connectTimeoutMs: limitMs } = this.#settings;
    let opened: RemoteLink | undefined;
    let isLost = false;
    const observer: LinkObserver = {
      onLost: (reason) => {
        isLost = true;
        if (this.#leave(opened, reason)) void opened.close().catch(() => {});
      },
      onSessionLost: () => {
        isLost = true;
        if (this.#leave(opened, 'the server no longer has the session')) void this.#closeWhenIdle(opened);
      },
      onToolsChanged,
      onOffersChanged,
      onAnomaly: (kind, what) => this.#warnings.warnThrottled(kind, what),
    };
    const timeoutMessage = `Connecting to '${name}' took longer than ${limitMs} ms (connectTimeoutMs).`;
    opened = await withTimeout({ limitMs, timeoutMessage, signal: this.#closing.signal }, (signal) =>
      open(observer, signal),
    );
    if (isLost) throw new NetworkError(`The connection to '${name}' was lost as soon as it was established.`);
    return opened;
  }

  /** Replaces a lost link. Returns whether it was the current one, which its observer then closes. */
  #leave(link: RemoteLink | undefined, reason: string): link is RemoteLink {
    if (link === undefined || link !== this.#link) return false;
    this.#link = undefined;
    this.#backoff.recordFailure();
    this.#warnings.warn('connection', `the connection was lost: ${reason}`);
    void this.#reconnect();
    return true;
  }

  /** Retries until it is connected, closed, or out of attempts. */
  async #reconnect(): Promise<void> {
    while (this.#backoff.canRetry && this.#link === undefined && !this.#closing.signal.aborted) {
      try {
        await this.connect();
        this.#settings.onToolsChanged?.();
        return;
      } catch (error) {
        this.#warnings.warnThrottled('connection', `reconnecting failed: ${messageOf(error)}`);
      }
    }
  }

  #toReadableError(error: unknown): unknown {
    const { name, secrets } = this.#settings;
    if (this.#closing.signal.aborted && !ToolError.is(error)) {
      return new InterruptedError(`The MCP source '${name}' was closed while it connected.`, { cause: error });
    }
    const failure = findFailure(error);
    const thrown = error instanceof LinkFailure ? error.cause : error;
    const read = toRequestError(thrown, { server: name });
    // The original message may contain paths and hosts, which a model must not see.
    const readable = ToolError.is(read) ? read : new NetworkError(`'${name}' could not be reached.`, { cause: thrown });
    // A ToolError of the application, such as one of its function for headers, is passed on.
    const isOwn = readable.cause === thrown || readable === error;
    if (failure === undefined || !isOwn || readable instanceof McpVersionError) {
      return secrets.redactError(readable, name);
    }
    return secrets.redactError(addPlace(readable, secrets.redact(failure.place)), name);
  }
}

/** Returns the failure of a link, also if it was ended at its time limit. */
function findFailure(error: unknown): LinkFailure | undefined {
  const failure = TimeoutError.is(error) ? error.cause : error;
  return failure instanceof LinkFailure ? failure : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
