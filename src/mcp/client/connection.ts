import { setTimeout as pause } from 'node:timers/promises';
import { InterruptedError, NetworkError, ToolError } from '../../errors.js';
import { Backoff, type RestartOptions } from './backoff.js';
import { isStaleSession, toRequestError } from './remote-errors.js';
import type { LinkObserver, LinkRequest, RemoteLink } from './remote-link.js';
import type { Warnings } from './warnings.js';
import { withinTime } from './within-time.js';

/** What a connection is made of. */
export interface ConnectionSettings {
  /** The source, as its user named it. */
  readonly name: string;
  readonly open: (observer: LinkObserver, signal: AbortSignal) => Promise<RemoteLink>;
  /** How long connecting may take, in milliseconds. */
  readonly connectTimeoutMs: number;
  readonly restart?: RestartOptions | undefined;
  readonly warnings: Warnings;
  /** The tools of the server may be others now. */
  readonly onToolsChanged: () => void;
}

/**
 * A server as its tools see it: always there, over one link after another. A link that is lost is made anew, by itself and
 * with growing pauses; what was under way on it fails. A server that has forgotten our session is initialised once more
 * before a request is given up.
 */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  #link: RemoteLink | undefined;
  #opening: Promise<RemoteLink> | undefined;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#backoff = new Backoff(settings.restart);
  }

  /** The link as it is now; undefined while there is none. */
  get link(): RemoteLink | undefined {
    return this.#link;
  }

  /** Connects, if nobody has yet. Rejects with a ToolError. */
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

  /** Sends a request, over a new link if need be. Rejects with what `toRequestError` makes of the failure. */
  async request(request: LinkRequest, toolName?: string): Promise<unknown> {
    const link = await this.connect();
    request.signal?.throwIfAborted();
    try {
      return await link.request(request);
    } catch (error) {
      if (request.signal?.aborted === true || !link.hasSession || !isStaleSession(error)) {
        throw this.#requestError(error, toolName);
      }
    }
    const fresh = await this.#renewed(link);
    request.signal?.throwIfAborted();
    try {
      return await fresh.request(request);
    } catch (error) {
      throw this.#requestError(error, toolName);
    }
  }

  #requestError(error: unknown, toolName: string | undefined): unknown {
    const { name } = this.#settings;
    if (!this.#closing.signal.aborted) return toRequestError(error, { server: name, toolName });
    return new InterruptedError(`The MCP source '${name}' was closed.`, { toolName, cause: error });
  }

  /** Ends it, and whatever is under way. A second time it waits for the same end. */
  async close(): Promise<void> {
    this.#closing.abort();
    const link = this.#link;
    this.#link = undefined;
    await this.#opening?.catch(() => {});
    await link?.close();
  }

  /** A link that is not the stale one: made now, or by another request that met the same. */
  async #renewed(stale: RemoteLink): Promise<RemoteLink> {
    if (this.#link === stale) {
      this.#link = undefined;
      this.#settings.warnings.each('connection', 'it has forgotten our session, and is initialised again');
      this.#settings.onToolsChanged();
      void stale.close().catch(() => {});
    }
    return this.connect();
  }

  async #open(): Promise<RemoteLink> {
    const { signal: closing } = this.#closing;
    try {
      const { waitMs } = this.#backoff;
      if (waitMs > 0) await pause(waitMs, undefined, { signal: closing });
      const link = await this.#openInTime();
      this.#backoff.opened();
      if (closing.aborted) {
        await link.close();
        throw new InterruptedError(`The MCP source '${this.#settings.name}' was closed while it connected.`);
      }
      this.#link = link;
      return link;
    } catch (error) {
      this.#backoff.failed();
      throw this.#readable(error);
    }
  }

  async #openInTime(): Promise<RemoteLink> {
    const { name, open, connectTimeoutMs: limitMs } = this.#settings;
    let opened: RemoteLink | undefined;
    let isLost = false;
    const observer: LinkObserver = {
      lost: (why) => {
        isLost = true;
        this.#lost(opened, why);
      },
      toolsChanged: () => this.#settings.onToolsChanged(),
      oddity: (kind, what) => this.#settings.warnings.conflated(kind, what),
    };
    const late = `Connecting to '${name}' took longer than ${limitMs} ms (connectTimeoutMs).`;
    opened = await withinTime({ limitMs, late, signal: this.#closing.signal }, (signal) => open(observer, signal));
    if (isLost) throw new NetworkError(`The connection to '${name}' was lost as soon as it was there.`);
    return opened;
  }

  #lost(link: RemoteLink | undefined, why: string): void {
    if (link === undefined || link !== this.#link) return;
    this.#link = undefined;
    this.#backoff.failed();
    this.#settings.warnings.each('connection', `the connection was lost: ${why}`);
    void link.close().catch(() => {});
    void this.#callBack();
  }

  /** Tries again and again, until it is there or there is no hope left. */
  async #callBack(): Promise<void> {
    while (this.#backoff.isHopeful && this.#link === undefined && !this.#closing.signal.aborted) {
      try {
        await this.connect();
        this.#settings.onToolsChanged();
        return;
      } catch (error) {
        this.#settings.warnings.conflated('connection', `it could not be reached again: ${messageOf(error)}`);
      }
    }
  }

  #readable(error: unknown): unknown {
    const { name } = this.#settings;
    if (this.#closing.signal.aborted && !ToolError.is(error)) {
      return new InterruptedError(`The MCP source '${name}' was closed while it connected.`, { cause: error });
    }
    const read = toRequestError(error, { server: name });
    // Its own words may tell a model of paths and hosts.
    return ToolError.is(read) ? read : new NetworkError(`'${name}' could not be reached.`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
